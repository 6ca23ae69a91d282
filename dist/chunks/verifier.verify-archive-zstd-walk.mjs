import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Unpacked,
  expansionLimit,
  readyZstd,
  unpackedInMemory,
  zstdDecompress,
  zstdFrames
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  PushParser,
  overBudget,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/archive/zstd-walk.ts
var MOST_FRAMES = 1e5;
function openZstd(subject) {
  const { sizeBytes } = subject;
  const wrapped = new Wrapped(subject);
  const parser = new PushParser(zstdFrames(sizeBytes, (frame) => wrapped.take(frame)));
  return {
    get checksummed() {
      return wrapped.isChecksummed;
    },
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end() {
          parser.end(sizeBytes);
          wrapped.isWhole = true;
        }
      })
    ],
    inside: () => wrapped.examine(),
    finish: () => {
    },
    tensors: () => wrapped.content.tensors,
    get reaches() {
      return wrapped.content.reaches;
    }
  };
}
var Wrapped = class {
  isWhole = false;
  content;
  #subject;
  #frames = [];
  constructor(subject) {
    this.#subject = subject;
    this.content = new Unpacked(subject, "zstd");
  }
  get isChecksummed() {
    return this.#frames.length > 0 && this.#frames.every(({ hasChecksum }) => hasChecksum);
  }
  take(frame) {
    if (this.#frames.length >= MOST_FRAMES)
      throw overBudget("frames", MOST_FRAMES, MOST_FRAMES + 1, frame.from);
    this.#frames.push(frame);
  }
  async examine() {
    if (!this.isWhole) return;
    const { findings, facts } = this.#subject;
    if (this.#frames.length === 0) {
      findings.fail("L1", "empty", "holds nothing", { expected: "a frame with content" });
      return;
    }
    const content = await this.#unpacked();
    facts.scalars["unpackedBytes"] = content.length;
    this.content.isRead = true;
    await this.content.examine(content, this.isChecksummed);
  }
  /** All frames, one by one: each says where it ends. */
  async #unpacked() {
    const { reader, sizeBytes } = this.#subject;
    const most = Math.min(unpackedInMemory(this.#subject), expansionLimit(this.#subject));
    if (sizeBytes > most) throw overBudget("structureBytes", most, sizeBytes, 0);
    await readyZstd();
    const parts = [];
    let total = 0;
    for (const { from, to, contentBytes, isEmpty } of this.#frames) {
      if (contentBytes !== void 0 && contentBytes > BigInt(most - total))
        throw overBudget("structureBytes", most, contentBytes, from);
      const part = isEmpty ? new Uint8Array(0) : zstdDecompress(await reader.read(from, to - from), Math.max(1, most - total), from);
      if (contentBytes !== void 0 && contentBytes !== BigInt(part.length))
        throw new Broken("L1", "member-length", "a frame is not as long as it says", {
          offset: from,
          expected: `${contentBytes} bytes`,
          found: `${part.length} bytes`
        });
      parts.push(part);
      total += part.length;
    }
    return Buffer.concat(parts);
  }
};
export {
  openZstd
};
