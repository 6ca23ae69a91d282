import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import type { Lease } from '../../src/lease/run.ts';
import type { Step } from '../../src/lease/step.ts';
import {
  audited,
  cellEnded,
  collected,
  gone,
  intended,
  jobWith,
  LEASE,
  leaseOf,
  lost,
  opened,
  reachable,
  rented,
  sealed,
  started,
  waived,
} from './told-run.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/lifecycle.md'), 'utf8');

const unfit = audited(false) as Extract<EventBody, { type: 'audited' }>;
const box = (type: 'evicted' | 'disk'): EventBody => ({ ...lost('box'), what: type }) as EventBody;

const boundAnew: EventBody = {
  type: 'bound-anew',
  person: 'ada',
  configHash: '2'.repeat(64),
  codeHash: '3'.repeat(64),
  commit: 'fedcba9876',
  dirty: false,
  cells: ['main'],
  budget: jobWith().budget,
  retryMax: 1,
  resumes: true,
  document: jobWith(),
};

/** One of each event that can move a lease, and those that it depends on. */
const MOVES: readonly EventBody[] = [
  { type: 'rent-refused', lease: LEASE, reason: 'refused', what: 'no' },
  { type: 'surfaced', lease: LEASE, of: LEASE, boxId: 'late', meters: [] } as unknown as EventBody,
  rented(),
  { type: 'boot-failed', lease: LEASE, why: 'never answered' },
  reachable(),
  audited(),
  unfit,
  { ...unfit, goesBack: true },
  ...[1, 2].map((attempt) => started({ attempt, parksItself: { verb: 'stop', afterSeconds: 600 } })),
  lost('process'),
  lost('box'),
  box('evicted'),
  { ...box('evicted'), goesBack: true } as EventBody,
  box('disk'),
  cellEnded(),
  collected,
  sealed,
  { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] },
  { type: 'parked', lease: LEASE, verb: 'stop', itself: true, clocks: [] },
  { type: 'waking', lease: LEASE },
  { type: 'woken', lease: LEASE },
  { type: 'park-dated', lease: LEASE, parkedAt: '2026-11-21T00:00:00Z' },
  { type: 'releasing', lease: LEASE, verb: 'destroy' },
  gone('gpu'),
  gone('disk'),
  { type: 'released', lease: LEASE, usd: 1 },
  { type: 'abandoned', lease: LEASE, lost: ['all'] },
  { type: 'halted', code: 'x', what: 'x', next: 'x' },
  { type: 'resolved', how: 'a person' },
  boundAnew,
  { type: 'stands-stopped', lease: LEASE },
  { type: 'runs-again', lease: LEASE, meters: ['gpu'] },
];

/** Every change of a lease's state that the fold makes on some sequence of these events, as `event: from --> to`. */
function changes(): Set<string> {
  const known = new Set<string>();
  const found = new Set<string>();
  const died = [rented(), reachable(), audited(), started(), cellEnded('dead')];
  const open: EventBody[][] = [
    [opened(), waived, intended()],
    [opened(), waived, intended(), ...died],
  ];
  for (let path = open.pop(); path; path = open.pop()) {
    const before = leaseIn(path);
    for (const event of MOVES) {
      const longer = [...path, event];
      const after = leaseIn(longer);
      if (before.state !== after.state) found.add(`${event.type}: ${before.state} --> ${after.state}`);
      const key = kindOf(longer);
      if (!known.has(key)) open.unshift(longer);
      known.add(key);
    }
  }
  return found;
}

/** Two runs of one kind may do the same: what the fold asks of a lease before it moves it. */
function kindOf(path: readonly EventBody[]): string {
  const { run, lease } = leaseOf(path);
  return JSON.stringify([
    lease.state,
    lease.boxGone,
    lease.evicted,
    lease.pin !== undefined,
    lease.started?.attempt,
    lease.verbsDone.length > 0,
    lease.meters.map(({ stoppedAt }) => stoppedAt !== undefined),
    lease.ranAgain !== undefined,
    [lease.parkedItself !== undefined, lease.wakes !== undefined],
    [...run.cells.values()].map(({ ended }) => ended !== undefined),
    run.collected,
    run.seal !== undefined,
    run.halted !== undefined,
  ]);
}

