#include "lab/source_maps.h"

#include <set>

#include "base/text.h"
#include "network/source_map_url.h"

namespace squall::lab {
namespace {

constexpr int kPiece = 1 << 20;
constexpr size_t kLargest = 64 << 20;

std::optional<std::string> read_all(Stage& stage, const Json& handle) {
  std::string out;
  Json stream = Json::object({{"handle", handle}});
  Json wanted = Json::object({{"handle", handle}, {"size", kPiece}});
  bool whole = false;
  while (!whole && out.size() < kLargest) {
    auto piece = stage.call("IO.read", wanted);
    if (!piece) break;
    const std::string& data = (*piece)["data"].as_string();
    out += (*piece)["base64Encoded"].as_bool() ? base64_decode(data).value_or("") : data;
    whole = (*piece)["eof"].as_bool();
  }
  (void)stage.call("IO.close", stream);
  return whole ? std::optional(out) : std::nullopt;
}

std::optional<std::string> load(Stage& stage, const std::string& url) {
  if (stage.page().frames().empty()) return std::nullopt;
  Json options = Json::object({{"disableCache", true}, {"includeCredentials", true}});
  auto reply = stage.call("Network.loadNetworkResource",
                          Json::object({{"frameId", stage.page().frames()[0].id}, {"url", url}, {"options", options}}));
  if (!reply || !(*reply).at("resource", "success").as_bool()) return std::nullopt;
  return read_all(stage, (*reply).at("resource", "stream"));
}

}  // namespace

void fetch_source_maps(Stage& stage, network::Recording& fetched) {
  std::set<std::string> urls;
  for (const auto& entry : fetched.entries) {
    if (entry.request.type != "script") continue;
    std::string url = network::source_map_url(entry);
    if (url.starts_with("http://") || url.starts_with("https://")) urls.insert(url);
  }
  for (const std::string& url : urls) {
    auto body = load(stage, url);
    if (!body) continue;
    network::Entry entry;
    entry.request.url = url;
    entry.request.type = "sourcemap";
    entry.response.status = 200;
    entry.response.headers = {{"Content-Type", "application/json"}};
    entry.response.body = std::move(*body);
    fetched.entries.push_back(std::move(entry));
  }
}

}  // namespace squall::lab
