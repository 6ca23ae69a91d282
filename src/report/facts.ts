import { attentionOf } from '../lease/concerns.ts';
import { costLines, usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { tierFacts, tierWords } from '../lease/on-tier.ts';
import { costing, endOf, type Run, runState } from '../lease/run.ts';
import { type RunnerUse, runnerUse } from '../lease/runner-minutes.ts';
import { debtsOf } from './debt-lines.ts';
import type { Links } from './links.ts';
import type { ChartPoint } from './loss-chart.ts';

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
  cells: { name: string; ended: string; verifiedStep: number | undefined; resumedAt: number[] }[];
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
  verdicts: VerdictRow[];
  charts: { title: string; points: ChartPoint[] }[];
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
  more: Pick<ReportFacts, 'verdicts' | 'charts' | 'approval' | 'memory' | 'logs' | 'links'>,
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
    cells: [...run.cells.values()].map((cell) => ({
      name: cell.name,
      ended: cell.ended
        ? `${endOf(run, cell)} (exit ${cell.ended.exitCode}${cell.ended.failureClass ? `, ${cell.ended.failureClass}` : ''})`
        : '',
      verifiedStep: cell.verifiedStep,
      resumedAt: cell.resumedAt,
    })),
    seal: run.seal,
    onTier: tierFacts(run).map(tierWords),
    attention: attentionOf(run, now),
    debts: debtsOf(run),
    halted: run.halted && { what: run.halted.what, next: run.halted.next },
    events,
    madeAt: now.toISOString(),
    ...more,
  };
}

const CALM = ['pass-degraded', 'pass'];

/** What a person must look at comes first, so that a table that is cut never hides it. */
export const worstFirst = (rows: readonly VerdictRow[]): VerdictRow[] =>
  [...rows].sort((a, b) => CALM.indexOf(a.verdict) - CALM.indexOf(b.verdict));
