import { isOfTheLine } from '../box/channel.ts';
import { probe } from '../box/keeper.ts';
import { memoryText, readMemory } from '../box/memory-series.ts';
import { type MemoryUse, memoryUses } from '../box/memory-use.ts';
import { drivenBy } from '../lease/driven.ts';
import { lookable } from '../lease/lookable.ts';
import type { Cell, Run } from '../lease/run.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { Problem } from '../problem.ts';
import { matchGotchas } from '../profile/gotcha-match.ts';
import type { World } from '../world.ts';
import { Explaining, type Finding } from './explain.ts';
import { remainsOf } from './judge.ts';
import { baselineOf } from './look.ts';

/** What one platform is known for, and the line that shows it. */
export interface KnownThere {
  id: string;
  cause: string;
  fix: string;
  line: string;
}

export interface ExplainedCell {
  cell: string;
  /** As the record has it: `running`, `finished`, `dead (exit 1, VRAM_OOM)`. */
  state: string;
  findings: Finding[];
  known: KnownThere[];
  /** What it held of the memory of the box and of its fullest card, in this attempt. */
  memory: MemoryUse[];
}

export interface ExplainedRun {
  cells: ExplainedCell[];
  /** Why nothing newer than the record could be looked at; `undefined` where the box was. */
  notSeen: string | undefined;
  /** Of a submission that waits: what it stands behind, by its engine, in sentences. */
  behind?: string[];
}

/** What every cell of a run shows, and what keeps it waiting where it does. */
export async function explainRun(world: World, run: Run): Promise<ExplainedRun> {
  const behind = await standsBehind(world, run);
  return { ...(await explainCells(world, run)), ...(behind.length > 0 && { behind }) };
}

/** Asked of the engine only where a person asks: it is more than one look. */
async function standsBehind(world: World, { leases }: Run): Promise<string[]> {
  const lease = leases.findLast(({ queue }) => queue?.to === 'waiting');
  if (lease?.boxId === undefined) return [];
  try {
    const driver = await world.driver(drivenBy(lease));
    return (await driver.whyBehind?.(lease.boxId)) ?? [];
  } catch (error) {
    if (!isAway(error)) throw error;
    return [`What it stands behind could not be asked: ${error.message.split('\n')[0]}`];
  }
}

const isAway = (error: unknown): error is Error =>
  isOfTheLine(error) || (error instanceof Problem && error.kind === 'unreachable');

/** Its log and remains on the box where that answers, else what the record has of it. */
async function explainCells(world: World, run: Run): Promise<ExplainedRun> {
  const held = lookable(run);
  if (!held) return { cells: ofRecord(run), notSeen: 'No box of this run is held.' };
  const { lease, dir } = held;
  try {
    const channel = await world.channel(lease);
    const seen = await probe(channel, dir);
    const samples = readMemory(await memoryText(channel, dir));
    const profile = await world.profile(lease.platform);
    const cells = seen.cells.flatMap(async (cell): Promise<ExplainedCell | undefined> => {
      const known = run.cells.get(cell.name);
      if (!known) return;
      const { document } = run.opened ?? {};
      const remains = remainsOf(cell, seen, baselineOf(lease), {
        sources: sourcesOf(document ?? {}),
        ...(document?.resources && { cardAsked: document.resources.gpu !== undefined }),
      });
      const explaining = new Explaining(remains);
      await explaining.read(cell.logTail);
      return {
        cell: cell.name,
        state: stateOf(known),
        findings: explaining.findings(),
        known: matchGotchas(profile, 'log', cell.logTail).map(({ gotcha, line }) => ({
          id: gotcha.id,
          cause: gotcha.cause,
          fix: gotcha.fix,
          line,
        })),
        memory: memoryUses(samples, cell.name, cell.startedAt ?? 0),
      };
    });
    return { cells: (await Promise.all(cells)).filter((cell) => cell !== undefined), notSeen: undefined };
  } catch (error) {
    if (!isAway(error)) throw error;
    return {
      cells: ofRecord(run),
      notSeen: `${lease.name} does not answer: ${error.message.split('\n')[0]}`,
    };
  }
}

const ofRecord = (run: Run): ExplainedCell[] =>
  [...run.cells.values()].map((cell) => ({
    cell: cell.name,
    state: stateOf(cell),
    findings: [],
    known: [],
    memory: [],
  }));

function stateOf({ ended, stalledSince }: Cell): string {
  if (!ended) return stalledSince === undefined ? 'not ended' : `silent since ${stalledSince}`;
  if (ended.verdict === 'finished') return 'finished';
  return `dead (exit ${ended.exitCode}${ended.failureClass ? `, ${ended.failureClass}` : ''})`;
}
