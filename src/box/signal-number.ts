import { constants } from 'node:os';

/** 9 for "KILL" or "SIGKILL"; 0 for a name this system does not have. */
export function signalNumber(name: string): number {
  const full = name.startsWith('SIG') ? name : `SIG${name}`;
  return Object.hasOwn(constants.signals, full) ? constants.signals[full as NodeJS.Signals] : 0;
}
