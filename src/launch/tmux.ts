import { keeperLauncher } from './keeper-launcher.ts';

/** The queue in a tmux session of its own, `gpu-lease-<run>-<attempt>`: for gateways that end long background jobs. */
export const tmux = keeperLauncher('tmux');
