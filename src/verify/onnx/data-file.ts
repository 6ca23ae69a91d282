import { createHash, type Hash } from 'node:crypto';
import { Broken } from '../contract/findings.ts';
import type { Part } from '../contract/set.ts';
import { quoted } from '../contract/untrusted.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import type { Region } from '../tensor/pass.ts';
import { mustEndAt } from '../tensor/tiling.ts';
import type { ExternalTensor, OnnxTensors } from './tensor.ts';

/** One tensor in a data file, and the model that put it there. */
export interface Claim {
  tensor: ExternalTensor;
  of: OnnxTensors;
  offset: number;
}

/** Tensors on one stretch of the file; several when they share their bytes. */
interface Extent {
  from: number;
  to: number;
  claims: Claim[];
}

/** Writers align tensors to pages, or to the 64 KiB at which Windows maps files. */
const MOST_PADDING = 65_536;

const shown = ({ tensor }: Claim): string => quoted(tensor.name);

/**
 * The regions of a data file: its tensors, and zeros between them that only align the next.
 *
 * @throws Broken when tensors overlap, leave a hole, or go beyond the file's end
 */
export function dataRegions(
  part: Part,
  claims: readonly Claim[],
): { regions: Region[]; checkSums: () => void } {
  const extents = extentsOf(claims);
  const sums = new ChecksumWatch(part, claims);
  const regions: Region[] = [];
  let covered = 0;
  for (const extent of extents) {
    if (extent.from < covered) {
      throw new Broken('L2', 'tensors-overlap', `${shownFirst(extent)} lies on a part of another tensor`, {
        offset: extent.from,
        expected: `from ${covered}`,
        found: `from ${extent.from}`,
      });
    }
    if (extent.from > covered) {
      if (!isAlignment(covered, extent.from)) {
        const what = `bytes before ${shownFirst(extent)} belong to no tensor`;
        throw new Broken('L2', 'hole-between-tensors', what, {
          offset: covered,
          expected: String(covered),
          found: String(extent.from),
        });
      }
      regions.push(sums.over(paddingRegion(covered, extent.from - covered)));
    }
    regions.push(sums.over(extentRegion(part, extent)));
    covered = extent.to;
  }
  const cut = 'ends before the tensors that the model places in it';
  mustEndAt(covered, part.sizeBytes, { cut, more: 'bytes follow the last tensor' });
  return { regions, checkSums: () => sums.judge() };
}

function extentsOf(claims: readonly Claim[]): Extent[] {
  const sorted = [...claims]
    .filter(({ tensor }) => tensor.bytes > 0)
    .sort((a, b) => a.offset - b.offset || a.tensor.bytes - b.tensor.bytes);
  const extents: Extent[] = [];
  for (const claim of sorted) {
    const last = extents.at(-1);
    const to = claim.offset + claim.tensor.bytes;
    if (last !== undefined && last.from === claim.offset && last.to === to) last.claims.push(claim);
    else extents.push({ from: claim.offset, to, claims: [claim] });
  }
  return extents;
}

const shownFirst = ({ claims: [first] }: Extent): string => (first === undefined ? '?' : shown(first));

/** Whether the next tensor stands at the first multiple of some power of two. */
function isAlignment(covered: number, from: number): boolean {
  const gap = from - covered;
  for (let grid = 2; grid <= MOST_PADDING; grid *= 2) if (from % grid === 0 && gap < grid) return true;
  return false;
}

const paddingRegion = (offset: number, length: number): Region => ({
  offset,
  length,
  feed(piece, at) {
    const odd = piece.findIndex((byte) => byte !== 0);
    if (odd >= 0) {
      throw new Broken('L1', 'padding-not-zero', 'bytes that only align the next tensor are not zero', {
        offset: at + odd,
      });
    }
  },
  end() {},
});

function extentRegion(part: Part, { from, to, claims }: Extent): Region {
  const scans = claims.map(({ tensor }) => {
    const countNegative = mayNotBeNegative([tensor.name]);
    return new ElementScan(tensor.dtype, {
      ...part.scanning,
      littleEndian: true,
      countNegative,
      mostBytes: to - from,
      firstBytes: tensor.elements === 1,
    });
  });
  return {
    offset: from,
    length: to - from,
    feed(piece) {
      for (const scan of scans) scan.feed(piece);
    },
    end() {
      for (const [i, { tensor, of }] of claims.entries()) {
        const scan = scans[i]?.finish();
        if (scan === undefined) continue;
        const { name, dtype, shape, elements, literal } = tensor;
        const place = { fileOffset: from, proven: part.digestGiven };
        of.book.take({ names: [name], dtype, shape, elements, literal, scan, ...place });
      }
    },
  };
}

/** The key `checksum` is a SHA-1 over the whole data file; few writers set it, and no reader we know compares it. */
class ChecksumWatch {
  readonly #part: Part;
  readonly #expected: Set<string>;
  readonly #hash: Hash | undefined;

  constructor(part: Part, claims: readonly Claim[]) {
    this.#part = part;
    this.#expected = new Set(
      claims.flatMap(({ tensor }) => tensor.entries.get('checksum')?.toLowerCase() ?? []),
    );
    this.#hash = this.#expected.size === 0 ? undefined : createHash('sha1');
  }

  over(region: Region): Region {
    const hash = this.#hash;
    if (hash === undefined) return region;
    return {
      offset: region.offset,
      length: region.length,
      feed(piece, at) {
        hash.update(piece);
        return region.feed(piece, at);
      },
      end: () => region.end(),
    };
  }

  judge(): void {
    const found = this.#hash?.digest('hex');
    if (found === undefined || (this.#expected.size === 1 && this.#expected.has(found))) return;
    this.#part.findings.fail('L1', 'external-checksum', 'does not have the SHA-1 that the model carries', {
      expected: [...this.#expected].slice(0, 3).join(', ').slice(0, 200),
      found,
    });
  }
}
