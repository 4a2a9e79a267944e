#include "oracle/picture.h"

#include <spng.h>

#include <cstdlib>
#include <memory>

namespace squall::oracle {
namespace {

struct FreeContext {
  void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

// A chunk that is no pixels (a colour profile, a text) has no business being larger.
constexpr size_t kMaxChunk = 16 << 20;

Error png_error(const char* what, int code) {
  return {std::string("A picture could not be ") + what + ": " + spng_strerror(code) + ".", ""};
}

}  // namespace

Picture::Picture(int w, int h, uint32_t colour)
    : width(w), height(h), rgba(static_cast<size_t>(w) * static_cast<size_t>(h) * 4) {
  for (size_t i = 0; i < rgba.size(); ++i) rgba[i] = static_cast<uint8_t>(colour >> (24 - 8 * (i & 3)));
}

uint32_t Picture::pixel(int x, int y) const {
  const uint8_t* at = rgba.data() + offset(x, y);
  return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | uint32_t{at[3]};
}

void Picture::set(int x, int y, uint32_t colour) {
  uint8_t* at = rgba.data() + offset(x, y);
  for (int i = 0; i < 4; ++i) at[i] = static_cast<uint8_t>(colour >> (24 - 8 * i));
}

Result<Picture> decode_png(std::string_view bytes) {
  Context context(spng_ctx_new(0));
  SQUALL_CHECK(context);
  spng_set_image_limits(context.get(), kMaxSide, kMaxSide);
  spng_set_chunk_limits(context.get(), kMaxChunk, kMaxChunk);
  spng_ihdr header{};
  int code = spng_set_png_buffer(context.get(), bytes.data(), bytes.size());
  if (code == SPNG_OK) code = spng_get_ihdr(context.get(), &header);
  if (code != SPNG_OK) return png_error("read", code);
  if (int64_t{header.width} * int64_t{header.height} > kMaxPixels) return png_error("read", SPNG_EOVERFLOW);

  Picture picture;
  picture.width = static_cast<int>(header.width);
  picture.height = static_cast<int>(header.height);
  picture.rgba.resize(size_t{header.width} * size_t{header.height} * 4);
  code = spng_decode_image(context.get(), picture.rgba.data(), picture.rgba.size(), SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
  if (code != SPNG_OK) return png_error("read", code);
  return picture;
}

Result<std::string> encode_png(const Picture& picture) {
  Context context(spng_ctx_new(SPNG_CTX_ENCODER));
  SQUALL_CHECK(context);
  spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
  spng_set_option(context.get(), SPNG_IMG_COMPRESSION_LEVEL, 1);
  spng_set_option(context.get(), SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
  spng_ihdr header{};
  header.width = static_cast<uint32_t>(picture.width);
  header.height = static_cast<uint32_t>(picture.height);
  header.bit_depth = 8;
  header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  int code = spng_set_ihdr(context.get(), &header);
  if (code == SPNG_OK) {
    code =
        spng_encode_image(context.get(), picture.rgba.data(), picture.rgba.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  }
  if (code != SPNG_OK) return png_error("written", code);
  size_t size = 0;
  std::unique_ptr<void, decltype(&std::free)> buffer(spng_get_png_buffer(context.get(), &size, &code), std::free);
  if (!buffer) return png_error("written", code);
  return std::string(static_cast<const char*>(buffer.get()), size);
}

}  // namespace squall::oracle
