import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { described } from '../../src/platforms/digitalocean/box.ts';
import { digitalocean } from '../../src/platforms/digitalocean/driver.ts';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { clientEnvironment, missing } from '../requirement.ts';
import { Description } from '../twins/description.ts';
import {
  type DigitalOceanTwin,
  DO_READ_ONLY_TOKEN,
  DO_TOKEN,
  startDigitalOceanTwin,
} from '../twins/digitalocean-twin.ts';
import type { Exchange } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { recordsUses } from './api-uses.ts';
import { type ContractPlatform, driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const uses = recordsUses({
  platform: 'digitalocean',
  name: 'DigitalOcean',
  spec: 'digitalocean.json',
  understands: (place, status) =>
    /^droplets?(?:\[\])?\.status$/.test(place)
      ? described({ status, tags: [], networks: { v4: [] } } as unknown as Parameters<typeof described>[0])
          .state !== 'unknown'
      : undefined,
});

const secret = newSecret();
const authorizedKey = loginKey(secret, 'run').publicOpenSsh;
const clock = new SkippingClock(0);
const exchanges: Exchange[] = [];

/** What tests put into answers, which is not the twin's. */
const isInjected = ({ reply: { status, body } }: Exchange): boolean =>
  status >= 500 || /"too many"|"hibernating"/.test(JSON.stringify(body ?? ''));

const driverOf = (twin: DigitalOceanTwin, key: string = DO_TOKEN): PlatformDriver => {
  const env: Record<string, string> = {
    DIGITALOCEAN_TOKEN: key,
    GPU_LEASE_API_DIGITALOCEAN: twin.server.url,
  };
  return guarded(digitalocean({ clock, localRoot: '', selfCommand: ['false'], secret: (name) => env[name] }));
};

const intentOf = (name: string, more: Partial<RentIntent> = {}): RentIntent => ({
  name,
  owner: 'abcdefghij',
  offer: {
    id: 'gpu-h100x1-80gb@nyc2@gpu-h100x1-base',
    platform: 'digitalocean',
    summary: '1x H100',
    usdPerHour: 3.39,
    market: 'on-demand',
    region: 'nyc2',
  },
  want: { gpu: { names: ['H100'], count: 1 } },
  candidate: { platform: 'digitalocean' },
  authorizedKey,
  hostKey: hostKey(secret, name).privateOpenSsh,
  lifetimeSeconds: 3600,
  ...more,
});

async function finish(twin: DigitalOceanTwin): Promise<void> {
  exchanges.push(...twin.server.exchanges);
  await twin.close();
}

driverContract(
  'digitalocean',
  { skip: false, features: ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] },
  async (): Promise<ContractPlatform> => {
    const twin = await startDigitalOceanTwin({ clock, destroySeconds: 3 });
    const driver = driverOf(twin);
    const createCall = { method: 'POST', path: /\/droplets$/ };
    return {
      driver,
      clock,
      intent: (name) => intentOf(name),
      zero: ['destroy'],
      billed: async () => twin.billed(),
      failing: (how) => {
        if (how === 'no-capacity') twin.runOut();
        else twin.server.fail({ ...createCall, how: 'lost' });
        return driver;
      },
      lagging: (readings) => {
        twin.slowEnd(0, readings);
        return driver;
      },
      twin: {
        server: twin.server,
        createCall,
        withKey: (kind) =>
          driverOf(twin, { missing: '', unknown: 'dop_v1_nobody', 'read-only': DO_READ_ONLY_TOKEN }[kind]),
        strangeState: (boxId) => twin.set(boxId, 'hibernating'),
        secrets: [DO_TOKEN, DO_READ_ONLY_TOKEN, 'dop_v1_nobody'],
        foreign: () => twin.foreign(),
      },
      names: true,
      down: () => finish(twin),
    };
  },
);

