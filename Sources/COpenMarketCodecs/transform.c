#include "COpenMarketCodecs.h"

#if defined(__linux__)
#if !__has_include(<lcms2.h>)
#error "OpenMarketImages needs Little CMS: install liblcms2-dev (yum: lcms2-devel)"
#endif

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

// SMALL: blocks of Little CMS that are never refused, as it does not survive that everywhere; they are about 100 KB
// in all. PIECE: pixels that are put apart at a time.
enum { SMALL = 32768, PIECE = 256 };

struct om_transform {
  om_model model;
  cmsContext context;
  cmsHTRANSFORM colors;
  // What becomes of each grey: exact, where Little CMS would interpolate between 33 of them.
  uint8_t greys[256][3];
  size_t held, limit;
};

// Stands before every block that Little CMS holds.
typedef union {
  struct {
    om_transform *owner;  // null for the context itself
    size_t count;
  };
  max_align_t alignment;
} block;

static void *allocate(cmsContext context, cmsUInt32Number count) {
  om_transform *owner = cmsGetContextUserData(context);
  if (owner && count > SMALL && owner->held + count > owner->limit) return NULL;
  block *made = malloc(sizeof *made + count);
  if (!made) return NULL;
  made->owner = owner;
  made->count = count;
  if (owner) owner->held += count;
  return made + 1;
}

static void release(cmsContext context, void *bytes) {
  (void)context;
  if (!bytes) return;
  block *old = (block *)bytes - 1;
  if (old->owner) old->owner->held -= old->count;
  free(old);
}

static void *reallocate(cmsContext context, void *bytes, cmsUInt32Number count) {
  void *made = allocate(context, count);
  if (!made || !bytes) return made;
  size_t old = ((block *)bytes - 1)->count;
  memcpy(made, bytes, old < count ? old : count);
  release(context, bytes);
  return made;
}

static cmsHTRANSFORM transform_to_srgb(om_transform *self, om_span profile) {
  static const cmsTagSignature programs[] = {
      cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag};
  cmsHPROFILE from = cmsOpenProfileFromMemTHR(self->context, profile.start, (cmsUInt32Number)profile.count);
  if (!from) return NULL;
  // These hold any number of steps: 800 KB of them take more than a minute. Profiles that have them have a table, too.
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    if (cmsIsTag(from, programs[i])) cmsWriteTag(from, programs[i], NULL);
  }
  cmsUInt32Number input = self->model == OM_GREY ? TYPE_GRAY_8 : self->model == OM_RGB ? TYPE_RGB_8 : TYPE_CMYK_8;
  // Without its memory of the last pixel, many threads may use a transform.
  cmsUInt32Number flags = cmsFLAGS_NOCACHE | (self->model == OM_GREY ? cmsFLAGS_NOOPTIMIZE : 0);
  cmsHPROFILE to = cmsCreate_sRGBProfileTHR(self->context);
  cmsHTRANSFORM colors =
      to ? cmsCreateTransformTHR(self->context, from, input, to, TYPE_RGB_8, INTENT_PERCEPTUAL, flags) : NULL;
  if (to) cmsCloseProfile(to);
  cmsCloseProfile(from);
  return colors;
}

om_transform *om_transform_create(om_span profile, om_model model, size_t memory) {
  cmsPluginMemHandler handler = {
      .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2060, .Type = cmsPluginMemHandlerSig},
      .MallocPtr = allocate,
      .FreePtr = release,
      .ReallocPtr = reallocate};
  om_transform *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->model = model;
  self->limit = memory;
  // Messages are dropped unless a handler is set.
  self->context = cmsCreateContext(&handler, self);
  if (self->context) self->colors = transform_to_srgb(self, profile);
  if (!self->colors) {
    om_transform_destroy(self);
    return NULL;
  }
  if (model == OM_GREY) {
    uint8_t all[256];
    for (int i = 0; i < 256; i++) all[i] = (uint8_t)i;
    cmsDoTransform(self->colors, all, self->greys, 256);
  }
  return self;
}

void om_transform_destroy(om_transform *self) {
  if (self->colors) cmsDeleteTransform(self->colors);
  if (self->context) cmsDeleteContext(self->context);
  free(self);
}

size_t om_transform_held(const om_transform *self) { return sizeof *self + self->held; }

static inline uint8_t quotient(unsigned value, unsigned by) { return (uint8_t)((value + by / 2) / by); }

static void convert(const om_transform *self, const uint8_t *in, uint8_t *out, size_t count) {
  if (self->model != OM_GREY) {
    cmsDoTransform(self->colors, in, out, (cmsUInt32Number)count);
    return;
  }
  for (size_t i = 0; i < count; i++) memcpy(out + 3 * i, self->greys[in[i]], 3);
}

// Up to PIECE pixels that the transform does not take as they are: grey, or with alpha.
static void convert_piece(const om_transform *self, uint8_t *pixels, size_t channels, size_t count) {
  uint8_t in[3 * PIECE], out[3 * PIECE];
  size_t width = self->model == OM_GREY ? 1 : 3;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *pixel = pixels + i * channels;
    unsigned alpha = channels == 4 ? pixel[3] : 255;
    for (size_t k = 0; k < width; k++) in[i * width + k] = alpha ? quotient(pixel[k] * 255u, alpha) : 0;
  }
  convert(self, in, out, count);
  for (size_t i = 0; i < count; i++) {
    uint8_t *pixel = pixels + i * channels;
    unsigned alpha = channels == 4 ? pixel[3] : 255;
    for (size_t k = 0; k < 3; k++) pixel[k] = quotient(out[3 * i + k] * alpha, 255);
  }
}

void om_transform_pixels(const om_transform *self, uint8_t *pixels, size_t channels, size_t count) {
  if (self->model == OM_RGB && channels == 3) {
    convert(self, pixels, pixels, count);
    return;
  }
  for (size_t i = 0; i < count; i += PIECE) {
    convert_piece(self, pixels + i * channels, channels, count - i < PIECE ? count - i : PIECE);
  }
}

void om_transform_ink(const om_transform *self, uint8_t *row, size_t count) {
  uint8_t ink[4 * PIECE];
  for (size_t i = 0; i < count; i += PIECE) {
    size_t part = count - i < PIECE ? count - i : PIECE;
    for (size_t k = 0; k < 4 * part; k++) ink[k] = 255 - row[4 * i + k];
    // What is written ends before what is still to be read.
    convert(self, ink, row + 3 * i, part);
  }
}

#endif
