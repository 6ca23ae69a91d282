import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Candidate } from '../../src/job/job.ts';
import { boxStorage, type Placed } from '../../src/storage/box-storage.ts';
import { placedOn } from '../../src/storage/placed.ts';
import { wantedPlaces } from '../../src/storage/wanted-places.ts';
import { loadJob } from '../job/job-text.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';

const CANDIDATE: Candidate = { platform: 'autodl' };
const jobOf = (storage = '') =>
  loadJob(storage === '' ? { name: 'name: digits' } : { name: 'name: digits', s: `storage: ${storage}` });

const of = (platform: string, storage = '', placed?: Placed, more: Partial<Candidate> = {}) =>
  boxStorage(jobOf(storage), profileOf(platform), { platform, ...more }, placed);
const places = (platform: string, storage = '', placed?: Placed) =>
  of(platform, storage, placed).places ?? {};

describe('where the run lives', () => {
  const wanted = (platform: string, storage = '', more: Partial<Candidate> = {}) =>
    wantedPlaces(jobOf(storage), profileOf(platform), { ...CANDIDATE, platform, ...more });

  it('is the data disk of a platform whose home is another, and only where a box has it [AD2] [P0-02]', () => {
    assert.deepEqual(wanted('autodl'), {
      work: '/root/autodl-tmp/.gpu-lease',
      workNeedsData: true,
      data: '/root/autodl-tmp',
      durable: undefined,
    });
    for (const platform of ['gpushare', 'lanrui', 'featurize'])
      assert.ok(wanted(platform).workNeedsData, platform);
  });

  it('is the home where the data directory is the same disk, or is the durable one', () => {
    for (const platform of ['vastai', 'lambda', 'digitalocean', 'matpool', 'generic-ssh', 'local', 'verda'])
      assert.equal(wanted(platform).work, '~/.gpu-lease', platform);
    assert.equal(wanted('runpod', '', { volume: 'v1' }).work, '~/.gpu-lease');
    assert.equal(
      wanted('runpod').work,
      '~/.gpu-lease',
      'what is at /workspace without a volume is not known',
    );
  });

  it('is what the job file says, on every platform', () => {
    for (const platform of namesIn(SHIPPED))
      assert.equal(wanted(platform, '{work: /mnt/nvme}').work, '/mnt/nvme', platform);
  });

  it('the durable directory is there by the profile with its volume, by the job, or not at all [P0-13]', () => {
    assert.equal(wanted('runpod').durable, undefined, 'no volume, nothing durable');
    assert.deepEqual(wanted('runpod', '', { volume: 'v1' }).durable, {
      dir: '/workspace',
      by: 'profile',
      mayLack: true,
    });
    assert.equal(wanted('lambda', '', { volume: 'sets' }).durable?.dir, '/lambda/nfs/sets');
    assert.equal(
      wanted('digitalocean', '', { volume: 'v' }).durable,
      undefined,
      'its mount is not known before',
    );
    assert.equal(wanted('gpushare').durable?.dir, '/hy-netdisk');
    assert.equal(wanted('gpushare', '{durable: none}').durable, undefined, 'none is not unset');
    assert.equal(wanted('autodl').durable, undefined, 'deliberately empty in the profile');
    assert.deepEqual(wanted('autodl', '{durable: /root/autodl-fs/x}').durable, {
      dir: '/root/autodl-fs/x',
      by: 'job',
      mayLack: false,
    });
  });

  it('comes from what the audit saw, and never from a word of the box alone', () => {
    const asked = wanted('autodl', '{durable: ~/disk}');
    const seen = {
      dataIsThere: true,
      durableIsUsable: true,
      durableDir: '/root/disk',
      workDir: '/elsewhere',
    };
    assert.deepEqual(placedOn(asked, seen), {
      work: '/root/autodl-tmp/.gpu-lease',
      durable: '/root/disk',
      data: '/root/autodl-tmp',
    });
    assert.deepEqual(placedOn(asked, { ...seen, dataIsThere: false }), { durable: '/root/disk' });
    assert.equal(placedOn(asked, { ...seen, durableIsUsable: false }).durable, undefined);
    assert.equal(placedOn(asked, { ...seen, durableDir: '/etc' }).durable, undefined);
    assert.equal(placedOn(asked, { ...seen, durableDir: '/root/../etc/disk' }).durable, undefined);
  });
});

