import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { laidAtContact, laidAtStart, laidToCollect, seenAtAudit } from '../../src/course/dead-man.ts';
import type { Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import {
  audited,
  intended,
  jobWith,
  leaseOf,
  opened,
  reachable,
  rented,
  STARTED_AT,
  started,
  waived,
} from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { execChannel, ScriptedClock, scriptedWorld } from '../scripted-world.ts';

const HOURS = 10;
const GRACE = 900;

/** A lease of that platform, and a box that takes what is laid on it, or does not. */
function boxOf(
  platform: string,
  {
    candidate = {},
    story = [],
    job = {},
    answer,
  }: {
    candidate?: Partial<Job['candidates'][number]>;
    story?: EventBody[];
    job?: Partial<Job>;
    answer?: string | Error;
  } = {},
) {
  const whole = jobWith({ candidates: [{ platform, ...candidate }], ...job });
  const intent = {
    ...intended(),
    platform,
    candidate: 0,
    ...(candidate.attach !== undefined && { attach: candidate.attach }),
  } as EventBody;
  const { run, lease } = leaseOf([opened({}, whole), waived, intent, rented(), ...story]);
  const { channel, execs } = execChannel((argv) => {
    if (answer instanceof Error) throw answer;
    return { stdout: answer ?? `GPU-LEASE dead-man laid ${argv[7] ?? ''}\n` };
  });
  const clock = new ScriptedClock(new Date(STARTED_AT).toISOString());
  const { world } = scriptedWorld({ channel, clock, profile: async (id) => profileOf(id) });
  // What was laid: seconds, line, probe.
  const laid = () => execs.filter((argv) => argv.length > 7).map((argv) => argv.slice(7));
  const lifted = () => execs.filter((argv) => argv[2]?.startsWith('rm -f')).length;
  return { world, of: { run, lease, job: whole }, channel, execs, laid, lifted };
}

const contact = [reachable()];
const inHours = (hours: number, seconds = 0) =>
  new Date(STARTED_AT + hours * 3_600_000 + seconds * 1000).toISOString();

describe('what ends the meter of a box for which nobody comes', () => {
  it('M3: is laid down at first contact on each platform that has a line, and the record says when', async () => {
    for (const platform of ['vastai', 'autodl', 'runpod']) {
      const { world, of, laid } = boxOf(platform);
      const [event] = await laidAtContact(world, of, contact);
      assert.ok(event?.type === 'reachable');
      const [[seconds, line, probe] = []] = laid();
      assert.equal(line, profileOf(platform).rent['self-stop']?.line);
      assert.deepEqual(
        [Number(seconds) <= HOURS * 3600 + GRACE, Number(seconds) > HOURS * 3600, probe],
        [true, true, ''],
      );
      assert.ok(event.endsItselfAt !== undefined && event.endsItselfAt > inHours(HOURS));
    }
  });

  it('does nothing where there is no line, and nothing before the box was reached', async () => {
    for (const platform of ['lambda', 'digitalocean', 'verda']) {
      const { world, of, execs } = boxOf(platform);
      assert.deepEqual(await laidAtContact(world, of, contact), contact);
      assert.deepEqual(await seenAtAudit(world, of, boxOf(platform).channel), undefined);
      await laidToCollect(world, of);
      assert.deepEqual(execs, []);
    }
    const { world, of, execs } = boxOf('vastai');
    await laidAtContact(world, of, []);
    assert.deepEqual(execs, []);
  });

  it('M3: leaves it to the audit where the line breaks, which lays it before it judges and tries the key by a read', async () => {
    const broken = boxOf('vastai', { answer: new TransportFailed('gone', 'closed') });
    assert.deepEqual(await laidAtContact(broken.world, broken.of, contact), contact);
    await assert.rejects(seenAtAudit(broken.world, broken.of, broken.channel), TransportFailed);

    const { world, of, laid, channel } = boxOf('vastai', { story: contact });
    const seen = await seenAtAudit(world, of, channel);
    assert.equal(laid()[0]?.[2], profileOf('vastai').rent['self-stop']?.probe);
    assert.deepEqual(
      seen?.findings.map(({ id, level }) => [id, level]),
      [['dead-man', 'info']],
    );
    assert.match(seen?.findings[0]?.what ?? '', /ends its own meter in 10 h 15 min \("stop"\)/);
    assert.ok(seen?.endsItselfAt !== undefined);
  });

  it('M3: warns where the key is refused, says what ends the meter then, and lays it all the same', async () => {
    const { world, of, channel } = boxOf('runpod', {
      story: contact,
      answer:
        'GPU-LEASE dead-man laid 36900\nGPU-LEASE dead-man tried 22\nGPU-LEASE dead-man said curl: (22) The requested URL returned error: 403\n',
    });
    const seen = await seenAtAudit(world, of, channel);
    const [info, warning] = seen?.findings ?? [];
    assert.deepEqual([info?.level, warning?.level, seen?.endsItselfAt !== undefined], ['info', 'warn', true]);
    assert.match(
      warning?.what ?? '',
      /cannot end its own meter: a read by its own key was refused \(exit 22: curl: \(22\).*403\)/,
    );
    assert.match(
      warning?.fix ?? '',
      /the schedule \(`tick`\).*"gpu-lease abandon tiny-7".*Keep a schedule on/,
    );
  });

  it('warns where it could not be laid down, and where its line was done and the box goes on', async () => {
    const none = boxOf('vastai', { story: contact, answer: '' });
    const [lacking] = (await seenAtAudit(none.world, none.of, none.channel))?.findings ?? [];
    assert.deepEqual([lacking?.level, /cannot end its own meter/.test(lacking?.what ?? '')], ['warn', true]);

    const failed = boxOf('vastai', {
      story: contact,
      answer:
        'GPU-LEASE dead-man failed 3 7 120\nGPU-LEASE dead-man said no route\nGPU-LEASE dead-man laid 36900\nGPU-LEASE dead-man tried 0\n',
    });
    const findings = (await seenAtAudit(failed.world, failed.of, failed.channel))?.findings ?? [];
    assert.match(
      findings[1]?.what ?? '',
      /was done 3 times, last 2 min ago, and the box goes on \(exit 7: no route\)/,
    );
  });

  it('M3: is moved to the hours of each start, behind the keeper that ends its cells first', async () => {
    const { world, of, laid, lifted } = boxOf('vastai', {
      story: [reachable(), audited()],
    });
    const lines: (string | undefined)[] = [];
    const [event] = await laidAtStart(world, of, async (line) => {
      assert.equal(laid().length, 1, 'before anything is started');
      lines.push(line);
      return [started()];
    });
    assert.equal(Number(laid()[0]?.[0]), HOURS * 3600 + GRACE);
    assert.deepEqual([lines, lifted()], [[profileOf('vastai').rent['self-stop']?.line], 0]);
    assert.ok(event?.type === 'started' && event.endsItselfAt === inHours(HOURS, GRACE));
  });

  it('M3: is taken away before work is begun that it would destroy, and stays where the work lies on a volume', async () => {
    const onDisk = boxOf('runpod', {
      story: [{ ...reachable(), endsItselfAt: inHours(10) } as EventBody, audited()],
    });
    const lines: (string | undefined)[] = [];
    const [event] = await laidAtStart(onDisk.world, onDisk.of, async (line) => {
      assert.equal(onDisk.lifted(), 1, 'before anything is started');
      lines.push(line);
      return [started()];
    });
    assert.deepEqual([onDisk.laid(), lines], [[], [undefined]]);
    assert.ok(event?.type === 'started' && event.endsItselfAt === undefined);

    const worked = boxOf('runpod', { story: [reachable(), audited(), started()] });
    await laidAtContact(worked.world, worked.of, contact);
    await laidToCollect(worked.world, worked.of);
    assert.deepEqual(worked.execs, []);

    const onVolume = boxOf('runpod', {
      candidate: { volume: 'vol-1' },
      job: { storage: { work: '/workspace/runs' } },
      story: [reachable(), { ...audited(), placed: { work: '/workspace/runs' } } as EventBody],
    });
    await laidAtStart(onVolume.world, onVolume.of, async (line) => {
      lines.push(line);
      return [started()];
    });
    assert.equal(lines[1], profileOf('runpod').rent['self-stop']?.line);
    assert.deepEqual([onVolume.laid().length, onVolume.lifted()], [1, 0]);
  });

  it('M4: switches off nobody’s own box unasked, and one of AutoDL where the job says so', async () => {
    const attach = 'ssh://root@connect.westb.seetacloud.com:12345';
    const unasked = boxOf('autodl', { candidate: { attach }, story: contact });
    await laidAtContact(unasked.world, unasked.of, contact);
    await laidAtStart(unasked.world, unasked.of, async (line) => {
      assert.equal(line, undefined);
      return [started()];
    });
    assert.deepEqual(unasked.execs, []);

    const asked = boxOf('autodl', { candidate: { attach, selfStop: true }, story: [reachable(), audited()] });
    await laidAtContact(asked.world, asked.of, contact);
    const seen = await seenAtAudit(asked.world, asked.of, asked.channel);
    await laidAtStart(asked.world, asked.of, async (line) => {
      assert.equal(line, 'shutdown');
      return [started()];
    });
    assert.deepEqual(
      asked.laid().map(([, line]) => line),
      ['shutdown', 'shutdown', 'shutdown'],
    );
    assert.match(seen?.findings[0]?.what ?? '', /"power-off"/);
    // A stop there would destroy the container disk, whatever the job says.
    const pod = boxOf('runpod', { candidate: { attach: 'pod', selfStop: true }, story: contact });
    await laidAtContact(pod.world, pod.of, contact);
    assert.deepEqual(pod.execs, []);
  });

  it('gives whoever collects from a box whose time is over an hour for it', async () => {
    const { world, of, laid } = boxOf('vastai', { story: [reachable(), audited(), started()] });
    (world.clock as ScriptedClock).pass(HOURS * 3600 + 60);
    await laidToCollect(world, of);
    assert.deepEqual(
      laid().map(([seconds]) => Number(seconds)),
      [3600 + GRACE],
    );
  });
});
