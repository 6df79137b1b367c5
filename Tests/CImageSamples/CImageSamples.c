#include "CImageSamples.h"

#if defined(__linux__)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#ifdef OPENMARKET_WEBP
#include <webp/encode.h>
#endif

size_t sample_jpeg(const uint8_t *pixels, int width, int height, sample_jpeg_options options, uint8_t **out) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  unsigned long count = 0;
  *out = NULL;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, out, &count);
  jpeg.image_width = width;
  jpeg.image_height = height;
  int is_ink = options.colors == SAMPLE_CMYK || options.colors == SAMPLE_YCCK;
  jpeg.input_components = options.colors == SAMPLE_GREY ? 1 : is_ink ? 4 : 3;
  jpeg.in_color_space = options.colors == SAMPLE_GREY ? JCS_GRAYSCALE : is_ink ? JCS_CMYK : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  static const J_COLOR_SPACE stored[] = {0, JCS_GRAYSCALE, JCS_RGB, JCS_YCbCr, JCS_CMYK, JCS_YCCK};
  jpeg_set_colorspace(&jpeg, stored[options.colors]);
  jpeg_set_quality(&jpeg, options.quality, TRUE);
  if (options.full_chroma) jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
  if (options.luma_across) {
    jpeg.comp_info[0].h_samp_factor = options.luma_across;
    jpeg.comp_info[0].v_samp_factor = options.luma_down;
  }
  if (options.is_progressive) jpeg_simple_progression(&jpeg);
  jpeg.arith_code = options.is_arithmetic;
  jpeg.restart_in_rows = options.restart_rows;
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)jpeg.next_scanline * width * jpeg.input_components);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  return count;
}

size_t sample_webp(const uint8_t *rgba, int width, int height, float quality, uint8_t **out) {
#ifdef OPENMARKET_WEBP
  return quality > 0 ? WebPEncodeRGBA(rgba, width, height, width * 4, quality, out)
                     : WebPEncodeLosslessRGBA(rgba, width, height, width * 4, out);
#else
  (void)rgba, (void)width, (void)height, (void)quality;
  *out = NULL;
  return 0;
#endif
}

void sample_free(uint8_t *bytes) { free(bytes); }

#endif
