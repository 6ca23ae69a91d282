import { LEVELS, type Level } from '../evidence-level.ts';
import { holdsToHashOnly } from '../job/roster.ts';
import type { StandingApproved } from '../lease/events.ts';
import { costing, isGivenUp, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { isPhrase } from './request.ts';

const LEAST: Level = 'L2';

/** What an approval in advance of this run would bind to: everything of the event but who gives it. */
export type StandingTerms = Omit<StandingApproved, 'type' | 'person' | 'via'>;

/**
 * From the job file's bounds, or from its budget where it names none.
 * @param level as asked for; never less than the job file wants
 * @throws Problem `usage`: `standing-level`; `refused`: `standing-forbidden`, `standing-too-low`, `standing-too-late`
 */
export function standingTerms(run: Run, level: string, now: Date): StandingTerms {
  const { opened } = run;
  if (!opened) throw new Error(`run ${run.id} was never opened`);
  const bounds = opened.document.approval?.standing;
  if (bounds === 'forbid') {
    throw refused(
      run,
      'standing-forbidden',
      'The job file takes no approval in advance ("standing: forbid").',
      {
        next: 'Approve the release once the run is sealed.',
      },
    );
  }
  const asked = levelOf(level);
  const least = bounds?.level ?? LEAST;
  if (LEVELS.indexOf(asked) < LEVELS.indexOf(least)) {
    const source = bounds ? 'the job file wants' : 'without "approval.standing" in the job file it is';
    throw refused(run, 'standing-too-low', `${asked} was asked for; ${source} ${least} or better.`, {
      next: `Ask for ${least}, or lower "approval.standing.level" in the job file of a new run.`,
    });
  }
  if (run.closed || isGivenUp(run)) {
    throw refused(run, 'standing-too-late', `Run ${run.id} is over; nothing of it is left to release.`, {
      next: 'See "gpu-lease status --archived".',
    });
  }
  const withinSeconds = bounds?.withinSeconds ?? opened.budget.hours * 3600;
  return {
    configHash: opened.configHash,
    platforms: [...new Set(opened.document.candidates.map(({ platform }) => platform))],
    maxUsdPerHour: bounds?.usdPerHour ?? opened.budget.usdPerHour,
    level: asked,
    expiresAt: new Date(now.getTime() + withinSeconds * 1000).toISOString(),
  };
}

function levelOf(text: string): Level {
  const level = LEVELS.find((each) => each === text.trim().toUpperCase());
  if (level) return level;
  throw new Problem({
    code: 'standing-level',
    kind: 'usage',
    what: `"${text.slice(0, 40)}" is no level of verification.`,
    next: `Use one of ${LEVELS.join(', ')}; L2 is the usual one.`,
  });
}

/** The words that a person types: which run, and which configuration they saw. */
export const standingPhrase = (run: string, { configHash }: Pick<StandingTerms, 'configHash'>): string =>
  `standing ${run} ${configHash.slice(0, 8)}`;

/** What a person agrees to, in sentences. `lasts`: until when it counts, or for how long. */
export const termLines = (
  { opened }: Run,
  { platforms, maxUsdPerHour, level }: StandingTerms,
  lasts: string,
): string[] => [
  `released without asking again: what is sealed at ${level} or better with nothing missing`,
  ...opaqueLine((opened?.document.artifacts ?? []).filter(holdsToHashOnly).map(({ path }) => path)),
  `on ${platforms.join(', ')}, at most ${maxUsdPerHour} USD/h, with nothing owed, ${lasts}`,
  'never: giving up data; a run that ended early, in the background or otherwise than its job file says',
];

const opaqueLine = (paths: readonly string[]): string[] =>
  paths.length === 0
    ? []
    : [`by its bytes only, whatever the level, because it is opaque: ${paths.join(', ')}`];

/** The same bounds, given before, that still count: a re-run asks nobody again. */
export const givenBefore = (run: Run, terms: StandingTerms, now: Date): Run['standing'][number] | undefined =>
  run.standing.findLast(
    (given) =>
      given.configHash === terms.configHash &&
      given.level === terms.level &&
      given.maxUsdPerHour === terms.maxUsdPerHour &&
      given.platforms.join(' ') === terms.platforms.join(' ') &&
      Date.parse(given.expiresAt) > now.getTime(),
  );

/** Every word must be right. */
export function requirePhrase(run: Run, terms: StandingTerms, typed: string): void {
  const phrase = standingPhrase(run.id, terms);
  if (isPhrase(typed, phrase)) return;
  throw refused(run, 'phrase-differs', `"${typed.trim()}" is not the phrase of this approval in advance.`, {
    next: `Type exactly: ${phrase}`,
  });
}

const refused = (run: Run, code: string, what: string, { next }: { next: string }): Problem =>
  new Problem({ code, kind: 'refused', what, next, costing: costing(run) });
