/** Numbers in [0, 1) that are the same for the same seed (mulberry32): a failure can be replayed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `GPU_LEASE_SEED` replays a run of a test. */
export const seedOfTest = (): number =>
  Number(process.env['GPU_LEASE_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
