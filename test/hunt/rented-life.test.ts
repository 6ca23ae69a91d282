// Over ten seconds: secrets are looked for in everything that a life on a rented box leaves behind.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { redactedFace } from '../../src/report/redacted-face.ts';
import { missing } from '../requirement.ts';
import { onlyStory } from '../scenarios/ledger-story.ts';
import { Place } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { type BoxPool, boxPool } from '../twins/boxes.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { Finder, filesBelow, type Hit, objectsOf, type Sink } from './finder.ts';
import { everyKind, JOB_SECRET } from './kinds.ts';

const { env: keys, secrets } = everyKind();

/** A box behind a real sshd, rented at a twin of its platform: what comes to the box, and what the platform is told. */
describe('a life on a rented box', { skip: missing('sshd', 'testbed', 'ssh'), timeout: 600_000 }, () => {
  const place = new Place();
  const aside = mkdtempSync(join(tmpdir(), 'gl-hunt-'));
  const loot = join(aside, 'loot');
  const face = new ScriptedFace();
  const homes: string[] = [];
  let boxes: BoxPool;
  let runpod: Awaited<ReturnType<typeof startRunpodTwin>>;
  let finder: Finder;
  let exitCode: number;

  before(async () => {
    const clock = new SkippingClock();
    boxes = await boxPool(1, (home) => {
      homes.push(home);
      mkdirSync(join(home, 'bin'), { recursive: true });
      writeFileSync(join(home, 'bin', 'nvidia-smi'), CARD, { mode: 0o755 });
    });
    runpod = await startRunpodTwin({ clock, boxes });
    placeTinyJob(place, (job) => {
      cpSync(join(import.meta.dirname, 'thief.mjs'), join(place.repository, 'thief.mjs'));
      job['candidates'] = ['runpod'];
      job['resources'] = { gpu: { name: 'RTX 4090' } };
      job['budget'] = { usd: 50, hours: 10, usdPerHour: 5 };
      job['env'] = [JOB_SECRET];
      job['vars'] = { ...job['vars'], HUNT_LOOT: loot };
      job['setup'] = 'node thief.mjs setup';
      job['run'] = 'node thief.mjs job && echo "$TRACKER_KEY" && sh train.sh';
    });
    // The twin has a key of its own, which plays the part of the platform's here.
    const env = { ...keys, RUNPOD_API_KEY: runpod.key, GPU_LEASE_API_RUNPOD: runpod.server.url };
    const settings = { ...settingsOf({ given: {} }, { ...place.env, ...env }, place.repository), clock };
    finder = new Finder([
      ...secrets.filter(({ kind }) => kind !== 'RUNPOD_API_KEY'),
      { kind: 'RUNPOD_API_KEY', value: runpod.key },
    ]);
    exitCode = await runStage(
      'run',
      {
        settings,
        face: redactedFace(face, settings.redactor),
        signal: new AbortController().signal,
      },
      { approval: async ({ phrase }) => ({ typed: phrase, person: 'Ada', via: 'phrase' }) },
    );
  });

  after(async () => {
    await runpod?.close();
    await boxes?.down();
    await place.end();
    rmSync(aside, { recursive: true, force: true });
  });

  const found = (within: Iterable<Sink>, isMeant: (hit: Hit) => boolean = () => false): Hit[] =>
    finder.findAll(within).filter((hit) => !isMeant(hit));

  it('goes to its end, and shows and keeps no secret [leaks]', () => {
    const said = [...face.lines, ...face.warnings].join('\n');
    assert.equal(exitCode, 0, said);
    assert.ok(onlyStory(place).run.closed);
    const shown = { where: 'terminal', bytes: Buffer.from(said + JSON.stringify(face.updates)) };
    assert.deepEqual(found([shown]), []);
    assert.deepEqual(found(filesBelow(place.dir)), []);
    assert.deepEqual(found(objectsOf(join(place.repository, '.git'))), []);
  });

  it('tells the platform its own key in the header that is for it, and nothing else [leaks]', () => {
    const { exchanges } = runpod.server;
    assert.ok(exchanges.length > 10, `${exchanges.length} requests`);
    for (const { request, reply } of exchanges) {
      const { authorization, ...headers } = request.headers;
      const rest = { ...request, headers, bytes: request.bytes.toString(), query: String(request.query) };
      const where = `${request.method} ${request.path}`;
      assert.deepEqual(found([{ where, bytes: Buffer.from(JSON.stringify({ rest, reply })) }]), []);
      const auth = { where: `${where} authorization`, bytes: Buffer.from(authorization ?? '') };
      assert.deepEqual(
        found([auth], ({ kind }) => kind === 'RUNPOD_API_KEY'),
        [],
      );
    }
  });

  it('brings to the box what the job declares, and nothing else, for foreign code to find [leaks]', () => {
    const files = [...filesBelow(loot)];
    assert.deepEqual(
      found(files, ({ kind }) => kind === JOB_SECRET),
      [],
    );
    assert.ok(found(files).length > 0, 'the thief does look');
    for (const part of ['/proc/', 'own environment', 'sshd'])
      assert.ok(
        files.some(({ bytes }) => bytes.includes(part)),
        part,
      );
  });

  it('leaves nothing on it [leaks]', () => {
    assert.equal(homes.length, 1);
    assert.deepEqual(
      homes.flatMap((home) => found(filesBelow(home))),
      [],
    );
  });
});

const CARD = `#!/bin/sh
case "$*" in
  *index,name,utilization*) echo "0, NVIDIA GeForce RTX 4090, 0, 0, 24564, 40, 345, 60" ;;
  *memory.total*) echo "0, NVIDIA GeForce RTX 4090, 24564, 5, 00000000:3B:00.0, 570.1" ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
  *PERFORMANCE*)
    echo "GPU 00000000:3B:00.0"
    for r in "HW Slowdown" "HW Thermal Slowdown" "HW Power Brake Slowdown" "SW Thermal Slowdown"; do echo "        $r : Not Active"; done ;;
esac
`;
