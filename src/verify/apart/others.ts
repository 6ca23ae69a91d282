import { WORTH_BYTES } from '../tensor/shared-bytes.ts';
import type { ThreadName } from '../tensor/thread.ts';
import type { Order } from './messages.ts';

/** A file that takes more than this part of what one thread's share would be is better cut into slices for all of them. */
const SHARE_OF_SLICED = 0.5;
/** About what one core reads and scans, and what it needs for a file of any size (docs/benchmarks.md). */
const [BYTES_PER_MS, MS_PER_FILE] = [2e6, 0.1];
/** A thread is ready only after this, and it takes the other core that long. */
const WORTH_MS = 100;

/** From what size on a file is cut into slices instead of being one thread's. */
export const slicedFrom = (bytes: number, jobs: number): number =>
  Math.max(WORTH_BYTES, (bytes / jobs) * SHARE_OF_SLICED);

/** How many threads beside this one so much work is worth. */
export const crewFor = ({ bytes, files }: { bytes: number; files: number }, jobs: number): number =>
  Math.max(0, Math.min(jobs, Math.floor((bytes / BYTES_PER_MS + files * MS_PER_FILE) / WORTH_MS)) - 1);

/** The threads that will be wanted for an order, as far as its sizes tell; the same that `Crew` and `ScanPool` would start later. */
export function othersFor(order: Order): [name: ThreadName, count: number][] {
  const { jobs, sizes } = sharedIn(order);
  if (jobs < 2) return [];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const cut = slicedFrom(bytes, jobs);
  const whole = sizes.filter((size) => size < cut);
  const shared = { bytes: whole.reduce((sum, size) => sum + size, 0), files: whole.length };
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
