import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secondsOf
} from "./duration.shared.mjs";

// src/profile/survival.ts
var EVENTS = [
  /** Our connection ends; the box does not notice. */
  "ssh-drop",
  /** The trainer's process or container starts again on the same box. */
  "process-restart",
  "reboot",
  /** A stop that can be undone. */
  "stop",
  /** Started again after a stop. */
  "restart",
  /** The box is given up: terminate, destroy, return, delete. */
  "release",
  /** Taken away by the platform: outbid, preempted. */
  "evict",
  /** The platform moves the box to another host. */
  "migrate",
  /** We start again on another host. */
  "reschedule",
  "job-end",
  "session-end",
  /** The account has nothing left. */
  "balance-zero"
];
var OUTCOMES = ["kept", "kept-billed", "reset-to-image", "lost", "unknown", "n/a"];
var DURATION_PATTERN = /^~?\d{1,6}(?:\.\d{1,2})?(?:s|min|h|d|w)$/;
function parseDuration(text) {
  const approximate = text.startsWith("~");
  const seconds = DURATION_PATTERN.test(text) ? secondsOf(approximate ? text.slice(1) : text) : void 0;
  if (seconds === void 0) throw new RangeError(`not a duration: ${text}`);
  return { text, seconds, approximate };
}
function badness(outcome) {
  if (typeof outcome !== "string") return 3;
  return { "n/a": 0, kept: 1, "kept-billed": 2, unknown: 4, "reset-to-image": 5, lost: 6 }[outcome];
}
var isDestroyed = (outcome) => outcome === "lost" || outcome === "reset-to-image";
var outcomeText = (outcome) => typeof outcome === "string" ? outcome : `kept for ${outcome["kept-for"].text}, then lost`;

export {
  EVENTS,
  OUTCOMES,
  DURATION_PATTERN,
  parseDuration,
  badness,
  isDestroyed,
  outcomeText
};
