import { Broken } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';

const [START, END, SCAN, RESTART_INTERVAL] = [0xd8, 0xd9, 0xda, 0xdd];

export function openJpeg(subject: Subject): Walk {
  const markers = new JpegMarkers(subject);
  return {
    checksummed: false,
    reaches: 'L2',
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => markers.feed(...piece),
        end: () => markers.end(),
      }),
    ],
    finish: () => {},
  };
}

/** Frames, by their markers: baseline, progressive and so on, but not tables of Huffman, extensions and tables of arithmetic coding. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;

/** `marker` and `code`: the two bytes of a marker; `length`: of its segment; `behind`: after the end of a picture; `trailing`: in what is none. */
type State = 'marker' | 'code' | 'length' | 'segment' | 'scan' | 'scan-code' | 'behind' | 'trailing';

class JpegMarkers {
  readonly #subject: Subject;
  #state: State = 'marker';
  #code = 0;
  /** The first bytes of a segment, length and all. */
  #start: number[] = [];
  #left = 0;
  #hasFrame = false;
  #hasScan = false;
  #restarts = false;
  #nextRestart = 0;
  #pictures = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  feed(piece: Uint8Array, offset: number): void {
    for (let i = 0; i < piece.length && this.#state !== 'trailing'; ) {
      if (this.#state === 'segment') {
        const taken = Math.min(this.#left, piece.length - i);
        for (let k = 0; k < taken && this.#start.length < 8; k += 1) this.#start.push(piece[i + k] as number);
        this.#left -= taken;
        i += taken;
        if (this.#left === 0) this.#endSegment(offset + i);
      } else if (this.#state === 'scan') {
        const next = piece.indexOf(0xff, i);
        if (next < 0) return;
        this.#state = 'scan-code';
        i = next + 1;
      } else {
        this.#byte(piece[i] as number, offset + i);
        i += 1;
      }
    }
  }

  end(): void {
    if (this.#state === 'behind' || this.#state === 'trailing') return;
    throw new Broken('L1', 'cut-short', 'ends before the end mark of its picture', {
      offset: this.#subject.sizeBytes,
    });
  }

  #byte(byte: number, at: number): void {
    if (this.#state === 'marker' || this.#state === 'behind') this.#beginMarker(byte, at);
    else if (this.#state === 'code') {
      // Any number of them may stand before a marker's code.
      if (byte !== 0xff) this.#marker(byte, at);
    } else if (this.#state === 'scan-code') this.#inScan(byte, at);
    else {
      this.#start.push(byte);
      if (this.#start.length < 2) return;
      this.#left = 256 * (this.#start[0] ?? 0) + (this.#start[1] ?? 0) - 2;
      if (this.#left < 0) throw this.#wrong('a segment is shorter than its own length', at);
      this.#state = 'segment';
      if (this.#left === 0) this.#endSegment(at + 1);
    }
  }

  #beginMarker(byte: number, at: number): void {
    if (byte === 0xff) this.#state = 'code';
    else if (this.#state === 'marker') throw this.#wrong('there is no marker where one should be', at);
    else this.#trailing(at);
  }

  #trailing(at: number): void {
    const what = 'something follows the end mark of its picture: readers leave it alone';
    this.#subject.findings.degraded('L1', 'trailing-bytes', what, {
      offset: at,
      found: `${this.#subject.sizeBytes - at} bytes`,
    });
    this.#state = 'trailing';
  }

  #marker(code: number, at: number): void {
    if (code === START && (this.#pictures === 0 ? !this.#isBegun : this.#isBetween)) this.#begin();
    else if (this.#isBetween) this.#trailing(at - 1);
    else if (!this.#isBegun || code === 0 || isRestart(code) || code === START)
      throw this.#wrong('a marker stands where it may not', at);
    else if (code === END) this.#endPicture(at);
    else {
      this.#code = code;
      this.#start = [];
      this.#state = 'length';
    }
  }

  #isBegun = false;

  /** One picture has ended, and no other begun. */
  get #isBetween(): boolean {
    return this.#pictures > 0 && !this.#isBegun;
  }

  #begin(): void {
    this.#isBegun = true;
    this.#hasFrame = false;
    this.#hasScan = false;
    this.#restarts = false;
    this.#state = 'marker';
  }

  #endPicture(at: number): void {
    if (!this.#hasFrame || !this.#hasScan) throw this.#wrong('holds no pixels', at);
    this.#pictures += 1;
    this.#isBegun = false;
    this.#state = 'behind';
  }

  #endSegment(at: number): void {
    this.#state = 'marker';
    const [, , , high = 0, low = 0, wide = 0, narrow = 0] = this.#start;
    if (isFrame(this.#code)) {
      if (wide === 0 && narrow === 0) throw this.#wrong('its frame has no width', at);
      this.#hasFrame = true;
      Object.assign(this.#subject.facts.scalars, { width: 256 * wide + narrow, height: 256 * high + low });
    } else if (this.#code === RESTART_INTERVAL) {
      this.#restarts = (this.#start[2] ?? 0) + (this.#start[3] ?? 0) > 0;
    } else if (this.#code === SCAN) {
      if (!this.#hasFrame) throw this.#wrong('has a scan before its frame', at);
      this.#hasScan = true;
      this.#nextRestart = 0;
      this.#state = 'scan';
    }
  }

  /** Behind 0xff within coded pixels: a byte of theirs, a restart, or what ends the scan. */
  #inScan(byte: number, at: number): void {
    if (byte === 0xff) return;
    this.#state = 'scan';
    if (byte === 0) return;
    if (!isRestart(byte)) {
      this.#marker(byte, at);
      return;
    }
    // A sector that was lost takes some of them along.
    if (!this.#restarts || byte - 0xd0 !== this.#nextRestart)
      throw this.#wrong('a restart mark is not the next one', at);
    this.#nextRestart = (this.#nextRestart + 1) % 8;
  }

  #wrong(what: string, offset: number): Broken {
    return new Broken('L1', 'jpeg-structure', what, { offset });
  }
}
