#include "flow/keys.h"

namespace squall::flow {
namespace {

// A physical key. `shifted` is its `key` while Shift is held, "" when that is the same.
struct Row {
  const char* code;
  const char* key;
  const char* shifted;
  int windows_virtual_key_code;
  int location = 0;
};

// The first row wins where several have the same `key`, so that "1" is Digit1 and "Shift" is ShiftLeft.
constexpr Row kRows[] = {
    // Letters.
    {"KeyA", "a", "A", 65},
    {"KeyB", "b", "B", 66},
    {"KeyC", "c", "C", 67},
    {"KeyD", "d", "D", 68},
    {"KeyE", "e", "E", 69},
    {"KeyF", "f", "F", 70},
    {"KeyG", "g", "G", 71},
    {"KeyH", "h", "H", 72},
    {"KeyI", "i", "I", 73},
    {"KeyJ", "j", "J", 74},
    {"KeyK", "k", "K", 75},
    {"KeyL", "l", "L", 76},
    {"KeyM", "m", "M", 77},
    {"KeyN", "n", "N", 78},
    {"KeyO", "o", "O", 79},
    {"KeyP", "p", "P", 80},
    {"KeyQ", "q", "Q", 81},
    {"KeyR", "r", "R", 82},
    {"KeyS", "s", "S", 83},
    {"KeyT", "t", "T", 84},
    {"KeyU", "u", "U", 85},
    {"KeyV", "v", "V", 86},
    {"KeyW", "w", "W", 87},
    {"KeyX", "x", "X", 88},
    {"KeyY", "y", "Y", 89},
    {"KeyZ", "z", "Z", 90},
    // Digits.
    {"Digit0", "0", ")", 48},
    {"Digit1", "1", "!", 49},
    {"Digit2", "2", "@", 50},
    {"Digit3", "3", "#", 51},
    {"Digit4", "4", "$", 52},
    {"Digit5", "5", "%", 53},
    {"Digit6", "6", "^", 54},
    {"Digit7", "7", "&", 55},
    {"Digit8", "8", "*", 56},
    {"Digit9", "9", "(", 57},
    // Punctuation.
    {"Space", " ", "", 32},
    {"Semicolon", ";", ":", 186},
    {"Equal", "=", "+", 187},
    {"Comma", ",", "<", 188},
    {"Minus", "-", "_", 189},
    {"Period", ".", ">", 190},
    {"Slash", "/", "?", 191},
    {"Backquote", "`", "~", 192},
    {"BracketLeft", "[", "{", 219},
    {"Backslash", "\\", "|", 220},
    {"BracketRight", "]", "}", 221},
    {"Quote", "'", "\"", 222},
    // Editing and moving.
    {"Enter", "Enter", "", 13},
    {"Tab", "Tab", "", 9},
    {"Backspace", "Backspace", "", 8},
    {"Delete", "Delete", "", 46},
    {"Insert", "Insert", "", 45},
    {"Escape", "Escape", "", 27},
    {"ArrowLeft", "ArrowLeft", "", 37},
    {"ArrowUp", "ArrowUp", "", 38},
    {"ArrowRight", "ArrowRight", "", 39},
    {"ArrowDown", "ArrowDown", "", 40},
    {"Home", "Home", "", 36},
    {"End", "End", "", 35},
    {"PageUp", "PageUp", "", 33},
    {"PageDown", "PageDown", "", 34},
    // Modifiers and locks.
    {"ShiftLeft", "Shift", "", 16, 1},
    {"ShiftRight", "Shift", "", 16, 2},
    {"ControlLeft", "Control", "", 17, 1},
    {"ControlRight", "Control", "", 17, 2},
    {"AltLeft", "Alt", "", 18, 1},
    {"AltRight", "Alt", "", 18, 2},
    {"AltGraph", "AltGraph", "", 225},
    {"MetaLeft", "Meta", "", 91, 1},
    {"MetaRight", "Meta", "", 92, 2},
    {"CapsLock", "CapsLock", "", 20},
    {"NumLock", "NumLock", "", 144},
    {"ScrollLock", "ScrollLock", "", 145},
    // Function keys.
    {"F1", "F1", "", 112},
    {"F2", "F2", "", 113},
    {"F3", "F3", "", 114},
    {"F4", "F4", "", 115},
    {"F5", "F5", "", 116},
    {"F6", "F6", "", 117},
    {"F7", "F7", "", 118},
    {"F8", "F8", "", 119},
    {"F9", "F9", "", 120},
    {"F10", "F10", "", 121},
    {"F11", "F11", "", 122},
    {"F12", "F12", "", 123},
    {"F13", "F13", "", 124},
    {"F14", "F14", "", 125},
    {"F15", "F15", "", 126},
    {"F16", "F16", "", 127},
    {"F17", "F17", "", 128},
    {"F18", "F18", "", 129},
    {"F19", "F19", "", 130},
    {"F20", "F20", "", 131},
    {"F21", "F21", "", 132},
    {"F22", "F22", "", 133},
    {"F23", "F23", "", 134},
    {"F24", "F24", "", 135},
    // The numpad, with NumLock on.
    {"Numpad0", "0", "", 96, 3},
    {"Numpad1", "1", "", 97, 3},
    {"Numpad2", "2", "", 98, 3},
    {"Numpad3", "3", "", 99, 3},
    {"Numpad4", "4", "", 100, 3},
    {"Numpad5", "5", "", 101, 3},
    {"Numpad6", "6", "", 102, 3},
    {"Numpad7", "7", "", 103, 3},
    {"Numpad8", "8", "", 104, 3},
    {"Numpad9", "9", "", 105, 3},
    {"NumpadMultiply", "*", "", 106, 3},
    {"NumpadAdd", "+", "", 107, 3},
    {"NumpadSubtract", "-", "", 109, 3},
    {"NumpadDecimal", ".", "", 110, 3},
    {"NumpadDivide", "/", "", 111, 3},
    {"NumpadEqual", "=", "", 187, 3},
    {"NumpadEnter", "Enter", "", 13, 3},
    // Everything else that a Recorder file may name.
    {"Abort", "Cancel", "", 3},
    {"Help", "Help", "", 6},
    {"Clear", "Clear", "", 12},
    {"Pause", "Pause", "", 19},
    {"Convert", "Convert", "", 28},
    {"NonConvert", "NonConvert", "", 29},
    {"Accept", "Accept", "", 30},
    {"ModeChange", "ModeChange", "", 31},
    {"Select", "Select", "", 41},
    {"Print", "Print", "", 42},
    {"Open", "Execute", "", 43},
    {"PrintScreen", "PrintScreen", "", 44},
    {"ContextMenu", "ContextMenu", "", 93},
    {"AudioVolumeMute", "AudioVolumeMute", "", 173},
    {"AudioVolumeDown", "AudioVolumeDown", "", 174},
    {"AudioVolumeUp", "AudioVolumeUp", "", 175},
    {"VolumeDown", "VolumeDown", "", 174},
    {"VolumeUp", "VolumeUp", "", 175},
    {"MediaTrackNext", "MediaTrackNext", "", 176},
    {"MediaTrackPrevious", "MediaTrackPrevious", "", 177},
    {"MediaStop", "MediaStop", "", 178},
    {"MediaPlayPause", "MediaPlayPause", "", 179},
    {"Attn", "Attn", "", 246},
    {"Props", "CrSel", "", 247},
    {"ExSel", "ExSel", "", 248},
    {"EraseEof", "EraseEof", "", 249},
    {"Play", "Play", "", 250},
    {"ZoomOut", "ZoomOut", "", 251},
    {"Power", "Power", "", 0},
    {"Eject", "Eject", "", 0},
    {"SoftLeft", "SoftLeft", "", 0},
    {"SoftRight", "SoftRight", "", 0},
    {"Camera", "Camera", "", 0},
    {"Call", "Call", "", 0},
    {"EndCall", "EndCall", "", 0},
};

// One character in UTF-8, of any length.
bool is_character(std::string_view name) {
  if (name.empty() || (static_cast<unsigned char>(name[0]) & 0xC0) == 0x80) return false;
  for (char byte : name.substr(1)) {
    if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) return false;
  }
  return true;
}

std::string text_of(std::string_view key) {
  if (key == "Enter") return "\r";
  return is_character(key) ? std::string(key) : "";
}

Key plain(const Row& row) {
  return {row.key, row.code, row.windows_virtual_key_code, text_of(row.key), row.location, false};
}

Key shifted(const Row& row) {
  return {row.shifted, row.code, row.windows_virtual_key_code, text_of(row.shifted), row.location, true};
}

Json key_event(const char* type, const Key& key, int modifiers) {
  Json event = Json::object({{"type", type}, {"key", key.key}, {"code", key.code}});
  event.set("windowsVirtualKeyCode", key.windows_virtual_key_code).set("modifiers", modifiers);
  event.set("location", key.location);
  if (key.location == 3) event.set("isKeypad", true);
  return event;
}

}  // namespace

