#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <stdio.h>
#include <string.h>

#ifdef OPENMARKET_WEBP
#if !__has_include(<webp/decode.h>)
#error "the package trait WebP needs libwebp: install libwebp-dev"
#endif
#include <webp/decode.h>

int om_has_webp(void) { return 1; }

// libwebp cannot be interrupted, so it gets the file in pieces.
enum { PIECE = 32768, STRIP = 8 };

static om_status status_of(VP8StatusCode code, om_report *report) {
  static const char *const words[] = {
      "ok", "out of memory", "invalid parameter", "bitstream error", "unsupported feature", "suspended",
      "stopped", "not enough data"};
  snprintf(report->message, sizeof report->message, "%s", code <= 7 ? words[code] : "unknown");
  switch (code) {
    case VP8_STATUS_OUT_OF_MEMORY: return OM_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return OM_UNSUPPORTED;
    case VP8_STATUS_NOT_ENOUGH_DATA: case VP8_STATUS_SUSPENDED: return OM_TRUNCATED;
    default: return OM_DAMAGED;
  }
}

static om_status deliver(
    const WebPDecoderConfig *config, uint32_t count, const om_sink *sink) {
  om_geometry geometry = {
      .source_width = (uint32_t)config->input.width,
      .source_height = (uint32_t)config->input.height,
      .width = (uint32_t)config->output.width,
      .height = (uint32_t)config->output.height,
      .channels = 4};
  if (!sink->begin(sink->context, &geometry)) return OM_STOPPED;
  const WebPRGBABuffer *pixels = &config->output.u.RGBA;
  for (uint32_t y = 0; y < count; y += STRIP) {
    uint32_t rows = count - y < STRIP ? count - y : STRIP;
    if (!sink->rows(sink->context, pixels->rgba + (size_t)y * pixels->stride, pixels->stride, rows)) {
      return OM_STOPPED;
    }
  }
  return OM_OK;
}

om_status om_webp_decode(
    om_span file, uint32_t width, uint32_t height, const om_limits *limits, const om_sink *sink,
    om_report *report) {
  WebPDecoderConfig config;
  memset(report, 0, sizeof *report);
  if (!WebPInitDecoderConfig(&config)) return OM_UNSUPPORTED;
  VP8StatusCode code = WebPGetFeatures(file.start, file.count, &config.input);
  if (code != VP8_STATUS_OK) return status_of(code, report);
  uint64_t pixels = (uint64_t)config.input.width * config.input.height;
  if (pixels > limits->pixels) return OM_TOO_MANY_PIXELS;
  uint64_t output = 4 * (width ? (uint64_t)width * height : pixels);
  // The lossless kind (2) holds the whole picture whatever comes out.
  uint64_t held = output + (config.input.format == 2 ? 4 * pixels : 0);
  if (held > limits->memory) return OM_TOO_MUCH_MEMORY;
  if (width) {
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)width;
    config.options.scaled_height = (int)height;
  }
  config.output.colorspace = MODE_rgbA;
  WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
  if (!decoder) return OM_NO_MEMORY;
  om_status status = OM_OK;
  size_t given = 0;
  do {
    given = file.count - given < PIECE ? file.count : given + PIECE;
    code = WebPIUpdate(decoder, file.start, given);
    if (!sink->poll(sink->context)) status = OM_STOPPED;
  } while (code == VP8_STATUS_SUSPENDED && given < file.count && status == OM_OK);
  if (status == OM_OK) {
    int last_row = 0;
    if (code == VP8_STATUS_OK) {
      last_row = config.output.height;
    } else {
      status_of(code, report);
      report->is_partial = 1;
      if (!WebPIDecGetRGB(decoder, &last_row, NULL, NULL, NULL)) last_row = 0;
    }
    status = last_row > 0 ? deliver(&config, (uint32_t)last_row, sink) : status_of(code, report);
  }
  WebPIDelete(decoder);
  WebPFreeDecBuffer(&config.output);
  return status;
}

#else

int om_has_webp(void) { return 0; }

om_status om_webp_decode(
    om_span file, uint32_t width, uint32_t height, const om_limits *limits, const om_sink *sink,
    om_report *report) {
  (void)file, (void)width, (void)height, (void)limits, (void)sink;
  memset(report, 0, sizeof *report);
  return OM_MISSING;
}

#endif
#endif
