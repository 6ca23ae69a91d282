import { oneLine } from '../box/stranger-text.ts';
import { ApiRefused } from '../platforms/api.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { Kernel, SessionStatus } from '../platforms/kaggle/replies.ts';
import { Problem } from '../problem.ts';
import { slugOf } from './kernel-job.ts';
import { lackingIn } from './push-body.ts';
import { type Header, headerOf } from './script.ts';

/** One kernel of a run, as Kaggle shows it. */
export interface Session {
  number: number;
  slug: string;
  /** Of the newest version: above 1 where somebody pushed it more than once. */
  version: number;
  header: Header;
  /** Inputs that it was to have and does not. */
  lacks: string[];
}

export interface Word {
  /** `unknown`: a word that we do not know. */
  phase: 'going-on' | 'complete' | 'cut-off' | 'unknown';
  /** Kaggle's own word. */
  native: string;
  why: string | undefined;
}

/** A kernel that is not there is answered like one that may not be seen; the login was proven before. */
const ABSENT = [401, 403, 404];
const isAbsence = (error: unknown): boolean =>
  (error instanceof ApiRefused && ABSENT.includes(error.status)) ||
  (error instanceof Problem && error.code === 'api-key-refused');

/** All sessions of a run, by their names: each follows from the run's, so none can be missed or made twice. */
export async function sessionsOf(api: KaggleApi, run: string, most: number): Promise<Session[]> {
  const found: Session[] = [];
  for (let number = 1; number <= most; number += 1) {
    const session = await sessionAt(api, run, number);
    if (!session) return found;
    found.push(session);
  }
  return found;
}

/** @throws Problem `kaggle-other-kernel` where somebody else's kernel has that name */
export async function sessionAt(api: KaggleApi, run: string, number: number): Promise<Session | undefined> {
  const slug = slugOf(run, number);
  const user = await api.user();
  const kernel = await api.call('GetKernel', { userName: user, kernelSlug: slug }, Kernel).catch((error) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
  if (!kernel) return undefined;
  const header = headerOf(kernel.blob.source ?? '');
  if (header?.run !== run || header.session !== number) throw otherKernel(`${user}/${slug}`);
  const lacks = lackingIn(kernel.metadata, header.sources);
  return { number, slug, version: kernel.metadata.currentVersionNumber ?? 1, header, lacks };
}

const PHASES: Readonly<Record<string, Word['phase']>> = {
  QUEUED: 'going-on',
  RUNNING: 'going-on',
  NEW_SCRIPT: 'going-on',
  CANCEL_REQUESTED: 'going-on',
  COMPLETE: 'complete',
  ERROR: 'cut-off',
  CANCEL_ACKNOWLEDGED: 'cut-off',
};

export async function wordOf(api: KaggleApi, { slug, version }: Session): Promise<Word> {
  const asked = { userName: await api.user(), kernelSlug: slug, versionLabel: `v${version}` };
  const { status, failureMessage } = await api.call('GetKernelSessionStatus', asked, SessionStatus);
  // `COMPLETE`, `complete` and `cancelAcknowledged` are one language for its own client, too.
  const native = status.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
  const why = oneLine(failureMessage ?? '', 300) || undefined;
  return { phase: PHASES[native] ?? 'unknown', native: oneLine(native, 60), why };
}

const otherKernel = (name: string): Problem =>
  new Problem({
    code: 'kaggle-other-kernel',
    kind: 'refused',
    what: `The kernel ${name} is not one that gpu-lease pushed for this run, or it was edited; nothing was pushed over it.`,
    next: 'Look at it at kaggle.com/code; rename or delete it there, then run the same command again.',
  });
