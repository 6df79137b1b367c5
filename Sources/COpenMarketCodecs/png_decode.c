#include "COpenMarketCodecs.h"

#if defined(__linux__)
#if !__has_include(<png.h>)
#error "OpenMarketImages needs libpng: install libpng-dev and zlib1g-dev"
#endif

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

// Rows delivered at a time, the bytes of the file between two polls, which inflate to a thousand times as many, and those that
// libpng asks for at a time.
enum { STRIP = 8, POLL_EACH = 8192, PIECE = 8192 };

typedef struct {
  om_span file;
  size_t position, polled;
  int is_past_end, is_stopped;
  const om_limits *limits;
  const om_sink *sink;
  om_report *report;
  // The rows in hand: all of an interlaced picture, else a strip.
  uint8_t *rows;
  size_t stride;
  uint32_t height, delivered, waiting;
  int passes, is_interlaced, has_rows;
} reader;

static void read_bytes(png_structp png, png_bytep to, size_t count) {
  reader *self = png_get_io_ptr(png);
  if (count > self->file.count - self->position) {
    self->is_past_end = 1;
    png_error(png, "the file ends early");
  }
  memcpy(to, self->file.start + self->position, count);
  self->position += count;
  // Of a piece that goes beyond the end of a file nothing is inflated; near it pieces become smaller.
  size_t half = (self->file.count - self->position) / 2;
  png_set_compression_buffer_size(png, half < PIECE ? half + 1 : PIECE);
  if (self->position - self->polled < POLL_EACH) return;
  // Rows may be far apart, and what follows the last row is inflated too.
  self->polled = self->position;
  if (self->sink->poll(self->sink->context)) return;
  self->is_stopped = 1;
  png_longjmp(png, 1);
}

static void on_error(png_structp png, png_const_charp message) {
  reader *self = png_get_error_ptr(png);
  snprintf(self->report->message, sizeof self->report->message, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

// The chunk beside the pixels that is kept; all others are skipped without inflating them.
static const png_byte kept_chunks[] = "tRNS";

static void configure(png_structp png) {
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, kept_chunks, 1);
  // The CRC of each chunk already covers the compressed bytes.
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
}

// All colour types become RGB or RGBA of 8 bits.
static void convert_to_rgb(png_structp png, png_infop info, int has_alpha) {
  png_byte color = png_get_color_type(png, info);
  if (png_get_bit_depth(png, info) == 16) png_set_scale_16(png);
  png_set_expand(png);
  if (!(color & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
  if (!has_alpha) png_set_strip_alpha(png);
  // tRNS and the alpha types bring alpha of their own.
  int brings_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  if (has_alpha && !brings_alpha) png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

static om_status deliver(reader *self, uint32_t count) {
  uint8_t *strip = self->is_interlaced ? self->rows + self->delivered * self->stride : self->rows;
  self->delivered += count;
  self->waiting = 0;
  return self->sink->rows(self->sink->context, 0, strip, self->stride, count) ? OM_OK : OM_STOPPED;
}

static om_status begin(reader *self, png_structp png, png_infop info, int has_alpha) {
  const om_limits *limits = self->limits;
  configure(png);
  png_read_info(png, info);
  uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if ((uint64_t)width * height > limits->pixels) return OM_TOO_MANY_PIXELS;
  convert_to_rgb(png, info, has_alpha);
  self->passes = png_set_interlace_handling(png);
  self->is_interlaced = self->passes > 1;
  self->height = height;
  uint32_t channels = has_alpha ? 4 : 3;
  // Interlaced rows are spread over the whole file, so all of them must be held.
  uint32_t row_count = self->is_interlaced || height < STRIP ? height : STRIP;
  om_geometry geometry = {
      .source_width = width,
      .source_height = height,
      .channels = channels,
      .plane_count = 1,
      .planes = {{width, height, 1, 1, 1, 1}},
      // libpng itself has two rows, of 8 bytes a pixel at most.
      .held = (uint64_t)width * channels * row_count + 16 * ((uint64_t)width + 16)};
  if (!self->sink->begin(self->sink->context, &geometry)) return OM_STOPPED;
  png_read_update_info(png, info);
  self->stride = png_get_rowbytes(png, info);
  if (self->stride != (size_t)width * channels) return OM_UNSUPPORTED;
  self->rows = calloc(row_count, self->stride);
  return self->rows ? OM_OK : OM_NO_MEMORY;
}

static om_status read_rows(reader *self, png_structp png) {
  self->has_rows = 1;
  for (int pass = 1; pass < self->passes; pass++) {
    for (uint32_t y = 0; y < self->height; y++) {
      png_read_row(png, NULL, self->rows + y * self->stride);
      if (y % 16 == 0 && !self->sink->poll(self->sink->context)) return OM_STOPPED;
    }
  }
  for (uint32_t y = 0; y < self->height; y++) {
    uint32_t place = self->is_interlaced ? y : self->waiting;
    uint8_t *row = self->rows + place * self->stride;
    // As the second row, what an earlier pass brought is kept where this one is silent.
    png_read_row(png, self->is_interlaced ? NULL : row, self->is_interlaced ? row : NULL);
    self->waiting += 1;
    if (self->waiting == STRIP || y + 1 == self->height) {
      om_status status = deliver(self, self->waiting);
      if (status != OM_OK) return status;
    }
  }
  return OM_OK;
}

// Holds the setjmp and makes every call of libpng; `self` lives in the caller, so that it outlasts a longjmp.
static om_status decode(reader *self, png_structp png, png_infop info, int has_alpha) {
  if (setjmp(png_jmpbuf(png))) {
    if (self->is_stopped) return OM_STOPPED;
    if (!self->has_rows) return self->is_past_end ? OM_TRUNCATED : OM_DAMAGED;
    // What is wrong after the header leaves the rows before it usable, and the coarse passes of all rows.
    self->report->is_partial = 1;
    uint32_t rest = self->is_interlaced ? self->height - self->delivered : self->waiting;
    return rest > 0 ? deliver(self, rest) : OM_OK;
  }
  png_set_read_fn(png, self, read_bytes);
  om_status status = begin(self, png, info, has_alpha);
  if (status == OM_OK) status = read_rows(self, png);
  if (status == OM_OK) png_read_end(png, NULL);
  return status;
}

om_status om_png_decode(
    om_span file, int has_alpha, const om_limits *limits, const om_sink *sink, om_report *report) {
  reader self = {.file = file, .limits = limits, .sink = sink, .report = report};
  memset(report, 0, sizeof *report);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &self, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  om_status status = info ? decode(&self, png, info, has_alpha) : OM_NO_MEMORY;
  png_destroy_read_struct(&png, &info, NULL);
  free(self.rows);
  return status;
}

#endif
