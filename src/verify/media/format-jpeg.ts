import { Broken } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = Uint8Array.of(0xff, 0xd8, 0xff);
const EOI = 0xd9;
const SOS = 0xda;

/** A picture: marker segments from SOI to EOI. */
export const jpeg: Format = {
  name: 'jpeg',
  proves: 'marker segments from SOI to EOI, a scan between them, nothing after EOI',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open({ sizeBytes }: Subject): Promise<Walk> {
    const markers = new Markers();
    return {
      checksummed: false,
      reaches: 'L2',
      *regions() {
        yield {
          offset: 0,
          length: sizeBytes,
          feed: (piece: Uint8Array, offset: number) => markers.feed(piece, offset),
          end: () => markers.end(sizeBytes),
        };
      },
      finish: () => {},
    };
  },
};

type State = 'ff' | 'marker' | 'length-high' | 'length-low' | 'segment' | 'scan' | 'scan-ff' | 'end';

/** Walks markers byte by byte; of segments and scans it looks only for where they end. */
class Markers {
  #state: State = 'ff';
  #marker = 0;
  #left = 0;
  #scans = 0;

  feed(piece: Uint8Array, fileOffset: number): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#state === 'segment') {
        const length = Math.min(this.#left, piece.length - at);
        this.#left -= length;
        at += length;
        if (this.#left === 0) this.#state = this.#marker === SOS ? 'scan' : 'ff';
      } else if (this.#state === 'scan') {
        const next = piece.indexOf(0xff, at);
        if (next < 0) return;
        this.#state = 'scan-ff';
        at = next + 1;
      } else {
        this.#byte(piece[at] as number, fileOffset + at);
        at += 1;
      }
    }
  }

  end(sizeBytes: number): void {
    if (this.#state !== 'end')
      throw new Broken('L1', 'cut-short', 'ends before its end marker', { offset: sizeBytes });
    if (this.#scans === 0) throw new Broken('L2', 'jpeg-structure', 'holds no scan', { offset: sizeBytes });
  }

  #byte(byte: number, offset: number): void {
    switch (this.#state) {
      case 'ff':
        if (byte !== 0xff) throw new Broken('L1', 'jpeg-structure', 'what follows is no marker', { offset });
        this.#state = 'marker';
        return;
      case 'marker':
        this.#begin(byte, offset);
        return;
      case 'length-high':
        this.#left = byte << 8;
        this.#state = 'length-low';
        return;
      case 'length-low':
        this.#left += byte - 2;
        if (this.#left < 0)
          throw new Broken('L1', 'jpeg-structure', 'a segment is shorter than its length', { offset });
        this.#state = this.#left > 0 ? 'segment' : this.#marker === SOS ? 'scan' : 'ff';
        return;
      case 'scan-ff':
        // Stuffed zeros and restart markers belong to the scan.
        if (byte === 0 || (byte >= 0xd0 && byte <= 0xd7)) this.#state = 'scan';
        else if (byte !== 0xff) this.#begin(byte, offset);
        return;
      default:
        throw new Broken('L1', 'trailing-bytes', 'bytes follow the end marker', { offset });
    }
  }

  #begin(marker: number, offset: number): void {
    this.#marker = marker;
    // Fill bytes may stand before any marker.
    if (marker === 0xff) return;
    if (marker === 0) throw new Broken('L1', 'jpeg-structure', 'what follows is no marker', { offset });
    if (marker === EOI) this.#state = 'end';
    // SOI, TEM and restarts have no length.
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) this.#state = 'ff';
    else {
      if (marker === SOS) this.#scans += 1;
      this.#state = 'length-high';
    }
  }
}
