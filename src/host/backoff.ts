export interface Pauses {
  /** Seconds before the second try; doubled for each further one. */
  first: number;
  /** No pause is longer. */
  most?: number;
  /** The part of a pause that is left to chance, 0 to 1: who failed together should not return together. */
  jitter?: number;
}

/**
 * Seconds to wait after try `attempt`, counted from 1.
 * @param random in [0, 1)
 */
export const backoff = (
  attempt: number,
  { first, most = Number.POSITIVE_INFINITY, jitter = 0 }: Pauses,
  random = Math.random(),
): number => Math.min(most, first * 2 ** (attempt - 1)) * (1 - jitter + jitter * random);
