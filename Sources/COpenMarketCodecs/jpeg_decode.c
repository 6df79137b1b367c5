#include "COpenMarketCodecs.h"

#if defined(__linux__)
#if !__has_include(<jpeglib.h>)
#error "OpenMarketImages needs libjpeg-turbo: install libjpeg-dev (yum: libjpeg-turbo-devel)"
#endif

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#ifndef JCS_EXTENSIONS
#error "OpenMarketImages needs libjpeg-turbo, not the original libjpeg"
#endif

// Rows delivered at a time: few calls, and still in the first cache.
enum { STRIP = 8 };

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

typedef struct {
  struct jpeg_source_mgr source;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf on_error;
  om_status status;
  const om_span *spans;
  size_t span_count, next_span;
  int is_cut;
  int is_past_end;
  const om_transform *ink;
  const om_limits *limits;
  const om_sink *sink;
  om_report *report;
} decoder;

static decoder *decoder_of(j_common_ptr common) { return (decoder *)common->client_data; }

// The only longjmp of this file; it ends in `decode`, which called into libjpeg.
static void leave(j_common_ptr common, om_status status) {
  decoder *self = decoder_of(common);
  self->status = status;
  longjmp(self->on_error, 1);
}

static void error_exit(j_common_ptr common) {
  decoder *self = decoder_of(common);
  char message[JMSG_LENGTH_MAX];
  common->err->format_message(common, message);
  snprintf(self->report->message, sizeof self->report->message, "%s", message);
  switch (common->err->msg_code) {
    case JERR_OUT_OF_MEMORY: leave(common, OM_NO_MEMORY);
    case JERR_NO_BACKING_STORE: leave(common, OM_TOO_MUCH_MEMORY);
    case JERR_SOF_UNSUPPORTED: case JERR_ARITH_NOTIMPL: case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL: case JERR_CCIR601_NOTIMPL: case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL: case JERR_NOT_COMPILED: case JERR_IMAGE_TOO_BIG:
      leave(common, OM_UNSUPPORTED);
    default: leave(common, self->is_past_end ? OM_TRUNCATED : OM_DAMAGED);
  }
}

// Whether a warning leaves the pixels as they were meant: versions and transforms that are not known, the numbers of coefficients left
// out in a file that has them all, as in panoramas of phones, and bytes between segments, such as the end of EXIF data with a wrong
// length. Behind the first pixels of a file that is not progressive they are pixels that were not understood, and before a restart
// marker in any.
static int is_harmless(j_common_ptr common) {
  const struct jpeg_error_mgr *errors = common->err;
  switch (errors->msg_code) {
    case JWRN_ADOBE_XFORM: case JWRN_JFIF_MAJOR: case JWRN_NOT_SEQUENTIAL: return 1;
    case JWRN_EXTRANEOUS_DATA: {
      j_decompress_ptr jpeg = (j_decompress_ptr)common;
      if (jpeg->input_scan_number > 0 && !jpeg->progressive_mode) return 0;
      return errors->msg_parm.i[1] < JPEG_RST0 || errors->msg_parm.i[1] > JPEG_RST0 + 7;
    }
    default: return 0;
  }
}

// Most warnings (levels below 0) mean that data was repaired by guessing.
static void emit_message(j_common_ptr common, int level) {
  if (level >= 0 || is_harmless(common)) return;
  decoder *self = decoder_of(common);
  if (!self->report->is_partial) {
    char message[JMSG_LENGTH_MAX];
    common->err->format_message(common, message);
    snprintf(self->report->message, sizeof self->report->message, "%s", message);
  }
  self->report->is_partial = 1;
  common->err->num_warnings++;
}

static void output_message(j_common_ptr common) { (void)common; }

static void source_does_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean next_piece(j_decompress_ptr jpeg) {
  decoder *self = decoder_of((j_common_ptr)jpeg);
  while (self->next_span < self->span_count) {
    om_span span = self->spans[self->next_span++];
    if (span.count == 0) continue;
    self->source.next_input_byte = span.start;
    self->source.bytes_in_buffer = span.count;
    return TRUE;
  }
  // libjpeg fills what is missing with grey when it meets the end early.
  self->is_past_end = 1;
  if (!self->is_cut) self->report->is_partial = 1;
  self->source.next_input_byte = end_of_image;
  self->source.bytes_in_buffer = sizeof end_of_image;
  return TRUE;
}

static void skip_bytes(j_decompress_ptr jpeg, long count) {
  decoder *self = decoder_of((j_common_ptr)jpeg);
  while (count > 0) {
    if ((size_t)count <= self->source.bytes_in_buffer) {
      self->source.next_input_byte += count;
      self->source.bytes_in_buffer -= (size_t)count;
      return;
    }
    count -= (long)self->source.bytes_in_buffer;
    next_piece(jpeg);
    if (self->is_past_end) return;
  }
}

