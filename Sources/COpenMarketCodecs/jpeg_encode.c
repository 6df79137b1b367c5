#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf on_error;
  uint8_t *bytes;
  size_t capacity;
  om_report *report;
} encoder;

static void error_exit(j_common_ptr common) {
  encoder *self = (encoder *)common->client_data;
  char message[JMSG_LENGTH_MAX];
  common->err->format_message(common, message);
  snprintf(self->report->message, sizeof self->report->message, "%s", message);
  longjmp(self->on_error, 1);
}

static void emit_message(j_common_ptr common, int level) { (void)common, (void)level; }

// jpeg_mem_dest would leave nothing valid to free after an error.
static boolean grow(j_compress_ptr jpeg) {
  encoder *self = jpeg->client_data;
  size_t used = self->capacity;
  size_t capacity = used ? 2 * used : 65536;
  uint8_t *bytes = realloc(self->bytes, capacity);
  if (!bytes) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
  self->bytes = bytes;
  self->capacity = capacity;
  self->destination.next_output_byte = bytes + used;
  self->destination.free_in_buffer = capacity - used;
  return TRUE;
}

static void begin_output(j_compress_ptr jpeg) { grow(jpeg); }

static void end_output(j_compress_ptr jpeg) { (void)jpeg; }

// Holds the setjmp and makes every call of libjpeg; `self` lives in the caller, so that it outlasts a longjmp.
static om_status encode(
    encoder *self, j_compress_ptr jpeg, const uint8_t *rgb, uint32_t width, uint32_t height, size_t stride,
    int quality, int full_chroma) {
  if (setjmp(self->on_error)) return jpeg->err->msg_code == JERR_OUT_OF_MEMORY ? OM_NO_MEMORY : OM_UNSUPPORTED;
  jpeg_create_compress(jpeg);
  jpeg->dest = &self->destination;
  jpeg->image_width = width;
  jpeg->image_height = height;
  jpeg->input_components = 3;
  jpeg->in_color_space = JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  jpeg->optimize_coding = TRUE;
  if (full_chroma) jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(rgb + jpeg->next_scanline * stride);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  return OM_OK;
}

om_status om_jpeg_encode(
    const uint8_t *rgb, uint32_t width, uint32_t height, size_t stride, int quality, int full_chroma,
    uint8_t **out, size_t *out_count, om_report *report) {
  struct jpeg_compress_struct jpeg;
  encoder self = {
      .destination =
          {.init_destination = begin_output, .empty_output_buffer = grow, .term_destination = end_output},
      .report = report};
  memset(&jpeg, 0, sizeof jpeg);
  memset(report, 0, sizeof *report);
  jpeg.err = jpeg_std_error(&self.errors);
  self.errors.error_exit = error_exit;
  self.errors.emit_message = emit_message;
  jpeg.client_data = &self;
  om_status status = encode(&self, &jpeg, rgb, width, height, stride, quality, full_chroma);
  jpeg_destroy_compress(&jpeg);
  *out = status == OM_OK ? self.bytes : NULL;
  *out_count = status == OM_OK ? self.capacity - self.destination.free_in_buffer : 0;
  if (status != OM_OK) free(self.bytes);
  return status;
}

void om_free(void *bytes) { free(bytes); }

#endif
