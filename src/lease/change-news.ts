import { secondsBetween } from '../clock.ts';
import { usdSoFar } from './cost.ts';
import { endOf, type Run, runState } from './run.ts';
import { isUnapproved } from './unapproved.ts';

/** A run that was over for so long has a commit that nobody waits for. */
const NEWS_SECONDS = 7 * 86_400;
/** While it trains its cost is news by itself each time that it grew by so much of its budget. */
const PARTS = 10;

/**
 * How the run of a labelled commit stands, in the few words by which one telling is told from the next: the same words until somebody
 * who reads the commit or its change would want to read it anew. What it costs goes along with that.
 *
 * @returns `undefined` for a run of no change, for one that was told so already, and for one for which somebody else speaks: the
 * workflow run that asks whether it may begin
 */
export function untoldOfChange(run: Run, now: Date): string | undefined {
  const { opened, closed, changeTold } = run;
  if (!opened?.change || (isUnapproved(run) && runState(run) !== 'abandoned')) return;
  const news = standing(run, now);
  if (news === changeTold) return;
  return closed && secondsBetween(new Date(closed.at), now) > NEWS_SECONDS ? undefined : news;
}

function standing(run: Run, now: Date): string {
  const { seal, halted, closed, cells } = run;
  const ends = new Set([...cells.values()].map((cell) => endOf(run, cell)));
  return [
    runState(run),
    ...(seal ? [`sealed ${seal.seal.slice(0, 16)}`] : []),
    ...(halted ? [`halted ${halted.at}`] : []),
    ...(closed || seal || halted
      ? [[...ends].sort().join('+')]
      : [`cost ${partOfBudget(run, now)}/${PARTS}`]),
  ].join(', ');
}

const partOfBudget = (run: Run, now: Date): number =>
  Math.floor((PARTS * usdSoFar(run, now)) / Math.max(run.opened?.budget.usd ?? 0, 0.01));
