import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isSwitchRight, settleSwitch, switchOn } from '../../src/course/tick-switch.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { afterLook, paceOf, readSchedule, type Schedule } from '../../src/tick/schedule.ts';
import { isIdle } from '../../src/tick/switch.ts';
import { startClient } from '../github/github-client.ts';
import { opened, RUN, RUNNING, told, waived } from '../lease/told-run.ts';
import { ScriptedClock, ScriptedFace } from '../scripted-world.ts';

const TICK = '.github/workflows/gpu-lease-tick.yml';
const DAILY = '.github/workflows/gpu-lease-daily.yml';
const TICK_WORKFLOW = `ada/gpu-lease/.github/workflows/tick.yml@${'a'.repeat(40)}`;
const NOW = '2026-11-21T12:00:00Z';
const closed: EventBody = { type: 'closed', usd: 0 };

const envOf = (file: string): NodeJS.ProcessEnv => ({
  GITHUB_REPOSITORY: 'ada/trains',
  GITHUB_WORKFLOW_REF: `ada/trains/.github/workflows/${file}@refs/heads/main`,
});
const IN_TICK = envOf('gpu-lease-tick.yml');

describe('the schedule of the tick', () => {
  let started: Awaited<ReturnType<typeof startClient>>;
  let ledger: MemoryLedger;
  let face: ScriptedFace;
  const clock = new ScriptedClock(NOW);

  beforeEach(async () => {
    started = await startClient();
    ledger = new MemoryLedger();
    face = new ScriptedFace();
    for (const { path, text } of callerFiles({ suite: 'ada/gpu-lease', commit: 'a'.repeat(40), keys: [] }))
      started.twin.state.files.set(path, text);
  });
  afterEach(() => started.twin.close());

  const world = () => ({ ledger, clock, face, github: started.github });
  const state = (): string => started.twin.state.disabled.get(TICK) ?? 'active';

  async function tell(bodies: readonly EventBody[], minutesAgo = 5): Promise<void> {
    const at = new Date(Date.parse(NOW) - minutesAgo * 60_000).toISOString();
    const { tip, events: before } = await ledger.read(RUN);
    const events = bodies.map((body) => ({ ...body, at, by: 'test' }));
    const run = fold(RUN, [...before, ...events.map((event, n) => ({ ...event, seq: before.length + n }))]);
    await ledger.append(RUN, tip, { events, summary: summarise(run, clock.now()) });
  }

  for (const was of ['disabled_manually', 'disabled_inactivity'])
    it(`is switched on before anything is rented where it was ${was}, and the pause is no gap`, async () => {
      started.twin.state.disabled.set(TICK, was);
      await switchOn(envOf('gpu-lease-train.yml'), world());
      assert.equal(state(), 'active');
      assert.match(face.lines.join('\n'), new RegExp(`gpu-lease-tick.yml was ${was}; it is switched on`));
      assert.equal(readSchedule((await ledger.ticks.read()).text).onSince, clock.now().toISOString());
    });

  it('is the one that is there for the set of a second job file, which needs none of its own', async () => {
    started.twin.state.disabled.set(TICK, 'disabled_manually');
    started.twin.state.files.set('.github/workflows/eval-train.yml', 'on: workflow_dispatch\njobs: {}\n');
    await switchOn(envOf('eval-train.yml'), world());
    assert.equal(state(), 'active');
  });

  it('is switched off where nothing is open or owed, and stays on where a run is open', async () => {
    await tell([opened(), waived]);
    await settleSwitch(IN_TICK, world(), true);
    assert.equal(state(), 'active', 'it may be launched yet');
    await tell([closed]);
    await settleSwitch(IN_TICK, world(), false);
    assert.equal(state(), 'active', 'the look found something in the accounts');
    await settleSwitch(IN_TICK, world(), true);
    assert.equal(state(), 'disabled_manually');
    assert.deepEqual(face.warnings, []);
  });

  it('is switched on by the daily look where a run is open', async () => {
    started.twin.state.disabled.set(TICK, 'disabled_manually');
    await tell(RUNNING);
    await settleSwitch(envOf('gpu-lease-daily.yml'), world(), true);
    assert.equal(state(), 'active');
  });

  it('is switched on again where a run was opened while it was switched off', async () => {
    const github = {
      ...started.github,
      async switchWorkflow(file: string, to: 'enable' | 'disable') {
        await started.github.switchWorkflow(file, to);
        // Whoever opened it found the schedule on, a moment ago.
        if (to === 'disable') await tell([opened(), waived], 0);
      },
    };
    await settleSwitch(IN_TICK, { ...world(), github }, true);
    assert.equal(state(), 'active');
    assert.match(face.lines.join('\n'), /switched off\nmeanwhile run .* is open[\s\S]*switched on/);
  });

  it('is switched on again where nobody can read what was opened meanwhile', async () => {
    const gone = new Problem({
      code: 'remote-unreachable',
      kind: 'unreachable',
      what: 'It is away.',
      next: '',
    });
    const reads = [() => ledger.readOpen(), () => Promise.reject(gone)];
    const failing = {
      ...world(),
      ledger: Object.create(ledger, { readOpen: { value: () => reads.shift()?.() } }),
    };
    await settleSwitch(IN_TICK, failing, true);
    assert.equal(state(), 'active');
  });

  it('stays on where a record cannot be read, whatever the look before found', async () => {
    const broken = new Problem({ code: 'bad-record', kind: 'ledger', what: 'It is spoiled.', next: '' });
    const readOpen = { value: async () => new Map([['spoiled-1', broken]]) };
    await settleSwitch(IN_TICK, { ...world(), ledger: Object.create(ledger, { readOpen }) }, true);
    assert.equal(state(), 'active');
  });

  it('stays on without a daily look, and where it stands in a file that is for more', async () => {
    started.twin.state.disabled.set(DAILY, 'disabled_inactivity');
    await settleSwitch(IN_TICK, world(), true);
    assert.equal(state(), 'active');
    assert.match(face.warnings.join('\n'), /stays on: .*gpu-lease-daily.yml is disabled_inactivity/);
    started.twin.state.files.set('.github/workflows/gpu-lease.yml', 'on: push\n');
    await settleSwitch(envOf('gpu-lease.yml'), world(), true);
    assert.equal(started.twin.state.disabled.get('.github/workflows/gpu-lease.yml'), undefined);
  });

  for (const [what, text] of [
    ['is for something else', 'on: { schedule: [{ cron: "1 2 * * *" }] }\njobs: {}\n'],
    ['comes by no schedule', `on: workflow_dispatch\njobs: { t: { uses: ${TICK_WORKFLOW} } }\n`],
  ] as const)
    it(`stays on where the file that is called as the daily look ${what}`, async () => {
      started.twin.state.files.set(DAILY, text);
      assert.equal(await isSwitchRight(IN_TICK, world(), false), true, 'nobody is to be started for it');
      await settleSwitch(IN_TICK, world(), true);
      assert.equal(state(), 'active');
      assert.match(
        face.warnings.join('\n'),
        /gpu-lease-daily.yml is no look by a schedule on the default branch/,
      );
    });

  it('stands right where it is on for what is open, and off for nothing', async () => {
    const isRight = (isNeeded: boolean) => isSwitchRight(IN_TICK, world(), isNeeded);
    assert.deepEqual([await isRight(true), await isRight(false)], [true, false]);
    started.twin.state.disabled.set(TICK, 'disabled_manually');
    assert.deepEqual([await isRight(true), await isRight(false)], [false, true]);
    started.twin.state.files.delete(TICK);
    assert.equal(await isRight(true), undefined);
  });

  it('that cannot be switched is a warning with what to do, and no failure', async () => {
    started.twin.state.disabled.set(TICK, 'disabled_manually');
    const github = started.as(started.twin.tokenWith({ actions: 'read' }));
    await switchOn(IN_TICK, { ...world(), github });
    assert.equal(state(), 'disabled_manually');
    assert.match(face.warnings.join('\n'), /could not be switched: .*actions: write/s);
  });
});