// Called for every row of blocks, also while a progressive file is read in and there are no rows yet.
static void watch_progress(j_common_ptr common) {
  decoder *self = decoder_of(common);
  j_decompress_ptr jpeg = (j_decompress_ptr)common;
  if ((uint32_t)jpeg->input_scan_number > self->limits->scans) leave(common, OM_TOO_MANY_SCANS);
  if (!self->sink->poll(self->sink->context)) leave(common, OM_STOPPED);
}

// What libjpeg holds of a file with several scans: every coefficient, two bytes each.
static uint64_t coefficient_bytes(j_decompress_ptr jpeg) {
  uint64_t blocks = 0;
  for (int i = 0; i < jpeg->num_components; i++) {
    const jpeg_component_info *component = &jpeg->comp_info[i];
    uint64_t across = component->width_in_blocks + component->h_samp_factor - 1;
    uint64_t down = component->height_in_blocks + component->v_samp_factor - 1;
    blocks += across * down;
  }
  return blocks * sizeof(JBLOCK);
}

// What is held at a time, at most. Besides coefficients these are rows of blocks: those that the inverse transform
// makes, those that are enlarged, and a strip that is delivered.
static uint64_t held_bytes(j_decompress_ptr jpeg) {
  uint64_t block = (uint64_t)jpeg->max_h_samp_factor * DCTSIZE;
  uint64_t width = (jpeg->image_width + block - 1) / block * block;
  uint64_t rows = 2 * (uint64_t)jpeg->num_components * jpeg->max_v_samp_factor * DCTSIZE + 4 * STRIP;
  return width * rows + (jpeg_has_multiple_scans(jpeg) ? coefficient_bytes(jpeg) : 0);
}

static inline uint8_t product(unsigned a, unsigned b) {
  unsigned t = a * b + 128;
  return (uint8_t)((t + (t >> 8)) >> 8);
}

// To RGB, in place. Files store the amount of light, not of ink, as Adobe's programs do: browsers take all of them so, with
// Adobe's marker or without.
static void convert_cmyk(uint8_t *row, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    unsigned light = row[4 * i + 3];
    for (int k = 0; k < 3; k++) row[3 * i + k] = product(row[4 * i + k], light);
  }
}

static om_status check(j_decompress_ptr jpeg, const om_limits *limits) {
  if ((uint64_t)jpeg->image_width * jpeg->image_height > limits->pixels) return OM_TOO_MANY_PIXELS;
  return held_bytes(jpeg) > limits->memory ? OM_TOO_MUCH_MEMORY : OM_OK;
}

static om_plane plane_of(j_decompress_ptr jpeg, const jpeg_component_info *component) {
  double across = (double)component->h_samp_factor / jpeg->max_h_samp_factor;
  double down = (double)component->v_samp_factor / jpeg->max_v_samp_factor;
  double scale = component->DCT_scaled_size / 8.0;
  return (om_plane){
      .width = component->downsampled_width,
      .height = component->downsampled_height,
      .across = across * scale,
      .down = down * scale,
      .sampling_across = across,
      .sampling_down = down};
}

// Delivers what the inverse transform makes: colours at their own size, not converted to RGB. That is cheaper done
// to the small result.
static om_status deliver_planes(decoder *self, j_decompress_ptr jpeg) {
  const om_sink *sink = self->sink;
  om_geometry geometry = {
      .source_width = jpeg->image_width,
      .source_height = jpeg->image_height,
      .channels = 1,
      .plane_count = (uint32_t)jpeg->num_components,
      .held = held_bytes(jpeg)};
  JSAMPROW rows[OM_MAX_PLANES][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY planes[OM_MAX_PLANES];
  uint32_t heights[OM_MAX_PLANES];
  size_t strides[OM_MAX_PLANES];
  for (uint32_t i = 0; i < geometry.plane_count; i++) {
    const jpeg_component_info *component = &jpeg->comp_info[i];
    geometry.planes[i] = plane_of(jpeg, component);
    heights[i] = (uint32_t)(component->v_samp_factor * component->DCT_scaled_size);
    // Whole blocks.
    strides[i] = (size_t)component->width_in_blocks * component->DCT_scaled_size;
  }
  if (!sink->begin(sink->context, &geometry)) return OM_STOPPED;
  for (uint32_t i = 0; i < geometry.plane_count; i++) {
    uint8_t *strip = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, heights[i] * strides[i]);
    for (uint32_t y = 0; y < heights[i]; y++) rows[i][y] = strip + y * strides[i];
    planes[i] = rows[i];
  }

  JDIMENSION strip_height = (JDIMENSION)(jpeg->max_v_samp_factor * jpeg->min_DCT_scaled_size);
  uint32_t delivered[OM_MAX_PLANES] = {0};
  while (jpeg->output_scanline < jpeg->output_height) {
    jpeg_read_raw_data(jpeg, planes, strip_height);
    for (uint32_t i = 0; i < geometry.plane_count; i++) {
      uint32_t rest = geometry.planes[i].height - delivered[i];
      uint32_t count = rest < heights[i] ? rest : heights[i];
      delivered[i] += count;
      if (!sink->rows(sink->context, i, rows[i][0], strides[i], count)) return OM_STOPPED;
    }
  }
  return OM_OK;
}