std::optional<Key> find_key(std::string_view name) {
  if (name == "\r" || name == "\n") name = "Enter";
  if (name == "\t") name = "Tab";
  if (name.empty()) return std::nullopt;
  for (const Row& row : kRows) {
    if (name == row.key || name == row.code) return plain(row);
    if (name == row.shifted) return shifted(row);
  }
  if (is_character(name)) return Key{std::string(name), "", 0, std::string(name), 0, false};
  return std::nullopt;
}

Key with_shift(const Key& key) {
  for (const Row& row : kRows) {
    if (key.code == row.code && *row.shifted) return shifted(row);
  }
  return key;
}

int modifier_of(const Key& key) {
  if (key.key == "Alt" || key.key == "AltGraph") return kAlt;
  if (key.key == "Control") return kControl;
  if (key.key == "Meta") return kMeta;
  return key.key == "Shift" ? kShift : 0;
}

Json key_down_event(const Key& key, int modifiers) {
  Key held = modifiers & kShift ? with_shift(key) : key;
  if (modifiers & (kAlt | kControl | kMeta)) held.text.clear();
  Json event = key_event(held.text.empty() ? "rawKeyDown" : "keyDown", held, modifiers);
  if (!held.text.empty()) event.set("text", held.text).set("unmodifiedText", held.text);
  return event;
}

Json key_up_event(const Key& key, int modifiers) {
  return key_event("keyUp", modifiers & kShift ? with_shift(key) : key, modifiers);
}

}  // namespace squall::flow
