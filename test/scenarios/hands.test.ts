// Over ten seconds: a run on a real sshd is entered by a terminal, stopped at work and gone on with.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../box/shell-channel.ts';
import { missing } from '../requirement.ts';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { onMyBox, ownSshBox, sshReadsThisHome, writeSshConfig } from './own-ssh-box.ts';
import { type Place, placeFor, repositoryRoot } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const USAGE = 2;
const PROGRAM = join(repositoryRoot, 'bin', 'gpu-lease');

describe('hands on a run on a machine of one’s own', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 120_000,
}, () => {
  it('enter it by a terminal, stop its work with a last save, and let it go on from there', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    placeTinyJob(place, onMyBox);
    // Slow until it is gone on with, whatever else this machine does.
    writeFileSync(
      join(place.repository, 'train.sh'),
      'echo "$$" >>"$GPU_LEASE_OUT/starts.txt"\n[ -f "$GPU_LEASE_OUT/checkpoints/last.safetensors" ] || export TINY_STEP_MS=400\nexec node train.mjs\n',
    );
    place.commit();
    const launched = await place.run(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
    const { id } = onlyStory(place).run;
    const out = join(box.home, '.gpu-lease', id, 'cells', 'main', 'out');

    // As a person has it: a terminal, in which they type.
    const typed = spawnSync('script', ['-qec', `${PROGRAM} ssh ${id}`, '/dev/null'], {
      cwd: place.repository,
      env: { ...place.env, SHELL: '/bin/sh' },
      input: 'tty; pwd; ls train.mjs; exit 7\n',
      encoding: 'utf8',
      timeout: 30_000,
    });
    assert.equal(typed.status, 7, typed.stdout + typed.stderr);
    assert.match(typed.stdout, /\/dev\/pts\/\d+/);
    assert.match(typed.stdout, new RegExp(`/\\.gpu-lease/${id}/code/[0-9a-f]{64}`));

    // By its name, as an editor finds it, with the person's own key.
    const written = await place.run(['ssh-config', '--include']);
    assert.match(written.stdout, new RegExp(`${id}: ssh ${id}; code --remote ssh-remote\\+${id} /`));
    const there = execFileSync('ssh', [id, 'echo "$TESTBED_BOX"'], { env: place.env, encoding: 'utf8' });
    assert.match(there, /box0\n$/);

    const last = join(out, 'checkpoints', 'last.safetensors');
    await eventually('its first checkpoint', async () => existsSync(last) || undefined);
    const stopped = await place.run(['stop', id]);
    assert.equal(stopped.exitCode, 0, stopped.output);
    const [, step] = /main: verified up to step (\d+)/.exec(stopped.stdout) ?? [];
    assert.ok(Number(step) > 0, stopped.output);
    assert.match(stopped.stdout, /works no more, and has cost .*; its box is held/);
    const bytesOfMetrics = () => statSync(join(out, 'metrics.jsonl')).size;
    const size = bytesOfMetrics();
    await pause(300);
    assert.equal(bytesOfMetrics(), size, 'nothing trains any more');
    const story = onlyStory(place);
    const told = story.events.map(({ type }) => type);
    assert.ok(told.indexOf('halted') < told.indexOf('preempted'), told.join(' '));
    assert.equal(story.run.halted?.code, 'stopped');
    assert.deepEqual([ofType(story, 'releasing'), ofType(story, 'abandoned')], [[], []]);
    // Its last save is here, byte for byte.
    const kept = join(place.repository, 'gpu-lease-out', id, 'main', 'checkpoints', 'last.safetensors');
    assert.deepEqual(readFileSync(kept), readFileSync(last));
    const again = await place.run(['stop', id]);
    assert.equal(again.exitCode, USAGE, again.output);
    assert.match(again.output, /is halted: nothing of it works now/);

    const resumed = await place.run(['resume', id]);
    assert.equal(resumed.exitCode, 0, resumed.output);
    const end = onlyStory(place);
    assert.ok(end.archived, resumed.output);
    assert.equal(ofType(end, 'started').length, 2);
    const [goneOn] = ofType(end, 'resumed');
    assert.ok(
      (goneOn?.firstStep ?? 0) > Number(step),
      `${JSON.stringify(goneOn)} after ${step}\n${resumed.output}`,
    );
    assert.equal(
      existsSync(join(place.env['XDG_STATE_HOME'] ?? '', 'gpu-lease', 'ssh', id)),
      false,
      'what led to the box went with its release',
    );
  });
});