static om_status deliver_rgb(decoder *self, j_decompress_ptr jpeg, int is_cmyk) {
  const om_sink *sink = self->sink;
  om_geometry geometry = {
      .source_width = jpeg->image_width,
      .source_height = jpeg->image_height,
      .channels = 3,
      .plane_count = 1,
      .planes = {
          {.width = jpeg->output_width,
           .height = jpeg->output_height,
           .across = jpeg->scale_num / 8.0,
           .down = jpeg->scale_num / 8.0,
           .sampling_across = 1,
           .sampling_down = 1}},
      .held = held_bytes(jpeg)};
  if (!sink->begin(sink->context, &geometry)) return OM_STOPPED;

  size_t stride = (size_t)jpeg->output_width * (is_cmyk ? 4 : 3);
  uint8_t *strip = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, STRIP * stride);
  JSAMPROW rows[STRIP];
  for (int i = 0; i < STRIP; i++) rows[i] = strip + i * stride;
  while (jpeg->output_scanline < jpeg->output_height) {
    uint32_t count = 0;
    while (count < STRIP && jpeg->output_scanline < jpeg->output_height) {
      count += jpeg_read_scanlines(jpeg, rows + count, STRIP - count);
    }
    for (uint32_t y = 0; is_cmyk && y < count; y++) {
      if (self->ink) om_transform_ink(self->ink, rows[y], jpeg->output_width);
      else convert_cmyk(rows[y], jpeg->output_width);
    }
    if (!sink->rows(sink->context, 0, strip, stride, count)) return OM_STOPPED;
  }
  return OM_OK;
}

// Holds the setjmp and makes every call of libjpeg; `self` lives in the caller, so that it outlasts a longjmp.
static om_status decode(decoder *self, j_decompress_ptr jpeg, unsigned eighths, int is_rgb) {
  if (setjmp(self->on_error)) return self->status;
  jpeg_create_decompress(jpeg);
  jpeg->src = &self->source;
  jpeg->progress = &self->progress;
  jpeg->mem->max_memory_to_use = (long)self->limits->memory;

  jpeg_read_header(jpeg, TRUE);
  om_status status = check(jpeg, self->limits);
  if (status != OM_OK) return status;
  int is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->raw_data_out =
      jpeg->jpeg_color_space == JCS_GRAYSCALE || (jpeg->jpeg_color_space == JCS_YCbCr && !is_rgb);
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
  jpeg->scale_num = eighths;
  jpeg->scale_denom = 8;
  jpeg->dct_method = JDCT_ISLOW;
  jpeg->do_block_smoothing = FALSE;
  jpeg_start_decompress(jpeg);
  status = jpeg->raw_data_out ? deliver_planes(self, jpeg) : deliver_rgb(self, jpeg, is_cmyk);
  // Reads on to the end-of-image marker, whose absence is reported.
  if (status == OM_OK) jpeg_finish_decompress(jpeg);
  return status;
}

om_status om_jpeg_decode(
    const om_span *spans, size_t span_count, int is_cut, unsigned eighths, int is_rgb, const om_transform *ink,
    const om_limits *limits, const om_sink *sink, om_report *report) {
  struct jpeg_decompress_struct jpeg;
  decoder self = {
      .source =
          {.init_source = source_does_nothing,
           .fill_input_buffer = next_piece,
           .skip_input_data = skip_bytes,
           .resync_to_restart = jpeg_resync_to_restart,
           .term_source = source_does_nothing},
      .progress = {.progress_monitor = watch_progress},
      .spans = spans,
      .span_count = span_count,
      .is_cut = is_cut,
      .ink = ink,
      .limits = limits,
      .sink = sink,
      .report = report};
  memset(&jpeg, 0, sizeof jpeg);
  memset(report, 0, sizeof *report);
  jpeg.err = jpeg_std_error(&self.errors);
  self.errors.error_exit = error_exit;
  self.errors.emit_message = emit_message;
  self.errors.output_message = output_message;
  jpeg.client_data = &self;
  om_status status = decode(&self, &jpeg, eighths, is_rgb);
  jpeg_destroy_decompress(&jpeg);
  return status;
}

#endif
