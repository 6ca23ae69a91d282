import { ApiRefused, ApiUnclear, oneLine } from '../platforms/api.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { SavedKernel } from '../platforms/kaggle/replies.ts';
import { Problem } from '../problem.ts';
import { bodyOf, type Push, refusalIn } from './push-body.ts';
import { hours } from './quota.ts';
import { sessionAt } from './sessions.ts';

export interface Pushed {
  url: string;
  /** Above 1: somebody else pushed the same session at the same time, and both run. */
  version: number;
  /** Its answer was lost, and the kernel is there. */
  isFound: boolean;
}

/** Looks after a push whose answer was lost. */
const LOOKS = 5;
const LOOK_SECONDS = 3;

/**
 * Pushes one session, once. Its name follows from the run, so a push whose answer was lost, or says nothing, is looked for by it and never
 * made again.
 *
 * @throws Problem `kaggle-busy`, `kaggle-push-refused`, `kaggle-sources`, `kaggle-push-unclear`, `kaggle-other-name`
 */
export async function pushSession(
  api: KaggleApi,
  push: Push,
  { run, number, text }: { run: string; number: number; text: string },
): Promise<Pushed> {
  const name = `${push.user}/${push.slug}`;
  const usual = `https://www.kaggle.com/code/${name}`;
  const saved = await api
    .call('SaveKernel', bodyOf(push, text), SavedKernel, false)
    .catch((error: unknown) => {
      if (error instanceof ApiUnclear) return error;
      throw error instanceof ApiRefused ? refused(name, `${error.status} ${error.said}`) : error;
    });
  const told = saved instanceof Error ? undefined : versionIn(saved);
  const { error, lacks } = saved instanceof Error ? NOTHING_SAID : refusalIn(saved);
  if (error !== undefined) throw refused(name, error);
  if (told === undefined) {
    const version = await lookFor(api, run, number);
    if (version === undefined) throw unclear(name, saved instanceof Error ? saved : undefined);
    if (lacks.length > 0) throw withoutSources(push, lacks);
    return { url: usual, version, isFound: true };
  }
  if (lacks.length > 0) throw withoutSources(push, lacks);
  if (!told.segments.includes(push.slug)) throw otherName(push, told.ref);
  return { url: usual, version: told.version, isFound: false };
}

const NOTHING_SAID = { error: undefined, lacks: [] };

/** What an answer says was made; `undefined` where it says neither which version nor where: an answer of 200 is no word for it. */
function versionIn({ ref, url, versionNumber }: SavedKernel) {
  const where = ref || url || '';
  if (where === '' || typeof versionNumber !== 'number' || versionNumber < 1) return undefined;
  return { version: versionNumber, ref: where, segments: where.toLowerCase().split(/[/?#]/) };
}

async function lookFor(api: KaggleApi, run: string, number: number): Promise<number | undefined> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const there = await sessionAt(api, run, number);
    if (there) return there.version;
    await api.pause(LOOK_SECONDS);
  }
  return undefined;
}

/** Kaggle says it in an answer of 200 as well. */
function refused(name: string, said: string): Problem {
  const words = oneLine(said);
  if (/session count|quota|capacity|try again later/i.test(words))
    return new Problem({
      code: 'kaggle-busy',
      kind: 'capacity',
      what: `Kaggle does not take ${name} now: ${words}`,
      next: 'Run the same command again when another session has ended or the quota begins anew.',
    });
  return new Problem({
    code: 'kaggle-push-refused',
    kind: 'usage',
    what: `Kaggle refused the push of ${name}: ${words}`,
    next: 'Nothing runs. Correct what it says, commit, and run the same command again.',
  });
}

const withoutSources = ({ user, slug, shape, seconds }: Push, lacks: readonly string[]): Problem =>
  new Problem({
    code: 'kaggle-sources',
    kind: 'usage',
    what: `Kaggle took ${user}/${slug} without ${lacks.join(', ')}: no such thing is known there, or the account may not read it.`,
    next: `Stop the session at https://www.kaggle.com/code/${user}/${slug} (no call of the API can). Correct the names, commit, and push again; what this session makes is not taken.`,
    costing: shape === undefined ? [] : [`${slug}: up to ${hours(seconds)} of the weekly quota`],
  });

/** Nothing would find it by its name again, and the next push would make another. */
const otherName = ({ user, slug, shape, seconds }: Push, ref: string): Problem =>
  new Problem({
    code: 'kaggle-other-name',
    kind: 'failed',
    what: `Kaggle took the push of ${user}/${slug} and calls it ${oneLine(ref)}: a run is found by the names of its sessions, so what that one makes is not taken.`,
    next: 'Stop it on its page (no call of the API can), and give the job a name of small letters, digits and single dashes.',
    costing: shape === undefined ? [] : [`${oneLine(ref)}: up to ${hours(seconds)} of the weekly quota`],
  });

const unclear = (name: string, cause: Error | undefined): Problem =>
  new Problem(
    {
      code: 'kaggle-push-unclear',
      kind: 'unreachable',
      what: `The answer to the push of ${name} was lost or says nothing, and the kernel is not to be seen yet. It may run all the same.`,
      next: 'Run the same command again in a minute: it looks for the session by its name before it pushes.',
    },
    cause ? { cause } : {},
  );
