import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  decideAndAppend
} from "./ledger-append.shared.mjs";
import {
  summarise
} from "./lease-summary.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";

// src/course/append-decision.ts
async function appendDecision(world, run, bodies) {
  await decideAndAppend(
    world.ledger,
    run,
    (record) => {
      const now = world.clock.now();
      const events = bodies.map((body) => ({ ...body, at: now.toISOString(), by: world.who }));
      const after = fold(run, [
        ...record.events,
        ...events.map((event, i) => ({ ...event, seq: record.events.length + i }))
      ]);
      return { events, summary: summarise(after, now) };
    },
    { clock: world.clock }
  );
}

export {
  appendDecision
};
