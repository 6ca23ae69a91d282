import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { KernelList } from '../platforms/kaggle/replies.ts';
import { Problem } from '../problem.ts';
import { slugOf, startOfName } from './kernel-job.ts';

/** The most that Kaggle lists at once; one page is asked for, because what ran before a hundred others is nobody's newest run. */
const PAGE_SIZE = 100;

/**
 * Runs of a job in this account, the one whose session began last first. By the names of kernels alone: whether one is ours, its first
 * line says where it is looked at (`sessionAt`).
 */
export const runsOf = async (api: KaggleApi, job: string): Promise<string[]> =>
  newestFirst(await kernelsOf(api), job);

/**
 * That Kaggle lists no session of that number or above: one that is there and may not be read is answered like one that is not, and one that
 * somebody deleted is no reason to begin before those after it.
 *
 * @throws Problem `kaggle-listed`
 */
export async function requireUnlisted(api: KaggleApi, run: string, number: number): Promise<void> {
  const numbers = (await kernelsOf(api)).map(({ name }) => numberIn(name, run));
  const newest = Math.max(0, ...numbers);
  if (newest < number) return;
  throw new Problem({
    code: 'kaggle-listed',
    kind: 'refused',
    what: `Kaggle lists session ${newest} of ${run} and shows no session ${number}: it was deleted, or this login may not read it. Nothing was pushed.`,
    next: `Look at ${slugOf(run, newest)} at kaggle.com/code. What a deleted session made is lost; where none is to be gone on from, delete the others too, or commit: that is another run.`,
  });
}

/** 0: it is no session of that run. */
function numberIn(name: string, run: string): number {
  const [, number = '0'] = name.startsWith(`${run}-`)
    ? (/^(\d{1,3})$/.exec(name.slice(run.length + 1)) ?? [])
    : [];
  return Number(number);
}

interface Listed {
  name: string;
  /** ISO 8601. */
  at: string | undefined;
}

async function kernelsOf(api: KaggleApi): Promise<Listed[]> {
  const { kernels } = await api.call(
    'ListKernels',
    {
      ...{ group: 'PROFILE', sortBy: 'DATE_RUN', page: 1, pageSize: PAGE_SIZE },
      ...{ kernelType: 'all', language: 'all', outputType: 'all' },
    },
    KernelList,
  );
  const user = await api.user();
  return kernels.map(({ ref, slug, lastRunTime }) => ({
    name: nameOf(user, ref ?? '', slug ?? ''),
    at: lastRunTime ?? undefined,
  }));
}

/** Kernels that somebody shares with the account stand there, too: theirs begin with another name. */
function nameOf(user: string, ref: string, slug: string): string {
  const [owner, name] = ref.replace(/^\/?(?:code\/)?/, '').split('/');
  if (name === undefined) return slug;
  return owner?.toLowerCase() === user.toLowerCase() ? name : '';
}

/** Pure. One that never ran yet is the newest of all: it was pushed a moment ago. */
export function newestFirst(kernels: readonly Listed[], job: string): string[] {
  const start = startOfName(job);
  const newest = new Map<string, number>();
  for (const { name, at } of kernels) {
    const [, end] = name.startsWith(start)
      ? (/^([0-9a-f]{12})-\d{1,3}$/.exec(name.slice(start.length)) ?? [])
      : [];
    if (end === undefined) continue;
    const time = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
    const run = `${start}${end}`;
    newest.set(run, Math.max(newest.get(run) ?? Number.NEGATIVE_INFINITY, Number.isNaN(time) ? 0 : time));
  }
  return [...newest]
    .sort(([, one], [, other]) => (other > one ? 1 : other < one ? -1 : 0))
    .map(([run]) => run);
}