const leaseIn = (path: readonly EventBody[]): Lease => leaseOf(path).lease;

/** The table of the page, row by row. */
function listed(): Set<string> {
  const table = /## What moves a lease\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  return new Set(
    [...table.matchAll(/^\| `([a-z-]+)`[^|]*\| ([a-z, ]+) \| ([a-z]+) \|$/gm)].flatMap(
      ([, event, from = '', to]) => from.split(', ').map((state) => `${event}: ${state} --> ${to}`),
    ),
  );
}

const drawn = (): string[] =>
  [...page.matchAll(/^ {2}(\w+) --> (\w+): ([a-z-]+)$/gm)].map(
    ([, from, to, event]) => `${event}: ${from} --> ${to}`,
  );

/** The compiler holds this list against the events that there are. */
const EVENTS: Readonly<Record<EventBody['type'], true>> = {
  'run-opened': true,
  'smoke-passed': true,
  'smoke-waived': true,
  intended: true,
  claimed: true,
  'no-capacity': true,
  recognized: true,
  'boot-failed': true,
  surfaced: true,
  'rent-refused': true,
  rented: true,
  reachable: true,
  'queue-moved': true,
  'begins-from': true,
  'bound-anew': true,
  'data-resolved': true,
  'data-fetched': true,
  moved: true,
  audited: true,
  started: true,
  'begun-again': true,
  resumed: true,
  kept: true,
  'disk-mended': true,
  'not-kept': true,
  'on-tier': true,
  'kept-stored': true,
  'kept-dropped': true,
  'kept-lost': true,
  preempted: true,
  'cell-ended': true,
  collected: true,
  sealed: true,
  unsealed: true,
  stored: true,
  'standing-approved': true,
  continued: true,
  'runner-used': true,
  'runners-billed': true,
  asked: true,
  approved: true,
  releasing: true,
  'meter-stopped': true,
  owed: true,
  'word-given': true,
  parked: true,
  waking: true,
  woken: true,
  'park-dated': true,
  released: true,
  abandoned: true,
  halted: true,
  resolved: true,
  vouched: true,
  seen: true,
  unreached: true,
  'stands-stopped': true,
  'runs-again': true,
  stalled: true,
  moving: true,
  detached: true,
  told: true,
  'notice-claimed': true,
  'notice-sent': true,
  'change-told': true,
  closed: true,
};

/** So is this one against the steps. */
const STEPS: Readonly<Record<Step['do'], true>> = {
  smoke: true,
  vouch: true,
  wait: true,
  intend: true,
  rent: true,
  find: true,
  reach: true,
  audit: true,
  start: true,
  look: true,
  collect: true,
  store: true,
  unseal: true,
  'store-kept': true,
  'drop-kept': true,
  'approve-standing': true,
  ask: true,
  park: true,
  wake: true,
  release: true,
  discard: true,
  prove: true,
  recheck: true,
  'mark-released': true,
  'look-for-late': true,
  close: true,
  halt: true,
  tell: true,
  notify: true,
  nothing: true,
};

/** Every word in code type in the table under a heading of the page. */
function explained(heading: string): string[] {
  const [, after = ''] = page.split(`## ${heading}\n`);
  const [table = ''] = after.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const words = rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name));
  return [...new Set(words)].sort();
}

describe('docs/lifecycle.md', () => {
  it('lists every change of a lease that the core makes, and no other', () => {
    assert.deepEqual([...listed()].sort(), [...changes()].sort());
  });

  it('draws no change that the core does not make', () => {
    assert.ok(drawn().length > 10);
    assert.deepEqual(
      drawn().filter((change) => !listed().has(change)),
      [],
    );
  });

  it('explains every event of a record', () => {
    assert.deepEqual(explained('Events'), Object.keys(EVENTS).sort());
  });

  it('explains every step', () => {
    assert.deepEqual(explained('Steps'), Object.keys(STEPS).sort());
  });
});
