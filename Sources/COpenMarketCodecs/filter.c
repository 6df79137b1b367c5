#include "om_filter.h"

// Vector types of GCC and clang: without an instruction of that width the compiler takes two.
typedef uint8_t bytes8 __attribute__((vector_size(8), aligned(1)));
typedef uint8_t bytes32 __attribute__((vector_size(32)));
typedef uint8_t loose_bytes32 __attribute__((vector_size(32), aligned(1)));
typedef int16_t shorts4 __attribute__((vector_size(8), aligned(2)));
typedef int16_t shorts8 __attribute__((vector_size(16)));
typedef int16_t loose_shorts8 __attribute__((vector_size(16), aligned(2)));
typedef int16_t shorts16 __attribute__((vector_size(32)));
typedef uint16_t ushorts8 __attribute__((vector_size(16)));
typedef int32_t ints4 __attribute__((vector_size(16)));
typedef int32_t ints8 __attribute__((vector_size(32)));
typedef int32_t ints16 __attribute__((vector_size(64)));

// On x86 the costly loops are compiled twice, for every processor and for those with AVX2: `name`_loop is written once.
#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR(name, parameters, arguments) \
  __attribute__((target("avx2"))) static void name##_avx2 parameters { name##_loop arguments; } \
  void name parameters { \
    if (__builtin_cpu_supports("avx2")) name##_avx2 arguments; \
    else name##_loop arguments; \
  }
#else
#define FOR_EACH_PROCESSOR(name, parameters, arguments) \
  void name parameters { name##_loop arguments; }
#endif
#define LOOP static inline __attribute__((always_inline)) void

// Products of neighbours, added in pairs: one instruction of x86 (pmaddwd).
static inline ints4 paired_products(shorts8 a, shorts8 b) {
  ints8 all = __builtin_convertvector(a, ints8) * __builtin_convertvector(b, ints8);
  return __builtin_shufflevector(all, all, 0, 2, 4, 6) + __builtin_shufflevector(all, all, 1, 3, 5, 7);
}

// The same for twice as many; a macro, as functions may not pass what does not fit a register.
#define PAIRED_PRODUCTS(a, b) ({ \
    const ints16 all = __builtin_convertvector(a, ints16) * __builtin_convertvector(b, ints16); \
    __builtin_shufflevector(all, all, 0, 2, 4, 6, 8, 10, 12, 14) + \
        __builtin_shufflevector(all, all, 1, 3, 5, 7, 9, 11, 13, 15); \
  })

// Eight bytes from `i` and eight from `i` + 16 of each of two vectors, taken in turns: what AVX2 can do, which works on
// halves.
#define TURNS(a, b, i) \
  __builtin_shufflevector( \
      a, b, i, i + 32, i + 1, i + 33, i + 2, i + 34, i + 3, i + 35, i + 4, i + 36, i + 5, i + 37, i + 6, i + 38, i + 7, \
      i + 39, i + 16, i + 48, i + 17, i + 49, i + 18, i + 50, i + 19, i + 51, i + 20, i + 52, i + 21, i + 53, i + 22, \
      i + 54, i + 23, i + 55)

