// The agent: runs before any script of the page, in every frame. The lab reaches it through a constant in the global
// lexical scope, which no property of `window` shows.
import { installDisguise } from "./disguise.ts";
import { installStacks } from "./stacks.ts";
import { installClock } from "./clock.ts";
import { installRandom } from "./random.ts";
import { installTasks, limits } from "./tasks.ts";
import { installFetch } from "./fetch.ts";
import { installXhr } from "./xhr.ts";
import { installElements } from "./elements.ts";
import { installAim } from "./aim.ts";
import { setKinds } from "./names.ts";
import { installParser } from "./parser.ts";
import { installListeners } from "./listeners.ts";
import { installMessages } from "./messages.ts";
import { installStreams } from "./streams.ts";
import { replayWebSockets } from "./web_socket.ts";
import { replayEventSources } from "./event_source.ts";
import { installHidden } from "./hidden.ts";
import { installDatabases } from "./databases.ts";
import { installFiles } from "./files.ts";
import { installLocks } from "./locks.ts";
import { installObservers } from "./observers.ts";
import { installHistory } from "./history.ts";
import { flush, installTree } from "./tree.ts";
import { installDrawing } from "./drawing.ts";
import { installMotion } from "./motion.ts";
import { flushMemory, installMemory } from "./memory.ts";
import { installFailures } from "./failures.ts";
import { control, setEager, type Eager } from "./control.ts";
import { installMute } from "./mute.ts";
import { hooks, settings } from "./trace.ts";

interface Config {
  live: boolean;
  epoch: number;
  seed: number;
  kinds: string[]; // of events
  trace: boolean;
  tries: boolean; // squall will try handlers by itself
  eager?: Eager;
  limits: { delay: number; chain: number; frames: number; spare: number };
}

declare const __squall_config: Config; // set by the lab in front of this text

function takeBinding(name: string): (text: string) => void {
  const binding = (globalThis as any)[name];
  delete (globalThis as any)[name];
  return typeof binding === "function" ? binding.bind(globalThis) : () => {};
}

function install(config: Config): typeof control {
  const say = takeBinding("__squall_say");
  settings.trace = config.trace;
  setKinds(config.kinds);
  Object.assign(limits, config.limits);
  installDisguise();
  installStacks();
  installClock(config.epoch);
  installRandom(config.seed);
  installTasks();
  installFetch(config.live);
  installXhr(say);
  installElements();
  installAim(); // before anybody else listens
  installListeners();
  installParser();
  installMessages();
  installStreams(config.live, say, [replayWebSockets, replayEventSources]);
  installHidden();
  installDatabases();
  installFiles();
  installLocks();
  installObservers();
  installHistory();
  installTree();
  if (config.trace) installDrawing();
  installMotion();
  installMemory();
  installFailures();
  if (config.eager) setEager(config.eager);
  if (config.tries) installMute();
  hooks.beforeNext = () => {
    flush();
    flushMemory();
  };
  return control;
}

export default install(__squall_config);
