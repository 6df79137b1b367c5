// What the Swift side needs of libjpeg-turbo, libpng, libwebp and Little CMS: rows in, rows out, nothing else. Elsewhere
// than on Linux nothing but the filter of om_filter.h.
//
// Error handling. libjpeg and libpng report errors by longjmp. Each function below holds its own setjmp and
// makes every call of the library itself; a callback into Swift has always returned before the library is
// entered again, so no longjmp ever crosses a Swift frame.
#ifndef COPENMARKETCODECS_H
#define COPENMARKETCODECS_H

#include <stddef.h>
#include <stdint.h>

#include "om_filter.h"

#if defined(__linux__)

typedef enum {
  OM_OK = 0,
  OM_STOPPED,          // a callback returned 0
  OM_DAMAGED,          // the bytes are not what the format says
  OM_TRUNCATED,        // the bytes end before the first row
  OM_UNSUPPORTED,      // a variant that the library does not decode
  OM_TOO_MANY_PIXELS,  // more than om_limits.pixels
  OM_TOO_MUCH_MEMORY,  // libjpeg would hold more than om_limits.memory
  OM_TOO_MANY_SCANS,   // more than om_limits.scans
  OM_NO_MEMORY,        // malloc failed
  OM_MISSING           // built without this codec
} om_status;

// A piece of a file. A decoder that takes several reads them as if they were one.
typedef struct {
  const uint8_t *start;
  size_t count;
} om_span;

// What a decoder may use; checked after the header and before any work.
typedef struct {
  uint64_t pixels;  // of the source
  uint64_t memory;  // bytes held at a time
  uint32_t scans;   // of a JPEG file
} om_limits;

// A plane of samples, and how it relates to the pixels of the source.
typedef struct {
  uint32_t width, height;
  double across, down;                    // samples for each pixel of the source
  double sampling_across, sampling_down;  // samples in the file for each pixel: 0.5 for colours at half size
} om_plane;

enum { OM_MAX_PLANES = 3 };

// The rows that a decoder is about to deliver.
typedef struct {
  uint32_t source_width, source_height;
  uint32_t channels;     // bytes per sample: 1 = grey, or the planes Y, Cb and Cr; 3 = RGB; 4 = RGBA
  uint32_t plane_count;  // 1, or 3
  om_range range;        // of Y, Cb and Cr
  om_plane planes[OM_MAX_PLANES];
  uint64_t held;         // bytes that the codec will hold at a time, at most
} om_geometry;

// Where rows go. All callbacks return 0 to stop.
typedef struct {
  void *context;
  int (*begin)(void *context, const om_geometry *geometry);  // before any buffer of the size of a row is made
  int (*rows)(void *context, uint32_t plane, const uint8_t *rows, size_t stride, uint32_t count);
  int (*poll)(void *context);  // called now and then while there are no rows, also within one
} om_sink;

typedef struct {
  int is_partial;     // rows are missing or guessed
  char message[200];  // the library's words, when it failed or warned
} om_report;

// The models of colours that a profile can be for: as many bytes a pixel.
typedef enum { OM_GREY = 1, OM_RGB = 3, OM_CMYK = 4 } om_model;

// Changes the colours of an ICC profile to those of sRGB. Many threads may use one at a time.
typedef struct om_transform om_transform;

// Null when the profile cannot be used, or tables for it would need more than `memory` bytes at a time.
om_transform *om_transform_create(om_span profile, om_model model, size_t memory);

void om_transform_destroy(om_transform *transform);

// The bytes that it holds.
size_t om_transform_held(const om_transform *transform);

// Pixels in place: RGB, or with 4 channels premultiplied RGBA. Of grey, all colours are the first one before.
void om_transform_pixels(const om_transform *transform, uint8_t *pixels, size_t channels, size_t count);

// A row of CMYK to RGB, in place; 255 is no ink.
void om_transform_ink(const om_transform *transform, uint8_t *row, size_t count);

// The first `capacity` bytes of a zlib stream; `*is_whole` when these are all of it, with the right checksum.
size_t om_inflate(om_span from, uint8_t *out, size_t capacity, int *is_whole);

// Decodes a JPEG file at `eighths` (1, 2, 4 or 8) of its size: as grey or as planes, where it has them and not
// `is_rgb`, else as RGB. CMYK becomes RGB by `ink`, or without it as light that the inks let through. With `is_cut` the spans
// are known to end early, on purpose; else a missing end makes the picture partial.
om_status om_jpeg_decode(
    const om_span *spans, size_t span_count, int is_cut, unsigned eighths, int is_rgb, const om_transform *ink,
    const om_limits *limits, const om_sink *sink, om_report *report);

// Encodes RGB rows; `*out` is to be freed with om_free. Chroma is halved (4:2:0) unless `full_chroma`.
om_status om_jpeg_encode(
    const uint8_t *rgb, uint32_t width, uint32_t height, size_t stride, int quality, int full_chroma,
    uint8_t **out, size_t *out_count, om_report *report);

// Decodes a PNG file as RGBA when `has_alpha`, else as RGB.
om_status om_png_decode(
    om_span file, int has_alpha, const om_limits *limits, const om_sink *sink, om_report *report);

// Encodes rows of 3 (RGB) or 4 (RGBA, not premultiplied) bytes per pixel; `*out` is to be freed with om_free.
om_status om_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels, uint8_t **out,
    size_t *out_count, om_report *report);

// What of a WebP picture is wanted; zeros for all of it at its own size.
typedef struct {
  uint32_t width, height;                // libwebp reduces to this size
  uint32_t canvas_width, canvas_height;  // the picture is a part of a transparent canvas of this size
  uint32_t x, y;                         // and stands there
  int is_opaque;                         // alpha in it is ignored; not with a canvas
} om_webp_request;

// Decodes a still WebP picture, or the bitstream of one frame: as planes when libwebp reduces a lossy one without
// alpha, else as RGB when it is opaque, or premultiplied RGBA.
om_status om_webp_decode(
    om_span file, om_webp_request request, const om_limits *limits, const om_sink *sink, om_report *report);

// Whether om_webp_decode was built in.
int om_has_webp(void);

void om_free(void *bytes);

// Gives pages that hold only freed blocks back to the system, in all arenas of the allocator.
void om_give_back_memory(void);

// Has all threads allocate in the same two arenas instead of one for each of them.
void om_share_arenas(void);

#endif
#endif