LOOP om_filter_down_loop(
    const uint8_t *const *rows, const int16_t *weights, size_t taps, int16_t *out, size_t count) {
  enum { SHIFT = OM_WEIGHT_BITS - OM_SAMPLE_BITS };
  const ints8 half = (ints8){0} + (1 << (SHIFT - 1));
  const bytes32 zero = {0};
  for (size_t x = 0; x < count; x += OM_ROW_PADDING) {
    // The sums of a block stay in registers: samples 4 * i to 4 * i + 3, and those 16 further on.
    ints8 sums[4] = {half, half, half, half};
    for (size_t t = 0; t + 1 < taps; t += 2) {
      bytes32 a = *(const loose_bytes32 *)(rows[t] + x), b = *(const loose_bytes32 *)(rows[t + 1] + x);
      bytes32 low = TURNS(a, b, 0), high = TURNS(a, b, 8);
      int16_t wa = weights[t], wb = weights[t + 1];
      shorts16 w = {wa, wb, wa, wb, wa, wb, wa, wb, wa, wb, wa, wb, wa, wb, wa, wb};
      sums[0] += PAIRED_PRODUCTS((shorts16)TURNS(low, zero, 0), w);
      sums[1] += PAIRED_PRODUCTS((shorts16)TURNS(low, zero, 8), w);
      sums[2] += PAIRED_PRODUCTS((shorts16)TURNS(high, zero, 0), w);
      sums[3] += PAIRED_PRODUCTS((shorts16)TURNS(high, zero, 8), w);
    }
    for (size_t i = 0; i < 4; i++) {
      ints8 all = sums[i] >> SHIFT;
      *(shorts4 *)(out + x + 4 * i) = __builtin_convertvector(__builtin_shufflevector(all, all, 0, 1, 2, 3), shorts4);
      *(shorts4 *)(out + x + 4 * i + 16) = __builtin_convertvector(__builtin_shufflevector(all, all, 4, 5, 6, 7), shorts4);
    }
  }
}

FOR_EACH_PROCESSOR(
    om_filter_down,
    (const uint8_t *const *rows, const int16_t *weights, size_t taps, int16_t *out, size_t count),
    (rows, weights, taps, out, count))

// The halves of two vectors added, in turns.
static inline ints4 added_pairs(ints4 a, ints4 b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
}

LOOP om_filter_across_loop(
    const int16_t *restrict row, const int32_t *restrict starts, const int16_t *restrict weights, size_t taps,
    int16_t *restrict out, size_t count) {
  enum { HALF = 1 << (OM_WEIGHT_BITS - 1) };
  for (size_t x = 0; x < count; x += OM_OUTPUT_PADDING) {
    // Four samples at a time: their sums are added up together.
    ints4 sums[OM_OUTPUT_PADDING] = {{0}, {0}, {0}, {0}};
    for (size_t i = 0; i < OM_OUTPUT_PADDING; i++, weights += taps) {
      const int16_t *samples = row + starts[x + i];
      for (size_t t = 0; t < taps; t += OM_TAPS_PADDING) {
        const shorts8 w = *(const loose_shorts8 *)(weights + t);
        sums[i] += paired_products(*(const loose_shorts8 *)(samples + t), w);
      }
    }
    ints4 left = added_pairs(sums[0], sums[1]), right = added_pairs(sums[2], sums[3]);
    ints4 all = __builtin_shufflevector(left, right, 0, 1, 4, 5) + __builtin_shufflevector(left, right, 2, 3, 6, 7);
    *(shorts4 *)(out + x) = __builtin_convertvector((all + HALF) >> OM_WEIGHT_BITS, shorts4);
  }
}

FOR_EACH_PROCESSOR(
    om_filter_across,
    (const int16_t *row, const int32_t *starts, const int16_t *weights, size_t taps, int16_t *out, size_t count),
    (row, starts, weights, taps, out, count))

void om_add_row(const uint8_t *restrict row, uint32_t *restrict sums, size_t count) {
  for (size_t x = 0; x < count; x++) sums[x] += row[x];
}

void om_take_average(uint32_t *restrict sums, uint32_t rows, uint8_t *restrict out, size_t count) {
  for (size_t x = 0; x < count; x++) {
    out[x] = (uint8_t)((sums[x] + rows / 2) / rows);
    sums[x] = 0;
  }
}

void om_split_channels(
    const int16_t *restrict row, size_t channels, int16_t *restrict out, size_t stride, size_t count) {
  for (size_t channel = 0; channel < channels; channel++, out += stride) {
    for (size_t x = 0; x < count; x++) out[x] = row[x * channels + channel];
  }
}

static inline uint8_t clamped(int32_t value, int32_t limit) {
  return (uint8_t)(value < 0 ? 0 : value > limit ? limit : value);
}

