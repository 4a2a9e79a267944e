// HARs that were damaged at random: nothing crashes, and what could be read can be written and read again.
#include <gtest/gtest.h>

#include <random>

#include "network/recording.h"
#include "network/sample_recording.h"

namespace squall::network {
namespace {

Json random_value(std::mt19937& random) {
  static const std::vector<Json> kValues = {nullptr,
                                            true,
                                            0,
                                            -1,
                                            1e308,
                                            -1e308,
                                            9223372036854775807LL,
                                            "",
                                            "base64",
                                            "net::",
                                            "http://",
                                            "GET",
                                            "\xff\xfe",
                                            std::string(3, '\0'),
                                            "2024-02-30T99:99:99Z",
                                            "9999-12-31T23:59:59.999-99:99",
                                            "eventsource",
                                            Json::array(),
                                            Json::object(),
                                            Json(Json::Array{nullptr, 1, "x", Json::object()})};
  return kValues[random() % kValues.size()];
}

// Replaces, removes or doubles something somewhere in the tree.
void damage(Json& json, std::mt19937& random) {
  bool deeper = json.size() > 0 && random() % 12 != 0;
  if (!deeper) {
    json = random_value(random);
  } else if (json.is_object()) {
    auto& members = json.mutable_members();
    size_t at = random() % members.size();
    unsigned how = static_cast<unsigned>(random() % 20);
    if (how == 0)
      members.erase(members.begin() + static_cast<ptrdiff_t>(at));
    else if (how == 1)
      members.emplace_back(members[at].first, random_value(random));
    else
      damage(members[at].second, random);
  } else {
    auto& items = json.mutable_items();
    size_t at = random() % items.size();
    if (random() % 20 == 0)
      items.push_back(Json(items[at]));
    else
      damage(items[at], random);
  }
}

void use(const Json& har) {
  auto imported = from_har(har);
  if (!imported) {
    EXPECT_FALSE(imported.error().message.empty());
    return;
  }
  const Recording& recording = imported->recording;
  Matcher matcher(std::make_shared<const Index>(recording));
  for (const Entry& entry : recording.entries) {
    Request changed = entry.request;
    changed.url += "?t=1";
    EXPECT_TRUE(matcher.find(entry.request));
    matcher.find(changed);
  }
  auto text = to_har(recording).dump();
  auto json = parse_json(text);
  ASSERT_TRUE(json) << text;
  auto again = from_har(*json);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->skipped, 0);
  EXPECT_EQ(again->recording.entries.size(), recording.entries.size());
}

TEST(HarFuzz, DamagedTreesDoNoHarm) {
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    Json har = to_har(sample_recording());
    if (round % 2) har.mutable_members()[0].second.erase("creator");
    for (unsigned i = static_cast<unsigned>(random() % 8); i > 0; --i) damage(har, random);
    use(har);
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
  }
}

TEST(HarFuzz, DamagedTextsDoNoHarm) {
  std::mt19937 random(2);
  const std::string whole = to_har(sample_recording()).dump();
  int read = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = whole;
    for (unsigned i = static_cast<unsigned>(random() % 4); i > 0; --i) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    if (random() % 8 == 0) text.resize(random() % text.size());
    auto json = parse_json(text);
    if (!json) continue;
    ++read;
    use(*json);
  }
  EXPECT_GT(read, 400) << "the damage was too great to test anything";
}

}  // namespace
}  // namespace squall::network
