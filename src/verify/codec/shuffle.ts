/** Puts together what lies apart by the place of its byte in an element: all first bytes, all second ones. A rest that is no element stays. */
export function unshuffled(block: Uint8Array, typeBytes: number): Uint8Array {
  const count = Math.floor(block.length / Math.max(1, typeBytes));
  if (typeBytes < 2 || count < 2) return block;
  const out = new Uint8Array(block);
  for (let place = 0; place < typeBytes; place += 1)
    for (let i = 0, from = place * count, to = place; i < count; i += 1, to += typeBytes)
      out[to] = block[from + i] as number;
  return out;
}

/** The same by bits: all lowest bits of all first bytes, eight to a byte. The number of elements is a multiple of eight. */
export function bitUnshuffled(block: Uint8Array, typeBytes: number): Uint8Array {
  const count = Math.floor(block.length / typeBytes);
  const out = new Uint8Array(block);
  out.fill(0, 0, count * typeBytes);
  const planeBytes = count / 8;
  for (let plane = 0; plane < 8 * typeBytes; plane += 1) {
    const [place, bit] = [plane >> 3, plane & 7];
    for (let i = 0; i < planeBytes; i += 1) {
      const eight = block[plane * planeBytes + i] as number;
      for (let k = 0, to = 8 * i * typeBytes + place; k < 8; k += 1, to += typeBytes)
        out[to] = (out[to] as number) | (((eight >> k) & 1) << bit);
    }
  }
  return out;
}