describe('digitalocean', () => {
  let twin: DigitalOceanTwin;
  let driver: PlatformDriver;
  before(async () => {
    twin = await startDigitalOceanTwin({ clock });
    driver = driverOf(twin);
  });
  after(() => finish(twin));
  const up = async (name: string, more: Partial<RentIntent> = {}) => {
    const held = await driver.create(intentOf(name, more));
    clock.pass(30);
    return held;
  };
  const creates = () =>
    twin.server.exchanges.filter(
      ({ request }) => request.method === 'POST' && request.path === '/v2/droplets',
    );

  it('offers sizes with cards that are available, in every region that has them, with the right image', async () => {
    const offers = await driver.offers({}, { platform: 'digitalocean' });
    assert.deepEqual(
      offers.map(({ id, usdPerHour }) => [id, usdPerHour]),
      [
        ['gpu-h100x1-80gb@nyc2@gpu-h100x1-base', 3.39],
        ['gpu-h100x1-80gb@tor1@gpu-h100x1-base', 3.39],
        ['gpu-h100x8-640gb@nyc2@gpu-h100x8-base', 23.92],
        ['gpu-mi300x1-192gb@atl1@gpu-amd-base', 1.99],
      ],
    );
    const gpu = offers[2]?.gpu;
    assert.deepEqual([gpu?.model, gpu?.memoryGb, gpu?.count], ['H100', 80, 8]);
    assert.equal(offers[3]?.gpu?.model, 'MI300X');
    assert.deepEqual(await driver.offers({}, { platform: 'digitalocean', market: 'spot' }), []);
  });

  it('offers only where the volume is, attaches it at creation, and refuses one of another region', async () => {
    const id = twin.addVolume('weights', 'tor1');
    const candidate = { platform: 'digitalocean', volume: 'weights' };
    const offers = await driver.offers({}, candidate);
    assert.deepEqual([...new Set(offers.map(({ region }) => region))], ['tor1']);
    await assert.rejects(driver.create(intentOf('elsewhere', { candidate })), (error: Problem) => {
      assert.deepEqual([error.kind, error.code], ['usage', 'volume-elsewhere']);
      return true;
    });
    await assert.rejects(driver.offers({}, { ...candidate, volume: 'wights' }), (error: Problem) => {
      assert.match(error.message, /weights/);
      return error.kind === 'usage';
    });
    const [offer] = offers;
    assert.ok(offer);
    const held = await up('attached', { candidate, offer });
    assert.deepEqual((creates().at(-1)?.request.body as { volumes?: string[] } | undefined)?.volumes, [id]);
    const drop = () => driver.carryOut(warrantFor(id, 'delete-volume'), id, 'delete-volume');
    await assert.rejects(drop, (error: Problem) => error.kind === 'billing');
    await driver.carryOut(warrantFor(held.boxId, 'destroy'), held.boxId, 'destroy');
    clock.pass(60);
    for (const _ of ['once', 'again']) await drop();
  });

  it('I10: installs login key and host key by cloud-init, and keeps its own key in the account until the end', async () => {
    const laptop = loginKey(newSecret(), 'x').publicOpenSsh;
    twin.addKey('laptop', laptop);
    const mine = () =>
      twin
        .keys()
        .filter((name) => /key|laptop/.test(name))
        .sort();
    const own = loginKey(newSecret(), 'keyed').publicOpenSsh;
    const { boxId } = await up('keyed', { authorizedKey: own });
    const cloud = parse(twin.userData(boxId) ?? '');
    assert.deepEqual([cloud.disable_root, cloud.ssh_authorized_keys], [false, [own]]);
    assert.equal(cloud.ssh_keys.ed25519_private, hostKey(secret, 'keyed').privateOpenSsh);
    twin.runOut();
    const other = loginKey(newSecret(), 'y').publicOpenSsh;
    await assert.rejects(driver.create(intentOf('keyed-too', { authorizedKey: other })), RentFailed);
    assert.deepEqual(mine(), ['keyed', 'laptop']);
    // The user's own key is used and stays, whatever it is called.
    const withLaptop = await up('with-laptop', { authorizedKey: laptop });
    for (const id of [boxId, withLaptop.boxId])
      await driver.carryOut(warrantFor(id, 'destroy'), id, 'destroy');
    assert.deepEqual(mine(), ['laptop']);
  });

  it('never asks for the list of GPU droplets together with a tag, and reads it to its last page', async () => {
    for (let n = 0; n < 205; n += 1) twin.foreign(`crowd-${n}`);
    const { boxId } = await up('last-of-many');
    assert.deepEqual(
      (await driver.find('last-of-many')).map((each) => each.boxId),
      [boxId],
    );
    const lists = twin.server.exchanges.filter(
      ({ request }) => request.method === 'GET' && request.path === '/v2/droplets',
    );
    assert.ok(lists.some(({ request }) => request.query.get('page') === '2'));
    assert.ok(lists.every(({ request }) => request.query.has('type') && !request.query.has('tag_name')));
  });

  it('shows plain droplets, volumes and snapshots of the account as well, all foreign', async () => {
    const other = twin.foreign('theirs');
    const seen = await driver.inventory();
    const kindOf = (id: string) => seen.find((each) => each.id === id);
    assert.deepEqual(
      [other.boxId, other.plainId, other.volumeId, other.snapshotId].map((id) => kindOf(id)?.kind),
      ['instance', 'instance', 'volume', 'snapshot'],
    );
    assert.ok(Object.values(other).every((id) => kindOf(id)?.owner === undefined));
  });

  it('finds a renamed droplet by its tag, and takes no namesake for ours', async () => {
    const { boxId } = await up('renamed');
    twin.rename(boxId, 'my-favourite');
    twin.foreign('lookalike');
    assert.deepEqual(
      (await driver.find('renamed')).map((each) => each.boxId),
      [boxId],
    );
    assert.deepEqual(await driver.find('lookalike'), []);
  });

  it('counts a droplet that is off as billing, because off is no stop', async () => {
    const held = await up('off');
    twin.set(held.boxId, 'off');
    assert.equal((await driver.describe(held.boxId)).state, 'stopped');
    assert.deepEqual(await driver.meters(held), [{ id: 'gpu', state: 'running' }]);
    assert.ok(twin.billed().includes('off'));
  });

  for (const [message, reason] of [
    ['Size is not available in this region.', 'no-capacity'],
    ['There is currently not enough capacity for this size in this region.', 'no-capacity'],
    ['creating this/these droplet(s) will exceed your droplet limit', 'refused'],
    ['You specified an invalid image for Droplet creation.', 'refused'],
    ['Something that nobody has written down about gpu-h100x1-80gb.', 'no-capacity'],
  ] as const) {
    it(`I2: reads the 422 "${message}" as ${reason}`, async () => {
      const body = { id: 'unprocessable_entity', message };
      twin.server.fail({ method: 'POST', path: /droplets$/, how: { reply: { status: 422, body } } });
      await assert.rejects(driver.create(intentOf('prose')), (error: RentFailed) => error.reason === reason);
    });
  }

  it('I2: takes words that nobody knows for the request when a second offer gets the same', async () => {
    const said = (message: string) => {
      const body = { id: 'unprocessable_entity', message };
      twin.server.fail({ method: 'POST', path: /droplets$/, how: { reply: { status: 422, body } } });
    };
    const reasonOf = async (id: string) => {
      const intent = intentOf('odd');
      const offer = { ...intent.offer, id };
      return driver.create({ ...intent, offer }).catch((error: RentFailed) => error.reason);
    };
    said('The wind is from the east in nyc2.');
    assert.equal(await reasonOf('gpu-h100x1-80gb@nyc2@gpu-h100x1-base'), 'no-capacity');
    said('The wind is from the east in tor1.');
    assert.equal(await reasonOf('gpu-h100x1-80gb@tor1@gpu-h100x1-base'), 'refused');
    assert.deepEqual(await driver.find('odd'), []);
  });

  it('registers the key again when another lease of the run has just taken it away', async () => {
    const body = { id: 'unprocessable_entity', message: 'x are invalid key identifiers for SSH keys' };
    twin.server.fail({ method: 'POST', path: /droplets$/, how: { reply: { status: 422, body } } });
    const { boxId } = await up('shared-key');
    assert.equal((await driver.find('shared-key'))[0]?.boxId, boxId);
  });

  it('takes a list that ends before its total for no list', async () => {
    const body = { droplets: [], links: {}, meta: { total: 3 } };
    twin.server.fail({ method: 'GET', path: /droplets$/, how: { reply: { status: 200, body } } });
    await assert.rejects(driver.find('short'), (error: Problem) => error.kind === 'unreachable');
  });

  it('refuses a name that is no tag, and an image, before anything is asked', async () => {
    const calls = twin.server.exchanges.length;
    for (const intent of [intentOf('a b'), intentOf('imaged', { image: `a@sha256:${'0'.repeat(64)}` })])
      await assert.rejects(driver.create(intent), (error: RentFailed) => error.reason === 'refused');
    assert.equal(twin.server.exchanges.length, calls);
  });
});

