export const RUN = 'drill-1';
export const START = '2026-11-21T00:00:00Z';

/** Month, day and minute. */
export const stamp = (ms: number): string => new Date(ms).toISOString().slice(5, 16);
