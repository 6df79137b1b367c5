// Writes the kinds of image files that the library reads but does not write, for its tests and fuzzing.
#ifndef CIMAGESAMPLES_H
#define CIMAGESAMPLES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)

typedef enum { SAMPLE_GREY = 1, SAMPLE_RGB, SAMPLE_YCC, SAMPLE_CMYK, SAMPLE_YCCK } sample_colors;

typedef struct {
  sample_colors colors;   // as stored; the pixels have 1, 3 or 4 bytes
  int quality;
  int is_progressive;
  int is_arithmetic;
  int full_chroma;        // 4:4:4 instead of 4:2:0
  int luma_across, luma_down;  // sampling factors of brightness beside 1 for colours; 0 as above
  int restart_rows;       // a restart marker after so many rows of blocks
} sample_jpeg_options;

// `*out` is to be freed with sample_free; 0 bytes when the codec refuses.
size_t sample_jpeg(const uint8_t *pixels, int width, int height, sample_jpeg_options options, uint8_t **out);

// RGBA; lossless when `quality` is 0. 0 bytes when built without the trait WebP.
size_t sample_webp(const uint8_t *rgba, int width, int height, float quality, uint8_t **out);

void sample_free(uint8_t *bytes);

#endif
#endif
