import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Probe } from '../../src/box/box-plan.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import type { Collected, Gathering } from '../../src/collect/gathering.ts';
import { bringLastLogs, bringLogs, LogKeeping } from '../../src/collect/keep-logs.ts';
import { KeptLogs } from '../../src/collect/kept-log.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { jobWith } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { LocalChannel } from './local-channel.ts';

const SECRET = 'hf_QwErTyUiOpAsDfGh1234';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gl-keep-logs-'));
  mkdirSync(join(root, 'box/attempts/1/cells/main'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const onBox = (): string => join(root, 'box/attempts/1/cells/main/log');
const here = (): string => join(root, 'store/tiny-7/+evidence/main.1.log');
const read = (): string => readFileSync(here(), 'utf8');

function bringing(channel = new LocalChannel()) {
  const redactor = new Redactor();
  redactor.learn(SECRET);
  return {
    world: { storeDir: join(root, 'store'), signal: new AbortController().signal },
    withoutSecrets: redactor.text,
    run: { id: 'tiny-7', cells: new Map([['main', {}]]) },
    channel,
    dir: { base: join(root, 'box'), keeper: 'none' },
  };
}

describe('what a run printed', () => {
  it('is brought as it grows, and each byte once', async () => {
    const channel = new LocalChannel();
    writeFileSync(onBox(), 'one\ntwo\n');
    await bringLogs(bringing(channel), false);
    appendFileSync(onBox(), 'three\n');
    await bringLogs(bringing(channel), false);
    assert.equal(read(), 'one\ntwo\nthree\n');
    assert.deepEqual(
      channel.gets.map(({ offset, length }) => [offset, length]),
      [
        [0, 8],
        [8, 6],
      ],
    );
  });

  it('comes without its secrets, also where a look fell into the middle of one', async () => {
    writeFileSync(onBox(), `login with ${SECRET.slice(0, 10)}`);
    await bringLogs(bringing(), false);
    assert.equal(existsSync(here()), false, 'half a line waits for its end');
    appendFileSync(onBox(), `${SECRET.slice(10)}\nstep 1`);
    await bringLogs(bringing(), false);
    assert.equal(read(), 'login with ***\n');
    await bringLogs(bringing(), true);
    assert.equal(read(), 'login with ***\nstep 1');
  });

  it('is brought to the last byte at the end, whatever a look had left', async () => {
    writeFileSync(onBox(), '');
    const line = `${'x'.repeat(1023)}\n`;
    for (let n = 0; n < 40; n += 1) appendFileSync(onBox(), line.repeat(256));
    await bringLogs(bringing(), false);
    assert.equal(read().length, 8 * 1024 * 1024, 'one look brings no more than that');
    await bringLogs(bringing(), true);
    assert.equal(read(), readFileSync(onBox(), 'utf8'));
  });

  it('is whole after a process was killed between the text and its note of it', async () => {
    writeFileSync(onBox(), 'one\n');
    await bringLogs(bringing(), false);
    appendFileSync(here(), 'two\nhalf of a li');
    appendFileSync(onBox(), 'two\nthree\n');
    await bringLogs(bringing(), false);
    assert.equal(read(), 'one\ntwo\nthree\n');
  });

  it('begins anew where our file was taken away, and says what the box has no more', async () => {
    writeFileSync(onBox(), 'one\n');
    await bringLogs(bringing(), false);
    rmSync(here());
    writeFileSync(`${onBox()}.gone`, '4\n');
    writeFileSync(onBox(), 'two\n');
    await bringLogs(bringing(), false);
    assert.match(read(), /^\[4 bytes are missing here: .*\]\ntwo\n$/);
  });

  it('is no text that is changed where it is none', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]);
    writeFileSync(onBox(), bytes);
    await bringLogs(bringing(), false);
    assert.deepEqual(readFileSync(here()), bytes);
  });

  it('is kept of the cells of this run alone', async () => {
    mkdirSync(join(root, 'box/attempts/1/cells/other'));
    writeFileSync(join(root, 'box/attempts/1/cells/other/log'), 'x\n');
    await bringLogs(bringing(), true);
    assert.equal(existsSync(join(root, 'store/tiny-7/+evidence/other.1.log')), false);
  });

  it('is not written through a link', async () => {
    writeFileSync(onBox(), 'one\n');
    mkdirSync(join(root, 'store/tiny-7/+evidence'), { recursive: true });
    writeFileSync(join(root, 'mine'), 'mine');
    symlinkSync(join(root, 'mine'), here());
    await assert.rejects(bringLogs(bringing(), true));
    assert.equal(readFileSync(join(root, 'mine'), 'utf8'), 'mine');
  });

  it('is bounded here by its newer half', async () => {
    mkdirSync(join(root, 'kept'));
    const kept = new KeptLogs(join(root, 'kept'), join(root, 'kept.json'), 100);
    for (let n = 1; n <= 30; n += 1) await kept.append('a.log', Buffer.from(`line ${n}\n`), n);
    const text = readFileSync(join(root, 'kept/a.log'), 'utf8');
    assert.match(text, /^\[what was before this is not kept here: .*\]\nline \d+\n/);
    assert.match(text, /line 29\nline 30\n$/);
    assert.ok(text.length < 250);
    assert.equal(await kept.reached('a.log'), 30);
  });
});

