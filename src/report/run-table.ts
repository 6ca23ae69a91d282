import { formatSeconds, secondsBetween } from '../clock.ts';
import { type RunningClock, runningClocks } from '../lease/clock-warning.ts';
import { attentionOf } from '../lease/concerns.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import { endedItself, ownEndAhead, ownEndWords } from '../lease/loss.ts';
import { tierFacts, tierWords } from '../lease/on-tier.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { type Cell, costing, endOf, openMeters, type Run, runState } from '../lease/run.ts';
import { runnerUse } from '../lease/runner-minutes.ts';
import { formatUsd } from '../money.ts';
import { gpuHourLines, runnerLines } from './cost-table.ts';
import { debtLines } from './debt-lines.ts';
import { pageOn } from './page.ts';
import { table } from './text-table.ts';
import { jsonLine } from './visible-text.ts';

/** One run in full, printed. */
export function printRun(
  run: Run,
  now: Date,
  { json, env }: { json: boolean; env: NodeJS.ProcessEnv },
): number {
  const page = pageOn(process.stdout, env);
  if (json) process.stdout.write(jsonLine(runJson(run, now)));
  else page.print(runText(run, now, page.columns));
  return 0;
}

/** One run in full: state, leases, cells, seal, cost, and what it waits for. */
export function runText(run: Run, now: Date, columns?: number): string {
  const out = [
    `run ${run.id}: ${runState(run)}${run.smoke === 'waived' ? '  (WARNING: no smoke)' : ''}${run.opened?.dirty ? '  (uncommitted code)' : ''}`,
  ];
  if (run.updatedAt)
    out.push(`last event ${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`);
  out.push(
    '',
    table(
      ['lease', 'platform', 'state', 'box'],
      run.leases.map((lease) => [lease.name, lease.platform, lease.state, lease.boxId ?? '']),
      columns,
    ),
  );
  out.push(cellTable(run, columns), ...tierFacts(run).slice(0, 50).map(tierWords));
  if (run.seal)
    out.push(
      `seal ${run.seal.seal.slice(0, 8)}: verified ${run.seal.verified}/${run.seal.roster} at ${run.seal.level}${opaqueWords(run.seal.opaque)}, in ${run.seal.place}`,
    );
  if (run.noCapacity && !run.closed)
    out.push(
      `waiting for capacity until ${run.noCapacity.tryAgainAt}, since ${run.noCapacity.since}`,
      ...run.noCapacity.declined.map((why) => `  ${why}`),
    );
  out.push(...queueLines(run));
  for (const { what, next } of attentionOf(run, now)) out.push(`ATTENTION: ${what}\nNext: ${next}`);
  if (run.halted) out.push(`HALTED (${run.halted.code}): ${run.halted.what}\nNext: ${run.halted.next}`);
  out.push(
    `cost ${formatUsd(usdSoFar(run, now))}`,
    ...gpuHourLines(run, now),
    ...runnerLines(run, now),
    ...costing(run).map((line) => `still costing: ${line}`),
    ...ownEnds(run),
    ...debtLines(run),
    ...clocksOf(run, now).map(clockLine),
  );
  return out.join('\n');
}

/** As it was last seen to change: nobody is asked here. */
const queueLines = ({ id, leases, closed }: Run): string[] =>
  leases.flatMap(({ name, queue }) =>
    queue?.to === 'waiting' && !closed
      ? [
          `${name} waits in its queue since ${queue.at}${queue.why === undefined ? '' : `: ${queue.why}`}`,
          `  what it stands behind, asked now: gpu-lease diagnose ${id}`,
        ]
      : [],
  );

const cellTable = (run: Run, columns: number | undefined): string =>
  table(
    ['cell', 'ended', 'verified step', 'resumed at', 'files kept'],
    [...run.cells.values()]
      .slice(0, 50)
      .map((cell) => [
        cell.name,
        endWords(run, cell),
        String(cell.verifiedStep ?? ''),
        cell.resumedAt.join(', '),
        String(cell.kept.size),
      ]),
    columns,
  );

function endWords(run: Run, cell: Cell): string {
  if (cell.ended) return `${endOf(run, cell)} (exit ${cell.ended.exitCode})`;
  if (cell.detached) return 'no: goes on in the background';
  return cell.stalledSince ? `no: silent since ${cell.stalledSince}` : '';
}

/** What ends the meter though nobody comes: the platform, and the box itself. */
const ownEnds = (run: Run): string[] =>
  run.leases.flatMap((lease) => {
    const { name, endsAt, untimed, unreached } = lease;
    const endsItselfAt = ownEndAhead(lease);
    if (openMeters(lease).length === 0) return [];
    const isOver = unreached?.shown === 'stopped' && endedItself(lease, unreached.at);
    const own = isOver
      ? ownEndWords(endsItselfAt)
      : `it ends its own meter at ${endsItselfAt} if nobody comes`;
    return [
      ...(endsAt === undefined ? [] : [`${name}: the platform ends it at ${endsAt}`]),
      ...(endsAt === undefined && untimed !== undefined
        ? [`WARNING: ${name} has no end at the platform: ${untimed}`]
        : []),
      ...(endsItselfAt === undefined ? [] : [`${name}: ${own}`]),
    ];
  });

const clocksOf = (run: Run, now: Date): RunningClock[] =>
  run.leases.flatMap((lease) => runningClocks(lease, now));

const LEVELS = {
  info: 'clock',
  half: 'WARNING, half of it is over',
  'three-quarters': 'WARNING, three quarters of it are over',
  'last-day': 'WARNING, it is nearly over',
  over: 'OVER',
  unknown: 'WARNING, at any moment',
} as const;

function clockLine({ lease, clock, says, level, leftSeconds }: RunningClock): string {
  const left =
    leftSeconds === null
      ? 'nobody says when'
      : leftSeconds > 0
        ? `in ${formatSeconds(leftSeconds)}`
        : `since ${formatSeconds(-leftSeconds)}`;
  return `${LEVELS[level]}: ${lease}, ${clock}, ${left}: ${says}`;
}

/** The documented shape of `--json` for one run (docs/json.md). */
export function runJson(run: Run, now: Date) {
  const boxes = run.leases.filter((lease) => lease.boxId !== undefined).length;
  const resumed = [...run.cells.values()].flatMap((cell) => cell.resumedAt);
  return {
    run: run.id,
    state: runState(run),
    smoke: run.smoke,
    resumedAtStep: resumed.length > 0 ? Math.max(...resumed) : null,
    roster: run.seal?.roster ?? null,
    verified: run.seal?.verified ?? null,
    boxes,
    metersRunning: run.leases.flatMap((lease) => lease.meters).filter((meter) => !meter.stoppedAt).length,
    costUsd: Number(usdSoFar(run, now).toFixed(6)),
    usdPerHourNow: usdPerHourNow(run, now),
    runners: runnerUse(run, now),
    seal: run.seal?.seal ?? null,
    attention: attentionOf(run, now),
    halted: run.halted ? { code: run.halted.code, what: run.halted.what, next: run.halted.next } : null,
    clocks: clocksOf(run, now),
    onTier: tierFacts(run),
    leases: run.leases.map((lease) => ({
      name: lease.name,
      platform: lease.platform,
      state: lease.state,
      boxId: lease.boxId ?? null,
    })),
  };
}