describe('what the commands find in their environment', () => {
  const onDisk: Placed = { work: '/root/autodl-tmp/.gpu-lease', data: '/root/autodl-tmp' };

  it("is the platform's mirror, cache and viewer, where its data disk is [AD2] [AD5] [AD7]", () => {
    assert.deepEqual(places('autodl', '', onDisk), {
      HF_HUB_DISABLE_XET: '1',
      HF_HOME: '/root/autodl-tmp/digits/cache/huggingface',
      HF_ENDPOINT: 'https://hf-mirror.com',
      GPU_LEASE_TENSORBOARD: '/root/tf-logs',
      GPU_LEASE_DATA: '/root/autodl-tmp',
    });
    assert.equal(of('autodl', '', onDisk).tensorboardDir, '/root/tf-logs');
  });

  it('names no directory on a disk that this box lacks', () => {
    const without = places('autodl', '', {});
    assert.equal(without['HF_HOME'], undefined);
    assert.equal(without['GPU_LEASE_DATA'], '~/.gpu-lease/.data');
    assert.equal(without['HF_ENDPOINT'], 'https://hf-mirror.com');
  });

  it('keeps unset, empty and a value apart: nothing said, none on purpose, over the profile [P2-19]', () => {
    assert.equal(places('autodl', '{hf-endpoint: ""}', onDisk)['HF_ENDPOINT'], undefined);
    assert.equal(places('autodl', '{data: ""}', onDisk)['GPU_LEASE_DATA'], undefined);
    assert.equal(places('autodl', '{data: /root/sets}', onDisk)['GPU_LEASE_DATA'], '/root/sets');
    assert.equal(places('autodl', '{hf-home: /root/hf}', {})['HF_HOME'], '/root/hf');
    assert.equal(of('autodl', '{tensorboard-dir: ""}', onDisk).tensorboardDir, undefined);
    assert.equal(places('generic-ssh')['HF_HOME'], undefined);
    assert.equal(places('generic-ssh', '{pip-cache: ~/pip}')['PIP_CACHE_DIR'], '~/pip');
  });

  it("puts the interpreter's folder first in PATH, where the profile or the job knows it [AD6]", () => {
    assert.equal(of('autodl').pathDir, '/root/miniconda3/bin');
    assert.equal(of('autodl', '{python: ""}').pathDir, undefined);
    assert.equal(of('generic-ssh').pathDir, undefined);
    assert.equal(of('generic-ssh', '{python: /opt/conda/bin/python3}').pathDir, '/opt/conda/bin');
  });

  it("is also the first process's where a login lacks it [P1-08] [RP12]", () => {
    for (const platform of namesIn(SHIPPED))
      assert.equal(of(platform).bootEnv, ['runpod', 'vastai'].includes(platform) || undefined, platform);
  });

  it('is what has been before for a box that an earlier version looked at', () => {
    const before = of('generic-ssh');
    assert.deepEqual([before.workDir, before.durableDir, before.bootEnv], [undefined, undefined, undefined]);
  });
});

describe('what may be deleted after success', () => {
  it("is what the job names, else the profile's names, and never what the job promised [P2-09]", () => {
    assert.deepEqual(of('vastai').scratch, ['**/periodic-*.pth', '**/*.tmp']);
    assert.deepEqual(of('autodl', '{scratch: ["*.part"]}').scratch, ['*.part']);
    assert.deepEqual(of('autodl', '{scratch: []}').scratch, [], 'deliberately none');
    assert.deepEqual(of('lambda').scratch, []);
    const job = loadJob({
      artifacts: 'artifacts: [{path: "periodic-9.pth", role: opaque}]',
      c: 'checkpoint: {path: "ckpt/*.pth"}',
    });
    const { anchors } = boxStorage(job, profileOf('vastai'), { platform: 'vastai' }, undefined);
    assert.deepEqual(anchors, ['periodic-9.pth', '**/latest.pth', 'ckpt/*.pth', 'ckpt/*.pth/**']);
  });
});
