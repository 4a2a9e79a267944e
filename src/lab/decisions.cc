#include "lab/decisions.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace squall::lab {
namespace {

using schedule::Choice;

constexpr std::array kKinds = {"response", "timer", "animation-frame", "idle", "message", "animation", "step"};

std::vector<size_t> without(const std::vector<size_t>& all, const std::vector<size_t>& taken) {
  std::vector<size_t> out;
  std::ranges::set_difference(all, taken, std::back_inserter(out));
  return out;
}

Json places_to_json(const std::vector<size_t>& places) { return Json(Json::Array(places.begin(), places.end())); }

// Places of offers, all of which are there.
Status read_places(const Json& json, size_t offers, std::vector<size_t>& places) {
  for (const Json& item : json.items()) {
    int64_t place = item.as_int(-1);
    if (place < 0 || static_cast<size_t>(place) >= offers)
      return Error{"a turn speaks of an event that is not there", ""};
    places.push_back(static_cast<size_t>(place));
  }
  return {};
}

Result<Offer> offer_from_json(const Json& json) {
  auto kind = std::ranges::find(kKinds, json[size_t{0}].as_string());
  if (kind == kKinds.end() || !json[1].is_string()) return Error{"an event that could happen has no kind or name", ""};
  return Offer{static_cast<Choice::Kind>(kind - kKinds.begin()), json[1].as_string(),
               static_cast<int>(json[2].as_int(-1))};
}

}  // namespace

std::vector<std::vector<size_t>> enabled_at_turns(const Decisions& decisions) {
  std::vector<std::vector<size_t>> out;
  std::vector<size_t> enabled;
  for (const Turn& turn : decisions.turns) {
    enabled = without(enabled, turn.went);
    enabled.insert(enabled.end(), turn.came.begin(), turn.came.end());
    std::ranges::sort(enabled);
    out.push_back(enabled);
    std::erase(enabled, turn.ran);
  }
  return out;
}

Json to_json(const Decisions& decisions) {
  Json offers = Json::array();
  for (const Offer& offer : decisions.offers) {
    offers.push(Json(Json::Array{kKinds[static_cast<size_t>(offer.kind)], offer.name, offer.step}));
  }
  Json turns = Json::array();
  for (const Turn& turn : decisions.turns) {
    turns.push(Json(Json::Array{turn.ran, places_to_json(turn.came), places_to_json(turn.went)}));
  }
  return Json::object({{"offers", std::move(offers)}, {"turns", std::move(turns)}});
}

Result<Decisions> decisions_from_json(const Json& json) {
  Decisions decisions;
  if (!json["offers"].is_array() || !json["turns"].is_array()) return Error{"“offers” and “turns” are not lists", ""};
  for (const Json& item : json["offers"].items()) {
    auto offer = offer_from_json(item);
    if (!offer) return offer.error();
    decisions.offers.push_back(std::move(*offer));
  }
  for (const Json& item : json["turns"].items()) {
    Turn turn;
    std::vector<size_t> ran;
    size_t offers = decisions.offers.size();
    if (auto status = read_places(Json(Json::Array{item[size_t{0}]}), offers, ran); !status) return status.error();
    if (auto status = read_places(item[1], offers, turn.came); !status) return status.error();
    if (auto status = read_places(item[2], offers, turn.went); !status) return status.error();
    turn.ran = ran.front();
    decisions.turns.push_back(std::move(turn));
  }
  return decisions;
}

size_t DecisionLog::place_of(const Choice& choice) {
  auto [found, added] = places_.try_emplace({choice.name, choice.kind, choice.created}, decisions_.offers.size());
  if (added) decisions_.offers.push_back({choice.kind, choice.name, choice.step});
  return found->second;
}

void DecisionLog::note(const std::vector<Choice>& enabled, const Choice& ran) {
  std::vector<size_t> places;
  for (const Choice& choice : enabled) places.push_back(place_of(choice));
  std::ranges::sort(places);
  size_t place = place_of(ran);
  decisions_.turns.push_back({place, without(places, left_), without(left_, places)});
  std::erase(places, place);
  left_ = std::move(places);
}

}  // namespace squall::lab
