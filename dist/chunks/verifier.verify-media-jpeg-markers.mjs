import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/media/jpeg-markers.ts
var [START, END, SCAN, RESTART_INTERVAL] = [216, 217, 218, 221];
function openJpeg(subject) {
  const markers = new JpegMarkers(subject);
  return {
    checksummed: false,
    reaches: "L2",
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => markers.feed(...piece),
        end: () => markers.end()
      })
    ],
    finish: () => {
    }
  };
}
var isFrame = (code) => code >= 192 && code <= 207 && ![196, 200, 204].includes(code);
var isRestart = (code) => code >= 208 && code <= 215;
var JpegMarkers = class {
  #subject;
  #state = "marker";
  #code = 0;
  /** The first bytes of a segment, length and all. */
  #start = [];
  #left = 0;
  #hasFrame = false;
  #hasScan = false;
  #restarts = false;
  #nextRestart = 0;
  #pictures = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  feed(piece, offset) {
    for (let i = 0; i < piece.length && this.#state !== "trailing"; ) {
      if (this.#state === "segment") {
        const taken = Math.min(this.#left, piece.length - i);
        for (let k = 0; k < taken && this.#start.length < 8; k += 1) this.#start.push(piece[i + k]);
        this.#left -= taken;
        i += taken;
        if (this.#left === 0) this.#endSegment(offset + i);
      } else if (this.#state === "scan") {
        const next = piece.indexOf(255, i);
        if (next < 0) return;
        this.#state = "scan-code";
        i = next + 1;
      } else {
        this.#byte(piece[i], offset + i);
        i += 1;
      }
    }
  }
  end() {
    if (this.#state === "behind" || this.#state === "trailing") return;
    throw new Broken("L1", "cut-short", "ends before the end mark of its picture", {
      offset: this.#subject.sizeBytes
    });
  }
  #byte(byte, at) {
    if (this.#state === "marker" || this.#state === "behind") this.#beginMarker(byte, at);
    else if (this.#state === "code") {
      if (byte !== 255) this.#marker(byte, at);
    } else if (this.#state === "scan-code") this.#inScan(byte, at);
    else {
      this.#start.push(byte);
      if (this.#start.length < 2) return;
      this.#left = 256 * (this.#start[0] ?? 0) + (this.#start[1] ?? 0) - 2;
      if (this.#left < 0) throw this.#wrong("a segment is shorter than its own length", at);
      this.#state = "segment";
      if (this.#left === 0) this.#endSegment(at + 1);
    }
  }
  #beginMarker(byte, at) {
    if (byte === 255) this.#state = "code";
    else if (this.#state === "marker") throw this.#wrong("there is no marker where one should be", at);
    else this.#trailing(at);
  }
  #trailing(at) {
    const what = "something follows the end mark of its picture: readers leave it alone";
    this.#subject.findings.degraded("L1", "trailing-bytes", what, {
      offset: at,
      found: `${this.#subject.sizeBytes - at} bytes`
    });
    this.#state = "trailing";
  }
  #marker(code, at) {
    if (code === START && (this.#pictures === 0 ? !this.#isBegun : this.#isBetween)) this.#begin();
    else if (this.#isBetween) this.#trailing(at - 1);
    else if (!this.#isBegun || code === 0 || isRestart(code) || code === START)
      throw this.#wrong("a marker stands where it may not", at);
    else if (code === END) this.#endPicture(at);
    else {
      this.#code = code;
      this.#start = [];
      this.#state = "length";
    }
  }
  #isBegun = false;
  /** One picture has ended, and no other begun. */
  get #isBetween() {
    return this.#pictures > 0 && !this.#isBegun;
  }
  #begin() {
    this.#isBegun = true;
    this.#hasFrame = false;
    this.#hasScan = false;
    this.#restarts = false;
    this.#state = "marker";
  }
  #endPicture(at) {
    if (!this.#hasFrame || !this.#hasScan) throw this.#wrong("holds no pixels", at);
    this.#pictures += 1;
    this.#isBegun = false;
    this.#state = "behind";
  }
  #endSegment(at) {
    this.#state = "marker";
    const [, , , high = 0, low = 0, wide = 0, narrow = 0] = this.#start;
    if (isFrame(this.#code)) {
      if (wide === 0 && narrow === 0) throw this.#wrong("its frame has no width", at);
      this.#hasFrame = true;
      Object.assign(this.#subject.facts.scalars, { width: 256 * wide + narrow, height: 256 * high + low });
    } else if (this.#code === RESTART_INTERVAL) {
      this.#restarts = (this.#start[2] ?? 0) + (this.#start[3] ?? 0) > 0;
    } else if (this.#code === SCAN) {
      if (!this.#hasFrame) throw this.#wrong("has a scan before its frame", at);
      this.#hasScan = true;
      this.#nextRestart = 0;
      this.#state = "scan";
    }
  }
  /** Behind 0xff within coded pixels: a byte of theirs, a restart, or what ends the scan. */
  #inScan(byte, at) {
    if (byte === 255) return;
    this.#state = "scan";
    if (byte === 0) return;
    if (!isRestart(byte)) {
      this.#marker(byte, at);
      return;
    }
    if (!this.#restarts || byte - 208 !== this.#nextRestart)
      throw this.#wrong("a restart mark is not the next one", at);
    this.#nextRestart = (this.#nextRestart + 1) % 8;
  }
  #wrong(what, offset) {
    return new Broken("L1", "jpeg-structure", what, { offset });
  }
};
export {
  openJpeg
};
