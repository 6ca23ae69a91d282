import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';
import type { PlatformDriver } from './driver.ts';

/** What drivers are built from. Each takes what it needs. */
export interface PlatformContext {
  clock: Clock;
  /** Where loopback boxes live, one directory each. */
  localRoot: string;
  /** Runs this program again; `__local-box DIR` is appended for a loopback box. */
  selfCommand: readonly [string, ...string[]];
}

type Make = (platform: string, context: PlatformContext) => Promise<PlatformDriver>;

/** By the profile's `drive.driver`. Loaded on demand: a stage pays only for the driver it uses. */
const DRIVERS: Record<string, Make> = {
  local: async (_platform, { clock, localRoot, selfCommand }) =>
    (await import('./local/local.ts')).local({
      clock,
      root: localRoot,
      daemon: [...selfCommand, '__local-box'],
    }),
  ssh: async (platform) => (await import('./generic-ssh.ts')).genericSsh({ platform }),
};

/** The platforms that are known without their profile. */
const DRIVER_OF: Record<string, string> = { local: 'local', 'generic-ssh': 'ssh' };

/**
 * @param driver the profile's `drive.driver`; default: what the platform's name stands for
 * @throws Problem `unknown-platform`
 */
export async function driverFor(
  platform: string,
  context: PlatformContext,
  driver: string | undefined = Object.hasOwn(DRIVER_OF, platform) ? DRIVER_OF[platform] : undefined,
): Promise<PlatformDriver> {
  const make = driver !== undefined && Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : undefined;
  if (make) return make(platform, context);
  throw new Problem({
    code: 'unknown-platform',
    kind: 'usage',
    what: `There is no driver for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
    next: `Use one of ${Object.keys(DRIVER_OF).join(', ')}; a box of any other provider can be attached with "generic-ssh".`,
  });
}
