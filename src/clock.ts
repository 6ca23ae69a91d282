/** Time, passed in: nothing in `src/` reads the wall clock or sleeps except through one of these. */
export interface Clock {
  now(): Date;
  /** Resolves after `seconds`, or at once when `signal` aborts (it never rejects: an abort is not an error). */
  sleep(seconds: number, signal?: AbortSignal): Promise<void>;
  /** What another machine's clock said just now: a service's `Date` header, or a box that is not to be trusted. */
  heard?(source: string, theirs: Date, by: Heard['by']): void;
  /** The newest of each source. */
  others?(): readonly Heard[];
}

export interface Heard {
  source: string;
  by: 'service' | 'box';
  /** How far our clock was ahead of theirs; negative where it was behind. */
  aheadSeconds: number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (seconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, seconds * 1000);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

/** "42 s", "12 min", "3 h 05 min", "2 d 04 h": for people, one or two units. */
export function formatSeconds(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  const pad = (n: number) => String(n).padStart(2, '0');
  if (s < 172_800) return `${Math.floor(s / 3600)} h ${pad(Math.floor((s % 3600) / 60))} min`;
  return `${Math.floor(s / 86_400)} d ${pad(Math.floor((s % 86_400) / 3600))} h`;
}