describe('a box behind a host that is jumped over', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 120_000,
}, () => {
  it('is found by its block through that host; a tick takes the block out once the box is given back elsewhere', async (t) => {
    const place = placeFor(t);
    const { bed } = await behindGate(t, place);
    placeTinyJob(place, (job) => {
      onMyBox(job);
      job['vars'].TINY_STEP_MS = 400;
    });
    const launched = await place.run(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
    const { id } = onlyStory(place).run;
    const written = await place.run(['ssh-config', '--include']);
    assert.equal(written.exitCode, 0, written.output);
    const throughGate = () =>
      (readFileSync(join(bed.dir, 'box1', 'sshd.log'), 'utf8').match(/Accepted publickey/g) ?? []).length;
    const before = throughGate();
    const said = execFileSync('ssh', [id, 'echo "$TESTBED_BOX"'], { env: place.env, encoding: 'utf8' });
    assert.match(said, /box0\n$/);
    assert.equal(throughGate(), before + 1);

    // On another machine of the same person.
    const here = place.env['XDG_STATE_HOME'] ?? '';
    const elsewhere = join(place.dir, 'elsewhere');
    cpSync(here, elsewhere, { recursive: true });
    rmSync(join(elsewhere, 'gpu-lease', 'ssh'), { recursive: true });
    const env = { XDG_STATE_HOME: elsewhere };
    const asked = await place.run(['abandon', id], { env });
    const phrase = /type: (\S+ [0-9a-f]{8})/.exec(asked.output)?.[1] ?? assert.fail(asked.output);
    const ended = await place.run(['abandon', id, '--approve', phrase], { env });
    assert.equal(ended.exitCode, 0, ended.output);
    const block = join(here, 'gpu-lease', 'ssh', id);
    assert.ok(existsSync(block), 'nothing has looked here');
    const ticked = await place.run(['tick', '--issues', 'false']);
    assert.equal(ticked.exitCode, 0, ticked.output);
    assert.equal(existsSync(block), false);
  });
});

/** `my-box` of the place is reached through `gate` alone, as far as its owner's configuration says. */
async function behindGate(t: TestContext, place: Place): Promise<{ bed: SshdTestbed }> {
  const bed = await sshdTestbed(2);
  t.after(() => bed.down());
  const [box, gate] = bed.boxes;
  if (!box || !gate) throw new Error('the testbed has no boxes');
  const dir = join(place.home, '.ssh');
  mkdirSync(dir, { mode: 0o700 });
  writeFileSync(join(dir, 'id_box'), bed.clientKey, { mode: 0o600 });
  writeFileSync(join(dir, 'known_hosts'), readFileSync(bed.knownHosts));
  writeSshConfig(place, { port: box.port, user: bed.user, key: join(dir, 'id_box') });
  const config = join(dir, 'config');
  const gateLines = readFileSync(config, 'utf8')
    .replace('Host my-box', 'Host gate')
    .replace(/Port .*/, `Port ${gate.port}`);
  writeFileSync(config, `${readFileSync(config, 'utf8')}  ProxyJump gate\n${gateLines}`);
  sshReadsThisHome(place);
  return { bed };
}

describe('a run whose script is mended', { timeout: 120_000 }, () => {
  it('goes on with the new commit on the box that it holds, once that is smoked', async (t) => {
    const place = placeFor(t);
    const train = join(place.repository, 'train.sh');
    const commit = (script: string, smoke: object | string) => {
      placeTinyJob(place, (job) => {
        job['smoke'] = smoke;
        job['retry'] = { max: 0 };
      });
      writeFileSync(train, `echo "$$" >>"$GPU_LEASE_OUT/starts.txt"\n${script}`);
      place.git('commit', '--quiet', '--all', '--amend', '-m', `smoke ${JSON.stringify(smoke)}`);
      return place.git('rev-parse', 'HEAD').trim();
    };
    const trace =
      'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\nValueError: bad shape';
    const broken = commit(
      `node train.mjs & pid=$!\nuntil [ -f "$GPU_LEASE_OUT/checkpoints/last.safetensors" ]; do sleep 0.05; done\nkill -9 $pid\nprintf '%b\\n' '${trace.replaceAll('\n', '\\n')}' >&2\nexit 1\n`,
      'none',
    );
    const died = await place.run(['run']);
    assert.notEqual(died.exitCode, 0, died.output);
    const { id } = onlyStory(place).run;
    assert.equal(onlyStory(place).run.halted?.code, 'cells-dead', died.output);

    commit('exec node train.mjs\n', { run: 'exit 3', timeout: '30s', drill: 'none' });
    const unfit = await place.run(['retry', id]);
    assert.notEqual(unfit.exitCode, 0, unfit.output);
    assert.match(unfit.output, /meanwhile: .* USD\/h/);
    assert.deepEqual(ofType(onlyStory(place), 'bound-anew'), [], unfit.output);

    const fixed = commit('exec node train.mjs\n', {
      run: 'TINY_STEPS=10 TINY_STEP_MS=0 node train.mjs',
      timeout: '60s',
      drill: 'none',
    });
    const retried = await place.run(['retry', id]);
    assert.equal(retried.exitCode, 0, retried.output);
    assert.match(
      retried.output,
      new RegExp(`bound to ${fixed.slice(0, 8)} instead of ${broken.slice(0, 8)}, on ${id}-1`),
    );
    const story = onlyStory(place);
    const told = story.events.map(({ type }) => type);
    assert.deepEqual(told.slice(told.indexOf('bound-anew')).slice(0, 3), [
      'bound-anew',
      'smoke-passed',
      'resolved',
    ]);
    assert.equal(ofType(story, 'intended').length, 1);
    const [, second] = ofType(story, 'started');
    assert.ok((second?.from[0]?.step ?? 0) > 0, JSON.stringify(second?.from));
    assert.equal(story.run.seal?.verified, story.run.seal?.roster);
    const statement = join(place.repository, 'gpu-lease-out', id, '+evidence', 'statement.json');
    const { predicate } = JSON.parse(readFileSync(statement, 'utf8'));
    assert.deepEqual(
      [predicate.commit, predicate.earlier.map((each: { commit: string }) => each.commit)],
      [fixed, [broken]],
    );
  });
});
