#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
  om_report *report;
} writer;

static void write_bytes(png_structp png, png_bytep from, size_t count) {
  writer *self = png_get_io_ptr(png);
  if (count > self->capacity - self->count) {
    size_t capacity = 2 * (self->capacity + count);
    uint8_t *bytes = realloc(self->bytes, capacity);
    if (!bytes) png_error(png, "out of memory");
    self->bytes = bytes;
    self->capacity = capacity;
  }
  memcpy(self->bytes + self->count, from, count);
  self->count += count;
}

static void flush(png_structp png) { (void)png; }

static void on_error(png_structp png, png_const_charp message) {
  writer *self = png_get_error_ptr(png);
  snprintf(self->report->message, sizeof self->report->message, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

// Holds the setjmp and makes every call of libpng that can fail.
static om_status encode(
    writer *self, png_structp png, png_infop info, const uint8_t *pixels, uint32_t width, uint32_t height,
    size_t stride, uint32_t channels) {
  if (setjmp(png_jmpbuf(png))) return OM_UNSUPPORTED;
  png_set_write_fn(png, self, write_bytes, flush);
  png_set_IHDR(
      png, info, width, height, 8, channels == 4 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + y * stride);
  png_write_end(png, NULL);
  return OM_OK;
}

om_status om_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels, uint8_t **out,
    size_t *out_count, om_report *report) {
  writer self = {.report = report};
  memset(report, 0, sizeof *report);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &self, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  om_status status =
      info ? encode(&self, png, info, pixels, width, height, stride, channels) : OM_NO_MEMORY;
  png_destroy_write_struct(&png, &info);
  *out = status == OM_OK ? self.bytes : NULL;
  *out_count = status == OM_OK ? self.count : 0;
  if (status != OM_OK) free(self.bytes);
  return status;
}

#endif
