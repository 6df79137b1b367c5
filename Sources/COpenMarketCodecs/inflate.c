#include "COpenMarketCodecs.h"

#if defined(__linux__)
#include <limits.h>
#include <string.h>

#include <zlib.h>

size_t om_inflate(om_span from, uint8_t *out, size_t capacity, int *is_whole) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  *is_whole = 0;
  if (from.count > UINT_MAX || capacity > UINT_MAX || inflateInit(&stream) != Z_OK) return 0;
  stream.next_in = (Bytef *)from.start;
  stream.avail_in = (uInt)from.count;
  stream.next_out = out;
  stream.avail_out = (uInt)capacity;
  *is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
  size_t count = capacity - stream.avail_out;
  inflateEnd(&stream);
  return count;
}

#endif
