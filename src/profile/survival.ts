import { secondsOf } from '../duration.ts';

/** What can happen to a box, as far as its storage is concerned. */
export const EVENTS = [
  /** Our connection ends; the box does not notice. */
  'ssh-drop',
  /** The trainer's process or container starts again on the same box. */
  'process-restart',
  'reboot',
  /** A stop that can be undone. */
  'stop',
  /** Started again after a stop. */
  'restart',
  /** The box is given up: terminate, destroy, return, delete. */
  'release',
  /** Taken away by the platform: outbid, preempted. */
  'evict',
  /** The platform moves the box to another host. */
  'migrate',
  /** We start again on another host. */
  'reschedule',
  'job-end',
  'session-end',
  /** The account has nothing left. */
  'balance-zero',
] as const;
export type Event = (typeof EVENTS)[number];

/** What a storage tier is after an event. `kept-billed`: there, and its own meter runs on. */
export const OUTCOMES = ['kept', 'kept-billed', 'reset-to-image', 'lost', 'unknown', 'n/a'] as const;
export type Outcome = (typeof OUTCOMES)[number] | { 'kept-for': Duration };

/** Written `15d`, `24h`, `~90min`, `5s`; a leading `~` means that the platform does not promise it exactly. */
export interface Duration {
  text: string;
  seconds: number;
  approximate: boolean;
}

export const DURATION_PATTERN = /^~?\d{1,6}(?:\.\d{1,2})?(?:s|min|h|d|w)$/;

/** @throws RangeError for anything that `DURATION_PATTERN` does not match */
export function parseDuration(text: string): Duration {
  const approximate = text.startsWith('~');
  const seconds = DURATION_PATTERN.test(text) ? secondsOf(approximate ? text.slice(1) : text) : undefined;
  if (seconds === undefined) throw new RangeError(`not a duration: ${text}`);
  return { text, seconds, approximate };
}

/** From "nothing to fear" to "gone"; of two possible tiers the worse one counts. */
export function badness(outcome: Outcome): number {
  if (typeof outcome !== 'string') return 3;
  return { 'n/a': 0, kept: 1, 'kept-billed': 2, unknown: 4, 'reset-to-image': 5, lost: 6 }[outcome];
}

export const isDestroyed = (outcome: Outcome): boolean => outcome === 'lost' || outcome === 'reset-to-image';

/** "kept", "kept for 24h, then lost": for a table or a sentence. */
export const outcomeText = (outcome: Outcome): string =>
  typeof outcome === 'string' ? outcome : `kept for ${outcome['kept-for'].text}, then lost`;
