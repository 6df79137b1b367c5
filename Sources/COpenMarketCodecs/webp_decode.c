#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <stdio.h>
#include <stdlib.h>
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

// The canvas row by row, with the picture's pixels where it has some.
static om_status deliver_canvas(
    const WebPRGBABuffer *pixels, uint32_t width, uint32_t rows, om_webp_request request, const om_sink *sink) {
  size_t stride = (size_t)request.canvas_width * 4;
  uint8_t *row = calloc(1, stride);
  if (!row) return OM_NO_MEMORY;
  om_status status = OM_OK;
  for (uint32_t y = 0; y < request.canvas_height && status == OM_OK; y++) {
    if (y >= request.y && y < request.y + rows) {
      memcpy(row + (size_t)request.x * 4, pixels->rgba + (size_t)(y - request.y) * pixels->stride, width * 4);
    } else if (y == request.y + rows) {
      memset(row, 0, stride);
    }
    if (!sink->rows(sink->context, 0, row, stride, 1)) status = OM_STOPPED;
  }
  free(row);
  return status;
}

static om_plane plane_of(uint32_t width, uint32_t height, int source_width, int source_height, double sampling) {
  return (om_plane){
      .width = width,
      .height = height,
      .across = sampling * width / source_width,
      .down = sampling * height / source_height,
      .sampling_across = sampling,
      .sampling_down = sampling};
}

static om_status deliver_rows(
    const om_sink *sink, uint32_t plane, const uint8_t *rows, int stride, uint32_t first, uint32_t end) {
  return sink->rows(sink->context, plane, rows + (size_t)first * stride, stride, end - first) ? OM_OK : OM_STOPPED;
}

// What comes out of libwebp: a canvas, or the picture at the wanted size.
static om_geometry geometry_of(const WebPDecoderConfig *config, om_webp_request request, int is_yuv) {
  int width = config->input.width, height = config->input.height;
  if (request.canvas_width) {
    return (om_geometry){
        .source_width = request.canvas_width,
        .source_height = request.canvas_height,
        .channels = 4,
        .plane_count = 1,
        .planes = {{request.canvas_width, request.canvas_height, 1, 1, 1, 1}}};
  }
  uint32_t out_width = request.width ? request.width : (uint32_t)width;
  uint32_t out_height = request.width ? request.height : (uint32_t)height;
  om_geometry geometry = {
      .source_width = (uint32_t)width,
      .source_height = (uint32_t)height,
      .channels = is_yuv ? 1 : request.is_opaque ? 3 : 4,
      .plane_count = is_yuv ? 3 : 1,
      .range = OM_VIDEO_RANGE,
      .planes = {plane_of(out_width, out_height, width, height, 1)}};
  // Colours are stored at half size, rounded up.
  geometry.planes[1] = geometry.planes[2] =
      plane_of((out_width + 1) / 2, (out_height + 1) / 2, (width + 1) / 2, (height + 1) / 2, 0.5);
  return geometry;
}

// What libwebp holds at a time, at most, and a row of the canvas.
static uint64_t held_bytes(const WebPDecoderConfig *config, om_webp_request request) {
  uint64_t width = config->input.width, pixels = width * config->input.height;
  uint64_t output = request.width ? (uint64_t)request.width * request.height : pixels;
  // Rows of the codec, and those that its reduction works on.
  uint64_t rows = 96 * width + 48 * (uint64_t)request.width + 4 * (uint64_t)request.canvas_width;
  // The lossless kind (2) holds all its pixels whatever comes out, and so does the alpha of the lossy kind, twice.
  uint64_t whole = config->input.format == 1 ? (config->input.has_alpha ? 5 * pixels : 0) : 4 * pixels;
  return 4 * output + rows + whole;
}

