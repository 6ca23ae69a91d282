import type { Channel } from '../box/channel.ts';
import { Problem } from '../problem.ts';
import type { PlatformContext } from './context.ts';
import type { Driver, PlatformDriver } from './driver.ts';
import { guarded } from './guarded.ts';
import type { Rights } from './kubernetes/rights.ts';

export type { PlatformContext } from './context.ts';

type Make = (platform: string, context: PlatformContext) => Promise<Driver>;

/** By the profile's `drive.driver`. Loaded on demand: a stage pays only for the driver it uses. */
const DRIVERS: Record<string, Make> = {
  local: async (_platform, { clock, localRoot, selfCommand, laidOpen = [] }) =>
    (await import('./local/driver.ts')).local({
      clock,
      root: localRoot,
      daemon: [...selfCommand, '__local-box'],
      laidOpen,
    }),
  ssh: async (platform, { sshEnv }) =>
    (await import('./generic-ssh/driver.ts')).genericSsh({ platform, sshEnv }),
  runpod: async (_platform, context) => (await import('./runpod/driver.ts')).runpod(context),
  vastai: async (_platform, context) => (await import('./vastai/driver.ts')).vastai(context),
  lambda: async (_platform, context) => (await import('./lambda/driver.ts')).lambda(context),
  digitalocean: async (_platform, context) =>
    (await import('./digitalocean/driver.ts')).digitalocean(context),
  verda: async (_platform, context) => (await import('./verda/driver.ts')).verda(context),
  paperspace: async (platform, context) =>
    (await import('./paperspace/driver.ts')).paperspace(context, platform),
  autodl: async (_platform, context) => (await import('./autodl/driver.ts')).autodl(context),
  compshare: async (_platform, context) => (await import('./compshare/driver.ts')).compshare(context),
  slurm: async (_platform, context) => (await import('./slurm/driver.ts')).slurm(context),
  kubernetes: async (_platform, context) => (await import('./kubernetes/driver.ts')).kubernetes(context),
};

/** The way to the files of a queue that has no login node: through its own API. */
export async function openPlace(context: PlatformContext): Promise<Channel> {
  const place = await import('./kubernetes/place.ts');
  return place.openPlace(context);
}
/** Those that take work and give back files, and have a command of their own. */
const COMMAND_OF: Record<string, string> = { kaggle: 'gpu-lease kaggle push' };

/** What this user may not do in the namespace of a queue of Kubernetes, by a job of so many nodes. */
export async function kubernetesRights(context: PlatformContext, nodes: number): Promise<Rights> {
  const { rightsAt } = await import('./kubernetes/rights.ts');
  return rightsAt(context, nodes);
}

/** The platforms that are known without their profile. */
const DRIVER_OF: Record<string, string> = { local: 'local', 'generic-ssh': 'ssh' };

/**
 * @param driver the profile's `drive.driver`; default: what the platform's name stands for
 * @throws Problem `unknown-platform`, `not-rented`
 */
export async function driverFor(
  platform: string,
  context: PlatformContext,
  driver: string | undefined = Object.hasOwn(DRIVER_OF, platform) ? DRIVER_OF[platform] : undefined,
): Promise<PlatformDriver> {
  const make = driver !== undefined && Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : undefined;
  if (make) return guarded(await make(platform, context));
  const command = driver !== undefined && Object.hasOwn(COMMAND_OF, driver) ? COMMAND_OF[driver] : undefined;
  if (command !== undefined)
    throw new Problem({
      code: 'not-rented',
      kind: 'usage',
      what: `Nothing of ${platform} can be rented and reached, so no run of gpu-lease works there.`,
      next: `Use "${command}" for it, or take the candidate out of the job file.`,
    });
  throw new Problem({
    code: 'unknown-platform',
    kind: 'usage',
    what: `There is no driver for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
    next: `Use one of ${Object.keys(DRIVER_OF).join(', ')}; a box of any other provider can be attached with "generic-ssh".`,
  });
}
