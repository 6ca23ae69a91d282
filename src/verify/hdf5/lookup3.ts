/**
 * Bob Jenkins' lookup3 hash (`hashlittle`, public domain), with which HDF5 guards its newer metadata. Read byte by byte,
 * so that it does not depend on alignment.
 *
 * @returns unsigned 32 bits
 */
export function lookup3(bytes: Uint8Array, initial = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let left = bytes.length;
  const start = (0xdeadbeef + left + initial) | 0;
  const state: Triple = [start, start, start];
  let at = 0;
  for (; left > 12; left -= 12, at += 12) {
    state[0] = (state[0] + view.getInt32(at, true)) | 0;
    state[1] = (state[1] + view.getInt32(at + 4, true)) | 0;
    state[2] = (state[2] + view.getInt32(at + 8, true)) | 0;
    mix(state);
  }
  if (left === 0) return state[2] >>> 0;
  for (let i = 0; i < left; i += 1) {
    const word = (i >> 2) as 0 | 1 | 2;
    state[word] = (state[word] + ((bytes[at + i] as number) << (8 * (i % 4)))) | 0;
  }
  finalMix(state);
  return state[2] >>> 0;
}

type Triple = [number, number, number];

const turn = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function mix(state: Triple): void {
  let [a, b, c] = state;
  a = ((a - c) ^ turn(c, 4)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ turn(a, 6)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ turn(b, 8)) | 0;
  b = (b + a) | 0;
  a = ((a - c) ^ turn(c, 16)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ turn(a, 19)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ turn(b, 4)) | 0;
  b = (b + a) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

function finalMix(state: Triple): void {
  let [a, b, c] = state;
  c = ((c ^ b) - turn(b, 14)) | 0;
  a = ((a ^ c) - turn(c, 11)) | 0;
  b = ((b ^ a) - turn(a, 25)) | 0;
  c = ((c ^ b) - turn(b, 16)) | 0;
  a = ((a ^ c) - turn(c, 4)) | 0;
  b = ((b ^ a) - turn(a, 14)) | 0;
  c = ((c ^ b) - turn(b, 24)) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}
