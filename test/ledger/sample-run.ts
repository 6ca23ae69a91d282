import type { NewEvent, RunOpened } from '../../src/lease/events.ts';
import type { RunSummary } from '../../src/ledger/ledger.ts';

export const secret = 'q3v5yG8n0aZ4mXk1T7cWb9sRj2uLd6eHf0pNiVxOtEw';
export const otherSecret = 'A7nR2kQ9xWm4Zb1Yt6Ue8Vc3Lp5Hs0JdGfXiOoNqTzE';

const stamp = { at: '2026-11-21T09:00:00.000Z', by: 'github:7.1' };

export const opened = (over: Partial<RunOpened> = {}): NewEvent => ({
  type: 'run-opened',
  version: 1,
  job: 'tiny',
  configHash: 'c0',
  commit: 'abcdef0123456789',
  codeHash: 'd0',
  dirty: false,
  cells: ['main'],
  budget: { usd: 5, hours: 2, usdPerHour: 1 },
  retryMax: 1,
  onFinish: 'hold',
  resumes: true,
  document: { name: 'tiny' } as RunOpened['document'],
  ...over,
  ...stamp,
});

/** A small event that is easy to tell from the next. */
export const resolved = (how: string): NewEvent => ({ type: 'resolved', how, ...stamp });

export const intended = (lease: string, platform = 'local'): NewEvent => ({
  type: 'intended',
  lease,
  platform,
  offer: 'cpu',
  summary: 'a cpu',
  usdPerHour: 0.4,
  market: 'on-demand',
  ...stamp,
});

export const rented = (lease: string): NewEvent => ({
  type: 'rented',
  lease,
  boxId: 'b-1',
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 0.4, source: 'test' }],
  adopted: false,
  ...stamp,
});

export const approved = (lease: string): NewEvent => ({
  type: 'approved',
  binds: 'f'.repeat(64),
  goal: 'release',
  lease,
  verbs: ['destroy'],
  person: 'ada',
  via: 'phrase',
  expiresAt: '2026-11-22T09:00:00.000Z',
  ...stamp,
});

export const summaryOf = (run: string, over: Partial<RunSummary> = {}): Omit<RunSummary, 'archived'> => {
  const { archived: _, ...summary } = {
    run,
    job: 'tiny',
    state: 'running',
    usd: 0.5,
    updatedAt: stamp.at,
    leases: [`${run}-1 local running`],
    archived: false,
    ...over,
  };
  return summary;
};
