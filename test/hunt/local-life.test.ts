// Over ten seconds: secrets are looked for in everything that a life and every command beside it leave behind.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hostKey, loginKey } from '../../src/secret/keys.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { onlyStory } from '../scenarios/ledger-story.ts';
import { type Outcome, Place } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import { awaitedPhrase } from '../scenarios/whole-life.ts';
import { EchoingServer } from './echoing-server.ts';
import { Finder, filesBelow, type Hit, type Marked, objectsOf, type Sink } from './finder.ts';
import { everyKind, isOwnKey, JOB_SECRET, PLATFORM_OF } from './kinds.ts';
import { ERRANDS, SampledProcesses, WatchedPrograms } from './watched-programs.ts';

const { env: keys, secrets } = everyKind();
const PASSWORD: Marked = { kind: 'password in an address', value: 'pw0Q7vTzr4Wm2xKd9LsYbn' };

/** One machine, every kind of secret in the environment, one life from the smoke to the end, and every other command beside it. */
describe("a life at a person's own terminal", { skip: missing('git'), timeout: 600_000 }, () => {
  const place = new Place();
  const aside = mkdtempSync(join(tmpdir(), 'gl-hunt-'));
  const loot = join(aside, 'loot');
  const sinks: Sink[] = [];
  const exits: Record<string, number | null> = {};
  let programs: WatchedPrograms;
  let sampled: SampledProcesses;
  let server: EchoingServer;
  let other: EchoingServer;
  let finder: Finder;

  before(async () => {
    programs = new WatchedPrograms(aside);
    server = await EchoingServer.start();
    other = await EchoingServer.start();
    server.elsewhere = other.url;
    place.env['PATH'] = `${programs.path}${delimiter}${place.env['PATH']}`;
    for (const name of new Set(Object.values(PLATFORM_OF))) {
      keys[`GPU_LEASE_API_${name}`] = `${server.url}/${name}`;
      keys[`GPU_LEASE_API_${name}_CORE`] = `${server.url}/${name}`;
    }
    // Before anything stands in the directory of the test: the thief is part of the job.
    placeTinyJob(place, (job) => {
      cpSync(join(import.meta.dirname, 'thief.mjs'), join(place.repository, 'thief.mjs'));
      job['env'] = [JOB_SECRET];
      job['vars'] = { ...job['vars'], HUNT_LOOT: loot, HUNT_BOX_MARK: 'GPU_LEASE_LOCAL_BOX=' };
      job['smoke'].run = `node thief.mjs smoke && ${job['smoke'].run}`;
      job['setup'] = 'node "$GPU_LEASE_CODE/thief.mjs" setup || node thief.mjs setup';
      job['run'] = 'node thief.mjs job && echo "$TRACKER_KEY" && sh train.sh';
    });
    sampled = new SampledProcesses(place.dir);
    await live();
    finder = new Finder([...secrets, PASSWORD, ...derived()]);
  });

  after(async () => {
    sampled.end();
    await Promise.all([server.end(), other.end()]);
    await place.end();
    rmSync(aside, { recursive: true, force: true });
  });

  async function tell(name: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    const done = await place.run(args, { from: installation(), env: { ...keys, ...env } });
    exits[name] = done.exitCode;
    sinks.push({ where: `output of ${name}`, bytes: Buffer.from(done.output) });
    return done;
  }

  async function live(): Promise<void> {
    const ran = await tell('run', ['run']);
    const { run } = onlyStory(place);
    assert.ok(run.seal, ran.output);
    for (const name of [
      'status',
      'log',
      'cost',
      'watch',
      'collect',
      'offers',
      'plan',
      'platforms',
      'doctor',
      'ask',
    ])
      await tell(
        name,
        name === 'platforms' || name === 'plan' || name === 'offers' ? [name, '--json'] : [name],
      );
    await tell('status --json', ['status', '--json']);
    for (const manner of ['json', 'text', 'header', 'redirect', 'accepts'] as const) {
      server.manner = manner;
      for (const status of manner === 'json' ? [401, 403, 400, 404] : [401]) {
        server.status = status;
        await tell(`strays ${manner} ${status}`, ['strays']);
        await tell(`tick ${manner} ${status}`, ['tick', '--bound', '10s']);
      }
    }
    await tell('release', ['release', '--approve', awaitedPhrase(place) ?? '']);
    await tell('restore', ['restore', run.id]);
    await tell('wrong phrase', ['abandon', run.id, '--approve', 'no']);
    await tell('verify', ['verify', join(place.repository, 'gpu-lease-out', run.id, 'main')]);
    const address = server.url.replace('//', `//ada:${PASSWORD.value}@`);
    for (const name of ['status', 'tick', 'run'])
      await tell(`${name} elsewhere`, [name], { GPU_LEASE_LEDGER: `${address}/ada/x.git` });
  }

  /** What is derived from the one secret opens boxes as well as it does. */
  function derived(): Marked[] {
    const secret = keys['GPU_LEASE_SECRET'] ?? '';
    const { run } = onlyStory(place);
    // Of OpenSSH's form only the 32 bytes that are secret: what stands before them is the public key.
    const bodyOf = (kind: string, text: string) => ({
      kind,
      value: text.split('\n').slice(1, -2).join('').slice(216, 256),
    });
    return [
      bodyOf('login key', loginKey(secret, run.id).privateOpenSsh),
      ...run.leases.map(({ name }) => bodyOf('host key', hostKey(secret, name).privateOpenSsh)),
    ];
  }

  const found = (within: Iterable<Sink>, isMeant: (hit: Hit) => boolean = () => false): Hit[] =>
    finder.findAll(within).filter((hit) => !isMeant(hit));

  it('goes to its end', () => {
    assert.equal(exits['run'] !== null && exits['release'] === 0, true, JSON.stringify(exits));
    assert.ok(onlyStory(place).run.closed);
    assert.ok(server.requests.length > 50, 'the platforms were asked');
  });

  it('shows no secret on the terminal, whatever services say back [leaks]', () => {
    assert.deepEqual(found(sinks), []);
  });

  it('leaves none in a file of its own: state, store, reports, temporary files [leaks]', () => {
    // Its host key is the box's own, and this box lies in a directory.
    const isOwn = ({ kind, where }: Hit) => kind === 'host key' && /\/local\/[^/]+\/host_key$/.test(where);
    assert.deepEqual(found(filesBelow(place.dir), isOwn), []);
  });

  it('writes none into the ledger, not even into an object that nobody points to [leaks]', () => {
    assert.deepEqual(found(objectsOf(join(place.repository, '.git'))), []);
  });

  it('gives none to a program by its arguments, and to git, tar and their like none by their environment [leaks]', () => {
    const calls = [...programs.calls(), ...sampled.end()];
    assert.ok(calls.length > 200, `${calls.length} seen`);
    assert.deepEqual(found(calls.filter(({ where }) => where.startsWith('arguments'))), []);
    assert.deepEqual(found(calls.filter(({ where }) => ERRANDS.test(where))), []);
  });

  it('tells each service its own key and no other, never in an address [leaks]', () => {
    assert.deepEqual(found(server.requests, isOwnKey), []);
    assert.deepEqual(found(other.requests), [], 'nobody follows to another machine with a key');
  });

  it('lets foreign code in smoke, setup and job see what the job declares, and nothing else [leaks]', () => {
    const files = [...filesBelow(loot)];
    const stages = new Set(readdirSync(loot).map((name) => name.split('.')[0]));
    assert.deepEqual([...stages].sort(), ['job', 'setup', 'smoke']);
    const isDeclared = ({ kind, where }: Hit) => kind === JOB_SECRET && !/\/smoke\.\d+$/.test(where);
    assert.deepEqual(found(files, isDeclared), []);
    const declared = found(files).filter(({ kind }) => kind === JOB_SECRET);
    assert.ok(declared.length > 0, 'the thief does look');
    assert.ok(
      files.some(({ bytes }) => bytes.includes('/proc/')),
      'and at other processes of its box',
    );
  });
});
