// The keys of a US keyboard, as Input.dispatchKeyEvent wants them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace squall::flow {

// The bits of the protocol's `modifiers`.
enum Modifier : int { kAlt = 1, kControl = 2, kMeta = 4, kShift = 8 };

struct Key {
  std::string key;   // KeyboardEvent.key: "a", "A", "Enter"
  std::string code;  // KeyboardEvent.code: "KeyA"; "" for characters that the keyboard does not have
  int windows_virtual_key_code = 0;
  std::string text;    // what it types; "" for keys that type nothing
  int location = 0;    // KeyboardEvent.location: 1 left, 2 right, 3 numpad
  bool shift = false;  // needs Shift to be held
  bool operator==(const Key&) const = default;
};

// By `key` ("a", "A", "Enter", " ") or by `code` ("KeyA", "Digit1", "NumpadEnter"). Any single character is a key: one
// that the keyboard does not have only carries its text.
std::optional<Key> find_key(std::string_view name);

// The same key while Shift is held: "KeyA" types "A", "Digit1" types "!".
Key with_shift(const Key& key);

// The bit of a modifier key (Shift, ControlLeft…), 0 for the others.
int modifier_of(const Key& key);

// The parameters of Input.dispatchKeyEvent. `modifiers` are those that are held, the key itself included when it is
// one. With Control, Alt or Meta held a key types nothing.
Json key_down_event(const Key& key, int modifiers = 0);
Json key_up_event(const Key& key, int modifiers = 0);

}  // namespace squall::flow
