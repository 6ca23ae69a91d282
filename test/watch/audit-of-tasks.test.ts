import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import type { Job } from '../../src/job/job.ts';
import { toTell } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { auditOfTasks } from '../../src/watch/audit-of-tasks.ts';
import {
  audited,
  intended,
  jobWith,
  LEASE,
  leaseOf,
  opened,
  reachable,
  rented,
  started,
  told,
  waived,
} from '../lease/told-run.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';
import { cellOf, probeOf } from './probed.ts';

const storyOf = (names: readonly string[]): EventBody[] => [
  opened({ cells: [...names] }, jobWith({ cells: names.map((name) => ({ name, vars: {} })) })),
  waived,
  {
    ...intended(),
    queue: 'ssh://ada@login',
    tasks: { count: names.length, atOnce: 2 },
  } as EventBody,
  rented(),
  reachable(),
  audited(),
  started({ launcher: 'sbatch' }),
  { type: 'queue-moved', lease: LEASE, to: 'running', tasks: 2 },
];
const job: Job = { ...jobWith(), resources: { gpu: { names: [], count: 1 } } };
/** Of a machine of which only this is special. */
const saw = (text: string) =>
  [
    'GPU-LEASE audit 1',
    'K system Linux 6',
    'K machine x86_64',
    'K work.path /root',
    'K work.statfs 4096 1000000 900000 1000000 900000',
    'K work.writable 1',
    text,
    'GPU-LEASE audited',
    '',
  ].join('\n');

/** A place where a task's file is what a test says of it: `c/1`. */
async function lookAt(
  files: Record<string, string> | Error,
  cells: Record<string, number | undefined>,
  story: readonly EventBody[],
  wanted = job,
) {
  const { channel, execs } = execChannel(([, , , , , ...each]) => {
    if (files instanceof Error) throw files;
    const lines = each.flatMap((file, at) =>
      (files[file] ?? '').split('\n').map((line) => `${at + 1} ${line}`),
    );
    return { stdout: lines.join('\n') };
  });
  const { world, face } = scriptedWorld({ channel });
  const seen = probeOf(
    { tasks: { planned: 4, over: 0 } },
    ...Object.entries(cells).map(([name, at]) => cellOf({ name, ...(at !== undefined && { audited: at }) })),
  );
  const events = await auditOfTasks(world, { ...leaseOf([...story]), job: wanted }, seen);
  return { events, files: execs.flatMap((argv) => argv.slice(5)), warnings: face.warnings };
}

const NAMES = ['a', 'b', 'c', 'd'];
const noCards: Job = { ...job, resources: {} };

describe('the machines that a queue gave to the tasks of a submission', () => {
  it('are judged once for each attempt of each, all of a look by one call', async () => {
    const story = storyOf(NAMES);
    const all = { 'a/1': saw(''), 'b/1': saw(''), 'c/2': saw('') };
    const { events, files } = await lookAt(all, { a: 1, b: 1, c: 2, d: undefined }, story, noCards);
    assert.deepEqual(files, ['a/1', 'b/1', 'c/2']);
    const [event] = events;
    assert.ok(event?.type === 'audited' && event.fit && event.attempt === 1);
    assert.equal(event.tasks, '1:0-1;2:2');
    const known = [...story, event];
    assert.deepEqual((await lookAt(all, { a: 1, b: 1, c: 2 }, known, noCards)).files, []);
    const again = await lookAt({ 'b/3': saw('') }, { a: 1, b: 3, c: 2 }, known, noCards);
    assert.deepEqual(again.files, ['b/3'], 'begun again elsewhere');
    assert.equal(told([...known, ...again.events]).leases[0]?.allocation?.tasks, '1:0;3:1;2:2');
  });

  it('are told by the names of their cells where they are not fit, and the others are not', async () => {
    const story = storyOf(NAMES);
    const files = { 'a/1': saw('K gpu.exit absent'), 'b/1': saw('K gpu.exit absent') };
    const { events, warnings } = await lookAt(files, { a: 1, b: 1 }, story);
    const [event] = events;
    assert.ok(event?.type === 'audited' && !event.fit);
    assert.deepEqual(
      event.findings.map(({ id, what }) => `${id} ${what.slice(0, 2)}`),
      ['U31 a:', 'U31 b:'],
    );
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /task of a: NOT FIT, U31/);
    const run = told([...story, event]);
    assert.equal(run.leases[0]?.state, 'running', 'they run on');
    const [concern] = toTell(run, new Date(run.updatedAt ?? 0));
    assert.equal(concern?.key, `unfit-node:${LEASE}:1`);
    assert.match(concern.what, /runs tasks of .*: a: .* b: /);
    const fit = await lookAt({ 'c/1': saw('') }, { c: 1 }, [...story, event], noCards);
    const after = told([...story, event, ...fit.events]);
    assert.match(after.leases[0]?.allocation?.unfit ?? '', /^a: /, 'a fit one takes nothing back');
  });

  it('of a thousand are a few in each look, and few are named', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `c${at}`);
    const cells = Object.fromEntries(names.map((name) => [name, 1]));
    const files = Object.fromEntries(names.map((name) => [`${name}/1`, saw('K gpu.exit absent')]));
    const first = await lookAt(files, cells, storyOf(names));
    assert.equal(first.files.length, 32);
    assert.ok(first.warnings.length < 10);
    const [event] = first.events;
    assert.ok(event?.type === 'audited' && event.tasks === '1:0-31');
    assert.ok(JSON.stringify(event).length < 8000);
    const second = await lookAt(files, cells, [...storyOf(names), event]);
    assert.equal(second.files[0], 'c32/1');
  });

  it('that cannot be read now are asked for again, and only half an answer is none', async () => {
    const story = storyOf(NAMES);
    assert.deepEqual((await lookAt(new TransportFailed('gone', 'reset'), { a: 1 }, story)).events, []);
    const half = await lookAt(
      { 'a/1': saw('').slice(0, -20), 'b/1': saw('') },
      { a: 1, b: 1 },
      story,
      noCards,
    );
    assert.ok(half.events[0]?.type === 'audited' && half.events[0].tasks === '1:1');
  });
});
