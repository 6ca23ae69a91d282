import { Broken, overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const FTYP = new TextEncoder().encode('ftyp');

/** A film of a run: ISO base media. */
export const mp4: Format = {
  name: 'mp4',
  proves: 'boxes that tile the file, with media data, one ftyp and one moov',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, FTYP, 4),

  async open(subject: Subject): Promise<Walk> {
    const types = await boxes(subject);
    for (const wanted of ['moov', 'mdat'])
      if (!types.has(wanted)) throw new Broken('L2', 'mp4-structure', `has no ${wanted} box`);
    return { checksummed: false, reaches: 'L2', regions: () => [], finish: () => {} };
  },
};

/** Types of all boxes at the top, which must tile the file. */
async function boxes({ reader, sizeBytes, budgets }: Subject): Promise<Set<string>> {
  const types = new Set<string>();
  const most = 10_000;
  let count = 0;
  for (let at = 0; at < sizeBytes; count += 1) {
    if (count >= Math.min(most, budgets.objects)) throw overBudget('objects', most, count + 1, at);
    const header = await reader.read(at, Math.min(16, sizeBytes - at));
    if (header.length < 8) throw cut(at, 8, header.length);
    const view = new DataView(header.buffer, header.byteOffset, header.length);
    const type = String.fromCharCode(...header.subarray(4, 8));
    const short = view.getUint32(0);
    if (short === 1 && header.length < 16) throw cut(at, 16, header.length);
    const length = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? sizeBytes - at : short;
    if (!/^[ -~]{4}$/.test(type) || length < (short === 1 ? 16 : 8))
      throw new Broken('L1', 'mp4-structure', 'what follows is no box', { offset: at });
    if (length > sizeBytes - at) throw cut(at, length, sizeBytes - at);
    if (types.has(type) && (type === 'ftyp' || type === 'moov'))
      throw new Broken('L1', 'mp4-structure', `has a second ${type} box`, { offset: at });
    types.add(type);
    at += length;
  }
  return types;
}

const cut = (offset: number, expected: number, found: number): Broken =>
  new Broken('L1', 'cut-short', 'a box is longer than what is left of the file', {
    offset,
    expected: `${expected} bytes`,
    found: `${found} bytes`,
  });
