import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/clock.ts
var systemClock = {
  now: () => /* @__PURE__ */ new Date(),
  sleep: (seconds, signal) => new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1e3);
    signal?.addEventListener("abort", done, { once: true });
  })
};
var secondsBetween = (from, to) => (to.getTime() - from.getTime()) / 1e3;
function formatSeconds(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  const pad = (n) => String(n).padStart(2, "0");
  if (s < 172800) return `${Math.floor(s / 3600)} h ${pad(Math.floor(s % 3600 / 60))} min`;
  return `${Math.floor(s / 86400)} d ${pad(Math.floor(s % 86400 / 3600))} h`;
}

export {
  systemClock,
  secondsBetween,
  formatSeconds
};
