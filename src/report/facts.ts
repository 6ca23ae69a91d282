import { valuesOfCells } from '../job/cell-differences.ts';
import { attentionOf } from '../lease/concerns.ts';
import { costLines, usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import type { KeptIn, LedgerEvent } from '../lease/events.ts';
import { tierFacts, tierWords } from '../lease/on-tier.ts';
import { type Phase, phasesOf, secondsOf } from '../lease/phases.ts';
import { costing, endOf, type Run, runState } from '../lease/run.ts';
import { type RunnerUse, runnerUse } from '../lease/runner-minutes.ts';
import { storedNow } from '../lease/stored.ts';
import { debtsOf } from './debt-lines.ts';
import type { Links } from './links.ts';
import type { ChartPoint } from './loss-chart.ts';
import type { Series } from './metrics-charts.ts';

/** One row of the verdict table; names in it come from a box. */
export interface VerdictRow {
  cell: string;
  path: string;
  role: string;
  bytes: number;
  sha256: string;
  verdict: string;
  level: string;
  why: string;
}

export interface LogTail {
  /** `main, attempt 2`. */
  title: string;
  file: string;
  bytes: number;
  lines: string[];
  /** What it died of and where, of a cell that did. */
  crash?: string;
}

/** A verified copy on our side, of what is not sealed. */
export interface KeptRow {
  cell: string;
  path: string;
  bytes: number;
  sha256: string;
  verdict: string;
  /** Where it lies, by a path or a name that a person can use. */
  place: string;
}

/** Everything that a report shows, in one plain value; the renderers add nothing of their own. */
export interface ReportFacts {
  run: string;
  job: string;
  state: string;
  commit: string;
  dirty: boolean;
  smoke: Run['smoke'];
  usd: number;
  usdPerHourNow: number;
  runners: RunnerUse;
  budgetUsd: number;
  costing: string[];
  cost: ReturnType<typeof costLines>;
  leases: { name: string; platform: string; state: string; summary: string }[];
  cells: {
    name: string;
    ended: string;
    verifiedStep: number | undefined;
    resumedAt: number[];
    /** Its values of the variables that are not the same in all cells. */
    differs?: Record<string, string | null>;
  }[];
  /** From its opening to its end, or to now. */
  seconds: number;
  phases: Phase[];
  seal:
    | {
        seal: string;
        verified: number;
        roster: number;
        level: string;
        opaque?: number;
        place: string;
        bytes: number;
      }
    | undefined;
  /** Where what is sealed lies beside `seal.place`. */
  stored: { store: string; place: string; keptUntil?: string | undefined }[];
  /** Verified copies of what is not sealed. */
  kept: KeptRow[];
  verdicts: VerdictRow[];
  /** The few that cost a picture each. */
  charts: { title: string; points: ChartPoint[] }[];
  /** All that was logged. */
  series: Series[];
  /** What each cell held of the memory of the box and of its fullest card. */
  memory: string[];
  /** The end of what the newest attempt printed, as it lies among the evidence. */
  logs: LogTail[];
  /** What the boxes said of their copies on durable tiers. */
  onTier: string[];
  halted: { what: string; next: string } | undefined;
  /** What a person should look at, whether or not it stopped the run. */
  attention: { what: string; next: string }[];
  events: LedgerEvent[];
  /** What is owed and not proven stopped: why, and what a person can do. */
  debts?: { what: string; next: string }[];
  /** What an approver needs: what a yes means, plan, losses, cost of waiting, the phrase, and how it can be given. */
  approval: { phrase: string; sentence?: string; lines: string[]; ways?: string[] } | undefined;
  /** Absent outside of a workflow. */
  links?: Links;
  madeAt: string;
}

export function factsOf(
  run: Run,
  events: LedgerEvent[],
  now: Date,
  more: Pick<ReportFacts, 'verdicts' | 'charts' | 'series' | 'approval' | 'memory' | 'logs' | 'links'>,
): ReportFacts {
  return {
    run: run.id,
    job: run.opened?.job ?? '',
    state: runState(run),
    commit: run.opened?.commit ?? '',
    dirty: run.opened?.dirty ?? false,
    smoke: run.smoke,
    usd: usdSoFar(run, now),
    usdPerHourNow: usdPerHourNow(run, now),
    runners: runnerUse(run, now),
    budgetUsd: run.opened?.budget.usd ?? 0,
    costing: costing(run),
    cost: costLines(run, now),
    leases: run.leases.map(({ name, platform, state, intent }) => ({
      name,
      platform,
      state,
      summary: intent.summary,
    })),
    cells: cellsOf(run),
    seconds: secondsOf(run, now),
    phases: phasesOf(run, events, now),
    seal: run.seal,
    stored: storedNow(run, now).map(({ store, place, keptUntil }) => ({ store, place, keptUntil })),
    kept: run.seal ? [] : keptRows(run),
    onTier: tierFacts(run).map(tierWords),
    attention: attentionOf(run, now),
    debts: debtsOf(run),
    halted: run.halted && { what: run.halted.what, next: run.halted.next },
    events,
    madeAt: now.toISOString(),
    ...more,
  };
}

function cellsOf(run: Run): ReportFacts['cells'] {
  const { cells = [], vars = {} } = run.opened?.document ?? {};
  const differing = valuesOfCells(cells, vars);
  return [...run.cells.values()].map((cell) => {
    const differs = differing.get(cell.name);
    return {
      name: cell.name,
      ended: cell.ended
        ? `${endOf(run, cell)} (exit ${cell.ended.exitCode}${cell.ended.failureClass ? `, ${cell.ended.failureClass}` : ''})`
        : '',
      verifiedStep: cell.verifiedStep,
      resumedAt: cell.resumedAt,
      ...(differs && { differs }),
    };
  });
}

const keptRows = (run: Run): KeptRow[] =>
  [...run.cells.values()].flatMap(({ name: cell, kept, keptIn }) => {
    const place = keptIn === undefined ? '' : placeOfKept(keptIn);
    return [...kept.values()].map(({ path, bytes, sha256, verdict }) => ({
      ...{ cell, path, bytes, sha256, verdict, place },
    }));
  });

function placeOfKept(kept: KeptIn): string {
  if ('machine' in kept) return kept.dir;
  return 'durable' in kept ? `${kept.durable} on any box of ${kept.platform} that has it` : kept.place;
}

const CALM = ['pass-degraded', 'pass'];

/** What a person must look at comes first, so that a table that is cut never hides it. */
export const worstFirst = (rows: readonly VerdictRow[]): VerdictRow[] =>
  [...rows].sort((a, b) => CALM.indexOf(a.verdict) - CALM.indexOf(b.verdict));