describe("digitalocean's official client", { skip: missing('pydo-client') }, () => {
  it('lists sizes, creates, shows, turns off and destroys a droplet at our twin', async () => {
    const twin = await startDigitalOceanTwin({
      clock: new SkippingClock(),
      bootSeconds: 0,
      destroySeconds: 0,
    });
    try {
      const script = join(import.meta.dirname, '..', 'twins', 'official', 'digitalocean_client.py');
      const env = { ...clientEnvironment('pydo'), TWIN_URL: twin.server.url, TWIN_TOKEN: DO_TOKEN };
      const { stdout } = await promisify(execFile)('python3', [script], { env, timeout: 90_000 });
      assert.deepEqual(stdout.trim().split('\n'), [
        'offers 5',
        'created new-box',
        'shown active',
        'listed 1',
        'off',
        'destroyed',
        'gone 404',
      ]);
      assert.deepEqual(twin.billed(), []);
      const description = missing('specs') ? undefined : new Description('digitalocean.json');
      const violations = twin.server.exchanges.flatMap((each) => description?.violations(each) ?? []);
      assert.deepEqual(
        violations.filter(({ what }) => !isKnownError(what)),
        [],
      );
      process.stdout.write(`show: digitalocean: pydo 0.44.0, ${twin.server.exchanges.length} exchanges\n`);
    } finally {
      await twin.close();
    }
  });
});

/**
 * Errors of the description: its YAML turned the state "off" into `false`; 422, 403 and 409 are not in it, for which
 * DigitalOcean answers in prose (README of the descriptions, and reports); `default` takes them, as errors with a message.
 */
const isKnownError = (what: string): boolean =>
  /\/status must be equal to one of the allowed values/.test(what);

describe('digitalocean twin and driver', { skip: missing('specs') }, () => {
  it('say nothing to each other that the published description does not allow', () => {
    const description = new Description('digitalocean.json');
    const own = exchanges.filter((each) => !isInjected(each));
    const violations = own
      .flatMap((each) => description.violations(each))
      .filter(({ what }) => !isKnownError(what));
    assert.deepEqual(violations.slice(0, 20), []);
    assert.ok(own.length > 100);
    process.stdout.write(`show: digitalocean: ${own.length} exchanges, ${violations.length} violations\n`);
  });
});

uses.check();
