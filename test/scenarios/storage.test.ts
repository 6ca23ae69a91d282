// Over ten seconds: whole runs on boxes whose storage is laid out by the job file.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stringify } from 'yaml';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { Place } from './run-bundle.ts';
import type { JobFile } from './tiny-job.ts';

const SCRIPT = `cd "$GPU_LEASE_OUT"
{ echo "data $GPU_LEASE_DATA"; echo "durable $GPU_LEASE_DURABLE"; echo "hf $HF_HOME"; echo "endpoint \${HF_ENDPOINT-unset}"; python3; } >places.txt
echo result >result.txt
echo half >left.part
`;

function placeJob(place: Place, change: (job: JobFile) => void): void {
  const job: JobFile = {
    name: 'stored',
    run: 'sh train.sh',
    setup:
      'mkdir -p ~/py/bin && printf "#!/bin/sh\\necho the python of the job\\n" >~/py/bin/python3 && chmod +x ~/py/bin/python3',
    candidates: ['local'],
    smoke: 'none',
    artifacts: [
      { path: 'places.txt', role: 'opaque' },
      { path: 'result.txt', role: 'opaque' },
    ],
    budget: { usd: 1, hours: 1, usdPerHour: 1 },
  };
  change(job);
  writeFileSync(join(place.repository, 'train.sh'), SCRIPT);
  writeFileSync(join(place.repository, 'gpu-lease.yml'), stringify(job));
  place.commit();
}

describe('storage by the job file, through the program', { skip: missing('git'), timeout: 180_000 }, () => {
  let place: Place;
  // A mount of its own, as a durable disk is one.
  let durable: string;
  before(() => {
    place = new Place();
    durable = mkdtempSync('/dev/shm/gl-durable-');
  });
  after(async () => {
    await place.end();
    rmSync(durable, { recursive: true, force: true });
  });

  it('lays the run down there, tells the commands, copies to the durable tier and deletes scratch [P0-13] [P2-05] [P2-09] [U33] [AD2] [AD5] [AD6] [AD7]', async () => {
    placeJob(place, (job) => {
      job['storage'] = {
        work: '~/disk/runs',
        durable,
        data: '~/sets',
        scratch: ['*.part'],
        'hf-home': '~/hf',
        'hf-endpoint': '',
        python: '~/py/bin/python3',
        'tensorboard-dir': '~/tf-logs',
      };
    });
    const run = await place.run(['run', '--json']);
    assert.equal(run.exitCode, 0, run.output);
    const { run: id } = JSON.parse(run.stdout);
    const [box = ''] = place.boxes();
    const home = join(place.boxesDir, box, 'home');
    const out = join(home, 'disk/runs', id, 'cells/main/out');
    assert.deepEqual(readFileSync(join(out, 'places.txt'), 'utf8').split('\n'), [
      `data ${home}/sets`,
      `durable ${durable}`,
      `hf ${home}/hf`,
      'endpoint unset',
      'the python of the job',
      '',
    ]);
    assert.deepEqual(readdirSync(out).sort(), ['places.txt', 'result.txt'], 'scratch is gone');
    assert.equal(realpathSync(join(home, 'tf-logs', `${id}-main`)), out, 'where the viewer looks');
    assert.equal(existsSync(join(home, '.gpu-lease')), false);
    assert.equal(readFileSync(join(durable, id, 'main/result.txt'), 'utf8'), 'result\n');
    const [audited] = ofType(onlyStory(place), 'audited');
    assert.deepEqual(audited?.placed, { work: `${home}/disk/runs`, durable });
  });

  it('does not take a training for done whose copy to the durable tier is not there, and keeps its box [P2-05] [U33]', async () => {
    const other = new Place();
    try {
      placeJob(other, (job) => {
        job['storage'] = { durable };
        job['run'] =
          'sh train.sh && : >"$GPU_LEASE_DURABLE/$GPU_LEASE_RUN" && echo "synced to the durable tier"';
      });
      const run = await other.run(['run']);
      assert.equal(run.exitCode, 1, run.output);
      assert.match(run.output, /training ended well, but its copy to the durable tier failed \(exit \d+\)/);
      const story = onlyStory(other);
      const [ended] = ofType(story, 'cell-ended');
      assert.deepEqual([ended?.verdict, ended?.failureClass], ['dead', 'SYNC_FAILED']);
      assert.deepEqual(ofType(story, 'sealed'), []);
      assert.deepEqual(ofType(story, 'released'), []);
    } finally {
      await other.end();
    }
  });

  it('starts nothing on a box whose durable directory is none [P0-13]', async () => {
    const other = new Place();
    try {
      placeJob(other, (job) => {
        job['storage'] = { durable: '~/no-mount' };
      });
      const run = await other.run(['run']);
      assert.notEqual(run.exitCode, 0);
      assert.match(run.output, /P0-13: .*no-mount does not exist/);
      assert.equal(
        onlyStory(other).events.some(({ type }) => type === 'started'),
        false,
      );
    } finally {
      await other.end();
    }
  });
});
