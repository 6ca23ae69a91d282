import type { Description, PlatformDriver } from '../platforms/driver.ts';

/**
 * A driver of which many boxes are asked at once: the platform's list of what runs speaks first, so that two hundred boxes cost
 * one call. Only for what it shows running, or waiting in its queue, and once for each box: that one is gone or stopped is never taken from a list that
 * others look at as well, and who comes back has found that the list was wrong.
 */
export function listFirst(driver: PlatformDriver): PlatformDriver {
  const { running } = driver;
  if (!running) return driver;
  let listed: Promise<Map<string, Description>> | undefined;
  const list = (): Promise<Map<string, Description>> => {
    // A list that cannot be had is no answer about any box: each is asked for.
    listed ??= running.call(driver).catch(() => new Map());
    return listed;
  };
  return new Proxy(driver, {
    get(target, key, receiver) {
      if (key !== 'describe') return Reflect.get(target, key, receiver);
      return async (boxId: string): Promise<Description> => {
        const known = await list();
        const shown = known.get(boxId);
        known.delete(boxId);
        const isAlive = shown?.state === 'running' || shown?.queue?.phase === 'waiting';
        return shown && isAlive ? shown : target.describe(boxId);
      };
    },
  });
}