LOOP om_ycbcr_to_rgb_loop(
    const int16_t *restrict y, const int16_t *restrict cb, const int16_t *restrict cr, om_range range,
    uint8_t *restrict rgb, size_t count) {
  enum { BITS = 14, SHIFT = BITS + OM_SAMPLE_BITS, MIDDLE = 128 << OM_SAMPLE_BITS };
  // JFIF: 1, 1.402, 0.344136, 0.714136, 1.772; video: these times 255/219 and 255/224.
  const int is_video = range == OM_VIDEO_RANGE;
  const int32_t black = is_video ? 16 << OM_SAMPLE_BITS : 0, to_light = is_video ? 19077 : 1 << BITS;
  const int32_t red_from_cr = is_video ? 26149 : 22970, green_from_cb = is_video ? 6419 : 5638;
  const int32_t green_from_cr = is_video ? 13320 : 11700, blue_from_cb = is_video ? 33050 : 29032;
  for (size_t x = 0; x < count; x++) {
    int32_t light = (y[x] - black) * to_light + (1 << (SHIFT - 1)), blue = cb[x] - MIDDLE, red = cr[x] - MIDDLE;
    rgb[3 * x] = clamped((light + red_from_cr * red) >> SHIFT, 255);
    rgb[3 * x + 1] = clamped((light - green_from_cb * blue - green_from_cr * red) >> SHIFT, 255);
    rgb[3 * x + 2] = clamped((light + blue_from_cb * blue) >> SHIFT, 255);
  }
}

FOR_EACH_PROCESSOR(
    om_ycbcr_to_rgb,
    (const int16_t *y, const int16_t *cb, const int16_t *cr, om_range range, uint8_t *rgb, size_t count),
    (y, cb, cr, range, rgb, count))

static inline int32_t rounded(int16_t sample) {
  return (sample + (1 << (OM_SAMPLE_BITS - 1))) >> OM_SAMPLE_BITS;
}

uint8_t om_join_channels(
    const int16_t *restrict rows, size_t stride, size_t channels, uint8_t *restrict out, size_t count) {
  uint8_t least = 255;
  for (size_t x = 0; x < count; x++, rows++, out += channels) {
    uint8_t limit = 255;
    if (channels == 4) {
      // Lanczos overshoots.
      limit = out[3] = clamped(rounded(rows[3 * stride]), 255);
      if (limit < least) least = limit;
    }
    for (size_t channel = 0; channel < 3; channel++) {
      // Grey is one row for all three.
      out[channel] = clamped(rounded(rows[channels == 1 ? 0 : channel * stride]), limit);
    }
    if (channels == 1) out += 2;
  }
  return least;
}

// Two pixels.
static inline ushorts8 premultiplied(ushorts8 pixels) {
  const ushorts8 is_alpha = {0, 0, 0, 0xFFFF, 0, 0, 0, 0xFFFF};
  ushorts8 alpha = __builtin_shufflevector(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7);
  ushorts8 product = pixels * ((alpha & ~is_alpha) | (is_alpha & 255)) + 128;
  // Divided by 255 and rounded, exactly.
  return (product + (product >> 8)) >> 8;
}

void om_premultiply(const uint8_t *restrict rgba, uint8_t *restrict out, size_t count) {
  size_t x = 0;
  for (; x + 2 <= count; x += 2) {
    ushorts8 pixels = __builtin_convertvector(*(const bytes8 *)(rgba + 4 * x), ushorts8);
    *(bytes8 *)(out + 4 * x) = __builtin_convertvector(premultiplied(pixels), bytes8);
  }
  for (; x < count; x++) {
    ushorts8 pixel = {rgba[4 * x], rgba[4 * x + 1], rgba[4 * x + 2], rgba[4 * x + 3]};
    pixel = premultiplied(pixel);
    for (size_t channel = 0; channel < 4; channel++) out[4 * x + channel] = (uint8_t)pixel[channel];
  }
}
