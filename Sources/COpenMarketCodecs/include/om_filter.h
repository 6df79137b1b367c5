// The inner loops of the resampler: a separable filter over rows of bytes, in 16-bit fixed point.
//
// In C for its vector types: the same lines become pmaddwd on x86 and smull on ARM, also in builds without
// optimisation for a certain processor, and tests in debug builds stay fast. Needs no library.
#ifndef OM_FILTER_H
#define OM_FILTER_H

#include <stddef.h>
#include <stdint.h>

enum {
  OM_WEIGHT_BITS = 14,   // a weight of 1 is 1 << 14
  OM_SAMPLE_BITS = 6,    // a filtered sample has 6 bits after the point; two passes stay within -200 to 460
  OM_ROW_PADDING = 32,   // rows are read and written in blocks of so many samples
  OM_TAPS_PADDING = 8,   // across: weights come in blocks of so many
  OM_OUTPUT_PADDING = 4  // across: samples are made in blocks of so many
};

// One row out of several: out[x] = sum of rows[t][x] * weights[t]. `taps` is even; rows and `out` have room for
// `count` rounded up to OM_ROW_PADDING.
void om_filter_down(
    const uint8_t *const *rows, const int16_t *weights, size_t taps, int16_t *out, size_t count);

// out[x] = sum of row[starts[x] + t] * weights[x * taps + t]. `taps` is a multiple of OM_TAPS_PADDING, and the row
// has as many readable samples behind each start. Starts, weights and `out` have room for `count` rounded up to
// OM_OUTPUT_PADDING.
void om_filter_across(
    const int16_t *row, const int32_t *starts, const int16_t *weights, size_t taps, int16_t *out, size_t count);

// sums[x] += row[x]
void om_add_row(const uint8_t *row, uint32_t *sums, size_t count);

// out[x] = sums[x] / rows, rounded; the sums are 0 then.
void om_take_average(uint32_t *sums, uint32_t rows, uint8_t *out, size_t count);

// Samples of `channels` channels that follow one another, into one row for each channel, `stride` samples apart.
void om_split_channels(const int16_t *row, size_t channels, int16_t *out, size_t stride, size_t count);

typedef enum {
  OM_FULL_RANGE,  // 0 to 255, as in JPEG files
  OM_VIDEO_RANGE  // 16 to 235 and 16 to 240, as in WebP files
} om_range;

// Brightness and colour differences (ITU-R BT.601) to RGB bytes.
void om_ycbcr_to_rgb(
    const int16_t *y, const int16_t *cb, const int16_t *cr, om_range range, uint8_t *rgb, size_t count);

// Filtered samples to bytes of `channels` interleaved channels, from rows `stride` samples apart. With 4 channels
// the last is alpha, which no colour exceeds; the smallest alpha is returned, else 255.
uint8_t om_join_channels(const int16_t *rows, size_t stride, size_t channels, uint8_t *out, size_t count);

// RGBA with its colours multiplied by alpha, rounded.
void om_premultiply(const uint8_t *rgba, uint8_t *out, size_t count);

#endif
