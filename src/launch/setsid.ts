import { keeperLauncher } from './keeper-launcher.ts';

/** The queue in a session of its own, all three streams redirected; falls back to what the box has instead of `setsid`. */
export const setsid = keeperLauncher('setsid');