describe('whether nothing is open or owed', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const isIdleWith = (bodies: EventBody[], strays: unknown[] = [], answered = true): boolean =>
    isIdle([{ run: told(bodies) }], [{ answered, strays }] as never, now);

  it('is so for closed runs, and for one that was never launched for longer than a launch can wait', () => {
    assert.equal(isIdleWith([opened(), waived, closed]), true);
    assert.equal(isIdleWith([opened(), waived]), false);
    const later = new Date(now.getTime() + 32 * 86_400_000);
    assert.equal(isIdle([{ run: told([opened(), waived]) }], [], later), true);
    assert.equal(isIdle([{ run: told(RUNNING) }], [], later), false, 'it has a box');
    const declined: EventBody = { type: 'no-capacity', declined: [], tryAgainAt: later.toISOString() };
    assert.equal(isIdle([{ run: told([opened(), waived, declined]) }], [], later), false, 'it asks again');
    const smokedLate = told([opened(), waived], 31 * 86_400);
    assert.equal(isIdle([{ run: smokedLate }], [], later), false, 'its smoke was a day ago');
  });

  it('is not so while an account shows something of ours, or a record cannot be read', () => {
    assert.equal(isIdleWith([opened(), waived, closed], [{ id: 'box-1' }]), false);
    assert.equal(isIdle([{ run: undefined }], [], now), false);
  });

  it('is not known while an account does not answer, or none could be asked', () => {
    assert.equal(isIdleWith([opened(), waived, closed], [], false), false);
    assert.equal(isIdle([{ run: told([opened(), waived, closed]) }], undefined, now), false);
    assert.equal(isIdle([], [], now), true, 'no account is to be asked');
  });
});

describe('the pace of a schedule that rests while nothing is open', () => {
  const look = (minutes: number) => ({
    at: new Date(Date.parse(NOW) + minutes * 60_000).toISOString(),
    everySeconds: 1800,
    seconds: 20,
    runs: 1,
  });

  it('is measured from when it was switched on', () => {
    let note: Schedule = readSchedule('');
    for (let n = 0; n < 6; n += 1) note = afterLook(note, look(30 * n), { open: [], seen: [] });
    note = { ...note, onSince: look(10_000).at };
    for (let n = 1; n < 6; n += 1) note = afterLook(note, look(10_000 + 30 * n), { open: [], seen: [] });
    assert.equal(paceOf(note)?.longestSeconds, 1800);
  });
});
