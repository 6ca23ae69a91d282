import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ProtobufWalk
} from "./verifier.verify-codec-protobuf.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  overBudget,
  utf8,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/classical/sentencepiece-model.ts
var [PIECES, TRAINER, NORMALIZER, SELF_TEST, DENORMALIZER] = [1, 2, 3, 4, 5];
var VOCABULARY_SIZE = 4;
var [TEXT, SCORE, KIND] = [1, 2, 3];
var KINDS = 6;
var MOST_PIECES = 4e6;
var MOST_TEXT = 4096;
var EXTENSIONS = 200;
function openSentencepiece(subject) {
  const { sizeBytes, budgets, findings, facts } = subject;
  const model = new Model();
  const walk = new ProtobufWalk(model, 0, sizeBytes, budgets);
  return {
    checksummed: false,
    reaches: "L3",
    regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
    finish(complete) {
      if (!complete) return;
      facts.scalars["pieces"] = model.pieces;
      if (model.vocabularySize === void 0)
        findings.fail("L2", "trainer-missing", "does not say how it was trained");
      else if (model.vocabularySize !== model.pieces)
        findings.fail("L2", "piece-count", "has another number of pieces than its trainer was told", {
          expected: String(model.vocabularySize),
          found: String(model.pieces)
        });
    }
  };
}
var Model = class {
  pieces = 0;
  vocabularySize;
  #seen = /* @__PURE__ */ new Set();
  delimited(field, _length, at) {
    if (field === PIECES) return new Piece((text, offset) => this.#take(text, offset));
    if (field === TRAINER)
      return {
        varint: (inner, value) => {
          if (inner === VOCABULARY_SIZE) this.vocabularySize = value.toNumber();
        }
      };
    const isKnown = [NORMALIZER, SELF_TEST, DENORMALIZER].includes(field) || field >= EXTENSIONS;
    if (!isKnown) throw malformed(`has a field ${field} that no such model has`, at);
    return void 0;
  }
  varint(field, _value, at) {
    throw malformed(`has a number in its field ${field}`, at);
  }
  fixed(field, _bytes, at) {
    throw malformed(`has a number in its field ${field}`, at);
  }
  #take(text, at) {
    this.pieces += 1;
    if (this.pieces > MOST_PIECES) throw overBudget("objects", MOST_PIECES, this.pieces, at);
    if (this.#seen.has(text)) throw malformed("has one piece twice", at, JSON.stringify(text.slice(0, 40)));
    this.#seen.add(text);
  }
};
var Piece = class {
  #take;
  #text;
  constructor(take) {
    this.#take = take;
  }
  delimited(field, length, at) {
    if (field !== TEXT && field < EXTENSIONS) throw malformed(`a piece has a field ${field}`, at);
    if (length > MOST_TEXT) throw malformed("a piece is longer than any", at, `${length} bytes`);
    const parts = [];
    return {
      bytes: (piece) => void parts.push(piece.slice()),
      done: () => {
        const text = utf8(Buffer.concat(parts));
        if (text === void 0) throw malformed("a piece is not UTF-8", at);
        this.#text = text;
      }
    };
  }
  fixed(field, bytes, at) {
    if (field !== SCORE || bytes.length !== 4) throw malformed(`a piece has a field ${field}`, at);
    const score = new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true);
    if (!Number.isFinite(score)) throw malformed("a score is no finite number", at, String(score));
  }
  varint(field, value, at) {
    const kind = value.toNumber() ?? 0;
    if (field !== KIND || kind < 1 || kind > KINDS)
      throw malformed("a piece is of no known kind", at, `${kind} in field ${field}`);
  }
  end(at) {
    if (this.#text === void 0) throw malformed("a piece has no text", at);
    this.#take(this.#text, at);
  }
};
var malformed = (what, offset, found) => new Broken("L2", "sentencepiece-malformed", what, { offset, ...found === void 0 ? {} : { found } });
export {
  openSentencepiece
};
