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
export declare const systemClock: Clock;
export declare const secondsBetween: (from: Date, to: Date) => number;
/** "42 s", "12 min", "3 h 05 min", "2 d 04 h": for people, one or two units. */
export declare function formatSeconds(seconds: number): string;
