import { WORTH_BYTES } from '../tensor/shared-bytes.ts';
import type { ThreadName } from '../tensor/thread.ts';
import type { Order } from './messages.ts';

/** A file that takes more than this part of what one thread's share would be is better cut into slices for all of them. */
const SHARE_OF_SLICED = 0.5;
/** What one core does in a millisecond: of tensors, and of small files, which mostly are text (docs/benchmarks.md). */
const [BYTES_PER_MS, SMALL_BYTES_PER_MS] = [2e6, 20e3];
const SMALL_BYTES = 1024 ** 2;
/**
 * A thread compiles anew what it needs, which takes a core of its own some 100 ms, and 15 to 100 MB. Of a hundred thousand files of 50
 * bytes most of the time is this process's, which lists them and holds their verdicts.
 */
const WORTH_MS = 200;

/** From what size on a file is cut into slices instead of being one thread's. */
export const slicedFrom = (bytes: number, jobs: number): number =>
  Math.max(WORTH_BYTES, (bytes / jobs) * SHARE_OF_SLICED);

/** About what verifying a file takes one core. */
export const costOf = (sizeBytes: number): number =>
  sizeBytes / (sizeBytes < SMALL_BYTES ? SMALL_BYTES_PER_MS : BYTES_PER_MS);

/** How many threads beside this one so much work is worth. */
export const crewFor = (costMs: number, jobs: number): number =>
  Math.max(0, Math.min(jobs, Math.floor(costMs / WORTH_MS)) - 1);

/** The threads that will be wanted for an order, as far as its sizes tell; the same that `Crew` and `ScanPool` would start later. */
export function othersFor(order: Order): [name: ThreadName, count: number][] {
  const { jobs, sizes } = sharedIn(order);
  if (jobs < 2) return [];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const cut = slicedFrom(bytes, jobs);
  const whole = sizes.filter((size) => size < cut);
  const shared = whole.reduce((sum, size) => sum + costOf(size), 0);
  return [
    ['scan-worker', whole.length < sizes.length ? jobs - 1 : 0],
    ['crew-worker', crewFor(shared, jobs)],
  ];
}

function sharedIn(order: Order): { jobs: number; sizes: readonly number[] } {
  if (order.order === 'file') return { jobs: order.options.jobs ?? 1, sizes: [order.bytes] };
  if (order.order === 'role') return { jobs: 1, sizes: [] };
  const isLocal = order.local !== undefined;
  const jobs = order.order === 'roles' ? order.jobs : (order.options.jobs ?? 1);
  // A tree is the whole folder, of which there may be a task for one file alone.
  const asked = order.order === 'tree' ? order.files.filter((_file, n) => order.tasks[n]) : order.files;
  return { jobs: isLocal ? jobs : 1, sizes: asked.map(({ sizeBytes }) => sizeBytes) };
}