// The first `count` rows, a strip at a time.
static om_status deliver(const WebPDecoderConfig *config, uint32_t count, const om_sink *sink) {
  const WebPDecBuffer *output = &config->output;
  int is_yuv = output->colorspace == MODE_YUV;
  const WebPYUVABuffer *yuv = &output->u.YUVA;
  om_status status = OM_OK;
  for (uint32_t y = 0; y < count && status == OM_OK; y += STRIP) {
    uint32_t end = count - y < STRIP ? count : y + STRIP;
    if (is_yuv) {
      // Where a file ends early, colours are a row behind.
      uint32_t color_end = count < (uint32_t)output->height && end == count ? end / 2 - (end > 1) : (end + 1) / 2;
      status = deliver_rows(sink, 0, yuv->y, yuv->y_stride, y, end);
      if (color_end <= y / 2) continue;
      if (status == OM_OK) status = deliver_rows(sink, 1, yuv->u, yuv->u_stride, y / 2, color_end);
      if (status == OM_OK) status = deliver_rows(sink, 2, yuv->v, yuv->v_stride, y / 2, color_end);
    } else {
      status = deliver_rows(sink, 0, output->u.RGBA.rgba, output->u.RGBA.stride, y, end);
    }
  }
  return status;
}

// Checks the limits, which libwebp does not know.
static om_status check(const WebPDecoderConfig *config, om_webp_request request, const om_limits *limits) {
  uint64_t width = config->input.width, height = config->input.height;
  if (width * height > limits->pixels) return OM_TOO_MANY_PIXELS;
  if (request.canvas_width && (request.x + width > request.canvas_width || request.y + height > request.canvas_height)) {
    return OM_DAMAGED;
  }
  return OM_OK;
}

om_status om_webp_decode(
    om_span file, om_webp_request request, const om_limits *limits, const om_sink *sink, om_report *report) {
  WebPDecoderConfig config;
  memset(report, 0, sizeof *report);
  if (!WebPInitDecoderConfig(&config)) return OM_UNSUPPORTED;
  VP8StatusCode code = WebPGetFeatures(file.start, file.count, &config.input);
  if (code != VP8_STATUS_OK) return status_of(code, report);
  om_status status = check(&config, request, limits);
  if (status != OM_OK) return status;
  config.options.use_scaling = request.width != 0;
  config.options.scaled_width = (int)request.width;
  config.options.scaled_height = (int)request.height;
  // Fewer samples to reduce, and only the small result is converted to RGB.
  int is_yuv = config.options.use_scaling && config.input.format == 1 && (request.is_opaque || !config.input.has_alpha);
  config.output.colorspace = is_yuv ? MODE_YUV : request.is_opaque ? MODE_RGB : MODE_rgbA;
  om_geometry geometry = geometry_of(&config, request, is_yuv);
  geometry.held = held_bytes(&config, request);
  if (!sink->begin(sink->context, &geometry)) return OM_STOPPED;
  WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
  if (!decoder) return OM_NO_MEMORY;
  size_t given = 0;
  do {
    given = file.count - given < PIECE ? file.count : given + PIECE;
    code = WebPIUpdate(decoder, file.start, given);
    if (!sink->poll(sink->context)) status = OM_STOPPED;
  } while (code == VP8_STATUS_SUSPENDED && given < file.count && status == OM_OK);
  int rows = config.output.height;
  if (status == OM_OK && code != VP8_STATUS_OK) {
    om_status failure = status_of(code, report);
    report->is_partial = 1;
    const uint8_t *start = is_yuv ? WebPIDecGetYUV(decoder, &rows, NULL, NULL, NULL, NULL, NULL, NULL)
                                  : WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL);
    if (!start || rows <= 0) status = failure;
  }
  if (status == OM_OK) {
    status = request.canvas_width
        ? deliver_canvas(&config.output.u.RGBA, config.output.width, (uint32_t)rows, request, sink)
        : deliver(&config, (uint32_t)rows, sink);
  }
  WebPIDelete(decoder);
  WebPFreeDecBuffer(&config.output);
  return status;
}

#else

int om_has_webp(void) { return 0; }

om_status om_webp_decode(
    om_span file, om_webp_request request, const om_limits *limits, const om_sink *sink, om_report *report) {
  (void)file, (void)request, (void)limits, (void)sink;
  memset(report, 0, sizeof *report);
  return OM_MISSING;
}

#endif
#endif
