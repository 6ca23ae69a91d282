import { acme } from '../../src/platforms/acme/driver.ts';
import type { PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { loginKey, newSecret } from '../../src/secret/keys.ts';
import { type AcmeTwin, startAcmeTwin } from '../twins/acme-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { driverContract } from './driver-contract.ts';

const authorizedKey = loginKey(newSecret(), 'run').publicOpenSsh;
const clock = new SkippingClock(0);

function driverOf(twin: AcmeTwin, key = twin.keys.full): PlatformDriver {
  const env: Record<string, string> = { ACME_API_KEY: key, GPU_LEASE_API_ACME: twin.server.url };
  return guarded(acme({ clock, localRoot: '/nowhere', selfCommand: ['false'], secret: (name) => env[name] }));
}

const intentOf = (name: string): RentIntent => ({
  name,
  owner: 'abcdefghij',
  offer: { id: 'rtx4090@north', platform: 'acme', summary: '', usdPerHour: 0.4, market: 'on-demand' },
  want: { gpu: { names: ['RTX 4090'], count: 1 } },
  candidate: { platform: 'acme' },
  authorizedKey,
  lifetimeSeconds: 3600,
});

const features = ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] as const;

driverContract('acme', { skip: false, features }, async () => {
  const twin = await startAcmeTwin({ clock });
  const driver = driverOf(twin);
  const createCall = { method: 'POST', path: /^\/v1\/machines$/ };
  return {
    driver,
    clock,
    intent: intentOf,
    zero: ['terminate'],
    names: true,
    billed: async () => twin.billed(),
    failing: (how) => {
      if (how === 'no-capacity') twin.mood.soldOut = true;
      else twin.server.fail({ ...createCall, how: 'lost' });
      return driver;
    },
    lagging: (readings) => {
      twin.mood.ghostLooks = readings;
      return driver;
    },
    twin: {
      server: twin.server,
      createCall,
      withKey: (kind) => {
        const key = { missing: '', unknown: 'nobody-knows-it', 'read-only': twin.keys.readOnly }[kind];
        return driverOf(twin, key);
      },
      strangeState: (boxId) => twin.set(boxId, 'transmogrifying'),
      odd: {
        booting: { state: 'starting', ip: null },
        noAddress: { state: 'running', ip: null },
        price: ['usd_per_hour'],
      },
      secrets: Object.values(twin.keys),
      foreign: () => ({ boxId: twin.add('their-box').id }),
    },
    down: () => twin.close(),
  };
});
