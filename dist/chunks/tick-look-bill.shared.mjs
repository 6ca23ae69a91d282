import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  billOf,
  together,
  totalOf
} from "./lease-billed-minutes.shared.mjs";
import {
  routineSeconds
} from "./lease-capacity.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/tick/waiting.ts
var LEAST_SECONDS = 90;
var MOST_PAUSE_SECONDS = 840;
function waitingFor({ at }, now, timers) {
  const seconds = secondsBetween(now, at);
  if (seconds < LEAST_SECONDS) return {};
  const off = ({ minutes }) => Math.abs(minutes * 60 - seconds);
  const [nearest] = [...timers].sort((one, other) => off(one) - off(other));
  if (nearest && off(nearest) < seconds) return { environment: nearest.environment };
  return { pauseSeconds: Math.round(Math.min(seconds, MOST_PAUSE_SECONDS)) };
}
function dueAt(look, now, timers) {
  const { environment, pauseSeconds = 0 } = waitingFor(look, now, timers);
  const minutes = timers.find((timer) => timer.environment === environment)?.minutes;
  return new Date(now.getTime() + (minutes === void 0 ? pauseSeconds : minutes * 60) * 1e3);
}
var asInput = ({ environment, pauseSeconds }) => environment !== void 0 ? { wait: environment } : pauseSeconds !== void 0 ? { wait: `pause-${pauseSeconds}` } : {};

// src/tick/look-bill.ts
var usual = (seconds) => ({ label: "ubuntu-latest", seconds });
var small = (seconds) => ({ label: "ubuntu-slim", seconds });
var LOOK = usual(50);
var DISPATCH = small(25);
var IN_ENVIRONMENT = small(5);
var QUEUE_SECONDS = 60;
var LINK = [IN_ENVIRONMENT, LOOK, DISPATCH];
var AROUND = [
  ...[usual(70), usual(25), usual(840), DISPATCH],
  ...[usual(150), small(25), usual(100)]
];
var CLOSER = [...LINK, ...LINK, ...LINK];
var MINUTES_A_DAY = 54;
var DAY_SECONDS = 86400;
var ROUTINE = {
  atLeastSeconds: Math.round(totalOf(billOf(LINK)) / MINUTES_A_DAY * DAY_SECONDS)
};
var USUAL_TIMERS = [10, 20, 40, 80].map((minutes) => ({
  environment: `gpu-lease-wait-${minutes}`,
  minutes
}));
function dayOfLooks(pace, carrier) {
  const { everySeconds, jobs } = beatOf(pace, carrier);
  const looks = Math.round(DAY_SECONDS / everySeconds);
  const ofLooks = new Map([...billOf(jobs)].map(([label, minutes]) => [label, minutes * looks]));
  return { looks, bill: together([ofLooks, billOf(CLOSER), billOf(AROUND)]) };
}
function beatOf(pace, carrier) {
  if (carrier.by === "schedule") return { everySeconds: carrier.everySeconds, jobs: [LOOK] };
  const seconds = routineSeconds(pace, ROUTINE.atLeastSeconds);
  const timers = carrier.by === "wait-timer" ? USUAL_TIMERS : [];
  const { environment } = waitingFor({ at: new Date(seconds * 1e3), why: "" }, /* @__PURE__ */ new Date(0), timers);
  const minutes = timers.find((timer) => timer.environment === environment)?.minutes;
  if (minutes !== void 0) return { everySeconds: minutes * 60 + QUEUE_SECONDS, jobs: LINK };
  const pauseSeconds = Math.min(seconds, MOST_PAUSE_SECONDS);
  return { everySeconds: pauseSeconds + QUEUE_SECONDS, jobs: [small(pauseSeconds), LOOK, DISPATCH] };
}

export {
  waitingFor,
  dueAt,
  asInput,
  ROUTINE,
  dayOfLooks
};
