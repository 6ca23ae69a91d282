import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isUnused,
  openMeters
} from "./lease-run.shared.mjs";

// src/lease/giving-up.ts
function givingUp(run, now) {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0);
  return {
    unrented: run.leases.filter(({ state }) => state === "intended"),
    held: open.filter((lease) => !wasGivenUp(lease) && !lease.boxGone && !isUnused(lease)),
    lapsed: open.filter((lease) => wasGivenUp(lease) && isLapsed(run, lease, now))
  };
}
var wasGivenUp = ({ state }) => state === "abandoned";
function isLapsed({ approvals }, { name, verbsDone }, now) {
  const words = approvals.filter(({ lease, goal }) => lease === name && goal === "abandon");
  return verbsDone.length === 0 && words.every(({ expiresAt }) => Date.parse(expiresAt) <= now.getTime());
}

export {
  givingUp,
  wasGivenUp
};
