// What a page and its workers are opened with, so that all their requests can be held.
#include "network/traffic.h"

namespace squall::network {
namespace {

using browser::Command;

// Chromium asks for the scripts of service and shared workers, and for what these ask for, where nobody can hold it. So
// pages get what a browser without shared workers gives them (Chrome on Android is one), and a service worker that is
// registered and never begins to work.
constexpr const char* kWithoutHiddenWorkers = R"((() => {
  const say = globalThis.__squall_service_worker;
  delete globalThis.__squall_service_worker;
  delete globalThis.SharedWorker;
  const container = globalThis.ServiceWorkerContainer?.prototype;
  if (!container) return;
  const values = (object, all) => {
    for (const [name, value] of Object.entries(all)) Object.defineProperty(object, name, { value, configurable: true });
    return object;
  };
  const register = { register(url, options) {
    const script = new URL(url, document.baseURI).href;
    const scope = new URL(options?.scope ?? './', script).href;
    say?.(script);
    return Promise.resolve(values(Object.setPrototypeOf(new EventTarget(), ServiceWorkerRegistration.prototype), {
      scope, installing: null, waiting: null, active: null, onupdatefound: null, updateViaCache: 'imports',
      update: async function() { return this }, unregister: async () => true,
    }));
  } }.register;
  values(container, { register });
})())";

}  // namespace

std::vector<Command> Traffic::setup() {
  return {
      // Chromium lets equal requests wait for one another at its cache, which hides races.
      {"Network.setCacheDisabled", Json::object({{"cacheDisabled", true}})},
      {"Network.setBypassServiceWorker", Json::object({{"bypass", true}})},
      {"Runtime.addBinding", Json::object({{"name", kServiceWorkerBinding}})},
      {"Page.addScriptToEvaluateOnNewDocument", Json::object({{"source", kWithoutHiddenWorkers}})},
      {"Fetch.enable", Json::object({{"patterns", Json(Json::Array{Json::object({{"urlPattern", "*"}})})}})},
  };
}

std::vector<Command> Traffic::worker_setup() {
  return {
      {"Network.enable", Json::object()},
      {"Network.setCacheDisabled", Json::object({{"cacheDisabled", true}})},
  };
}

}  // namespace squall::network
