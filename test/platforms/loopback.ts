import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import type { Description, PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import type { LocalFaults } from '../../src/platforms/local/box.ts';
import { isBoxName } from '../../src/platforms/local/box-dir.ts';
import { local } from '../../src/platforms/local/driver.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { loginKey, newSecret } from '../../src/secret/keys.ts';
import { programCommand } from '../installation.ts';

/** Starts a box's server. */
export const daemonCommand = (): [string, ...string[]] => [...programCommand(), '__local-box'];

export interface Loopback {
  root: string;
  driver(faults?: LocalFaults): PlatformDriver;
  intent(name: string): RentIntent;
  clientKey: string;
  /** Destroys every box, so that no process outlives the test. */
  down(): Promise<void>;
}

export async function loopback(): Promise<Loopback> {
  const root = await mkdtemp(join(tmpdir(), 'gl-local-'));
  const key = loginKey(newSecret(), 'test');
  return {
    root,
    driver: (faults) =>
      guarded(local({ root, daemon: daemonCommand(), clock: systemClock, ...(faults ? { faults } : {}) })),
    intent: (name) => ({
      name,
      offer: { id: 'local-cpu', platform: 'local', summary: 'test', usdPerHour: 0.4, market: 'on-demand' },
      authorizedKey: key.publicOpenSsh,
      owner: 'aaaaaaaaaa',
      want: {},
      candidate: { platform: 'local' },
      lifetimeSeconds: 3600,
    }),
    clientKey: key.privateOpenSsh,
    down: async () => {
      for (const name of (await readdir(root)).filter(isBoxName))
        await destroyLocalBox(root, name, systemClock);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Looks until the box is in that state; bounded. */
export async function untilState(
  driver: PlatformDriver,
  boxId: string,
  state: Description['state'],
): Promise<Description> {
  for (let look = 0; look < 600; look += 1) {
    const description = await driver.describe(boxId);
    if (description.state === state) return description;
    await systemClock.sleep(0.05);
  }
  throw new Error(`${boxId} is still not ${state} after 30 s`);
}
