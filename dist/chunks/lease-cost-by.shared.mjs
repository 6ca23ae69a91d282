import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  usdBetween,
  usdPerHourNow
} from "./lease-cost.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/lease/cost-by.ts
var monthOf = (at) => at.toISOString().slice(0, 7);
function boundsOf(month) {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return [Date.UTC(year, number - 1, 1), Date.UTC(year, number, 1)];
}
function usdInMonth(runs, month, now) {
  const [from, to] = boundsOf(month);
  const until = Math.min(to, now.getTime());
  return runs.flatMap(({ leases }) => leases).reduce((sum, lease) => sum + usdBetween(lease, from, until), 0);
}
function costBy(by, runs, now) {
  const parts = runs.flatMap(
    (run) => run.leases.flatMap((lease) => partsOf(by, run, lease, now).map((part) => ({ ...part, run: run.id })))
  );
  const groups = [...new Set(parts.map(({ of }) => of))].map((of) => {
    const mine = parts.filter((part) => part.of === of);
    const sum = (key) => mine.reduce((all, part) => all + part[key], 0);
    return {
      of,
      usd: Number(sum("usd").toFixed(6)),
      runs: new Set(mine.map(({ run }) => run)).size,
      usdPerHour: Number(sum("usdPerHour").toFixed(6))
    };
  });
  return groups.sort((a, b) => by === "month" ? a.of < b.of ? -1 : 1 : b.usd - a.usd);
}
function partsOf(by, run, lease, now) {
  const usdPerHour = usdPerHourNow({ ...run, leases: [lease] }, now);
  const priced = by === "month" ? monthsOf(lease, now) : [by === "job" ? run.opened?.job ?? "" : lease.platform];
  return priced.flatMap((of) => {
    const [from, to] = by === "month" ? boundsOf(of) : [0, Number.POSITIVE_INFINITY];
    const usd = usdBetween(lease, from, Math.min(to, now.getTime()));
    const isNow = by !== "month" || of === monthOf(now);
    return usd > 0 || isNow && usdPerHour > 0 ? [{ of, usd, usdPerHour: isNow ? usdPerHour : 0 }] : [];
  });
}
var MOST_MONTHS = 120;
function monthsOf({ meters }, now) {
  const starts = meters.flatMap(({ startedAt, before }) => [
    startedAt,
    ...before.map((each) => each.startedAt)
  ]);
  const first = Math.min(...starts.map((at) => Date.parse(at)).filter((at) => !Number.isNaN(at)));
  if (!Number.isFinite(first)) return [];
  const began = new Date(Math.max(first, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MOST_MONTHS, 1)));
  const months = [];
  for (let n = 0; ; n += 1) {
    const month = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + n, 1));
    if (month > now) return months;
    months.push(monthOf(month));
  }
}

// src/ledger/month-of-money.ts
var NEARLY_USED = 0.9;
async function everyRun(ledger) {
  const records = [...await ledger.readOpen({ archived: true })];
  const runs = records.flatMap(
    ([id, record]) => record instanceof Problem ? [] : [fold(id, record.events)]
  );
  return { runs, unread: records.length - runs.length };
}
var leastOf = (bounds) => {
  const named = bounds.filter((bound) => bound !== void 0);
  return named.length > 0 ? Math.min(...named) : void 0;
};
async function monthOfMoney(ledger, most, now) {
  const { runs, unread } = await everyRun(ledger);
  const month = monthOf(now);
  const usd = usdInMonth(runs, month, now);
  const state = usd >= most ? "over" : usd >= NEARLY_USED * most ? "nearly" : "within";
  return { month, usd: Number(usd.toFixed(6)), most, state, unread };
}
var monthText = ({ month, usd, most, unread }) => `${month}: all runs of the ledger have cost ${formatUsd(usd)} of ${formatUsd(most)} (budget.usdRepositoryPerMonth)${unread > 0 ? `; ${unread} record(s) could not be read and are not counted` : ""}`;

export {
  costBy,
  everyRun,
  leastOf,
  monthOfMoney,
  monthText
};