describe('a stage that watches', () => {
  const seen = (logBytes: number): Probe =>
    ({ attempt: 1, cells: [{ name: 'main', attempt: 1, logBytes }] }) as unknown as Probe;

  function staged(channel: LocalChannel, secrets: Record<string, string | undefined> = {}) {
    const secret = (name: string) => secrets[name];
    const scripted = scriptedWorld({ storeDir: join(root, 'store'), channel, secret });
    const job = jobWith({ secrets: Object.keys(secrets) });
    const lease = { name: 'tiny-7-1', started: { dir: { base: join(root, 'box'), keeper: 'none' } } };
    const run = { id: 'tiny-7', cells: new Map([['main', {}]]) };
    return { ...scripted, of: { world: scripted.world, run, lease, job } as unknown as Collected };
  }

  it('asks for nothing where nothing was printed, and not more than once a minute before the end', async () => {
    const channel = new LocalChannel();
    const { of, clock } = staged(channel);
    const logs = new LogKeeping();
    writeFileSync(onBox(), 'one\n');
    await logs.keep(of, seen(4), false);
    assert.equal(channel.operations, 0, 'the only look of a tick is one command on the box');
    // Soon at first, so that a box which is lost within its first minute has said why.
    clock.pass(11);
    await logs.keep(of, seen(4), false);
    assert.equal(read(), 'one\n');
    const asked = channel.operations;
    await logs.keep(of, seen(4), false);
    appendFileSync(onBox(), 'two\n');
    await logs.keep(of, seen(8), false);
    assert.equal(channel.operations, asked);
    clock.pass(61);
    await logs.keep(of, seen(8), false);
    assert.equal(read(), 'one\ntwo\n');
    appendFileSync(onBox(), 'three\n');
    await logs.keep(of, seen(14), true);
    assert.equal(read(), 'one\ntwo\nthree\n', 'at an end it does not wait');
  });

  it('takes out what the job calls a secret, whatever its name is', async () => {
    const { of } = staged(new LocalChannel(), { SETTING: 'qwertz-4711-asdf' });
    writeFileSync(onBox(), 'with qwertz-4711-asdf\n');
    await new LogKeeping().keep(of, seen(4), true);
    assert.equal(read(), 'with ***\n');
  });

  it('brings nothing that may hold a secret which this process was not given', async () => {
    const channel = new LocalChannel();
    const { of, face } = staged(channel, { SETTING: undefined });
    writeFileSync(onBox(), 'with qwertz-4711-asdf\n');
    await new LogKeeping().keep(of, seen(4), true);
    assert.equal(channel.operations, 0);
    await bringLastLogs({
      ...of,
      box: { channel, dir: { base: join(root, 'box'), keeper: 'none' } },
    } as unknown as Gathering);
    assert.equal(existsSync(here()), false);
    assert.match(face.lines[0] ?? '', /SETTING went to the box and is not set here/);
  });

  it('asks a queue for no log of a task before the end: there may be a thousand', async () => {
    const channel = new LocalChannel();
    const { of } = staged(channel);
    const tasks = { ...seen(4), tasks: { planned: 1, over: 0 } } as Probe;
    writeFileSync(onBox(), 'one\n');
    await new LogKeeping().keep(of, tasks, false);
    assert.equal(channel.operations, 0);
    await new LogKeeping().keep(of, tasks, true);
    assert.equal(read(), 'one\n');
  });

  it('goes on where the line breaks, says so once, and brings it at the next look', async () => {
    const faults: { beforeGet?: () => void } = {
      beforeGet() {
        throw new TransportFailed('the line broke', 'reset');
      },
    };
    const { of, clock, face } = staged(new LocalChannel(faults));
    const logs = new LogKeeping();
    writeFileSync(onBox(), 'one\n');
    await logs.keep(of, seen(4), true);
    await logs.keep(of, seen(4), true);
    assert.equal(face.warnings.length, 1);
    assert.match(face.warnings[0] ?? '', /^what tiny-7-1 printed is not brought here now: the line broke/);
    delete faults.beforeGet;
    clock.pass(61);
    await logs.keep(of, seen(4), false);
    assert.equal(read(), 'one\n');
  });
});
