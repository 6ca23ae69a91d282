import { type MessageVisitor, ProtobufWalk } from '../codec/protobuf.ts';
import { utf8 } from '../codec/utf8.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';

const [PIECES, TRAINER, NORMALIZER, SELF_TEST, DENORMALIZER] = [1, 2, 3, 4, 5];
const VOCABULARY_SIZE = 4;
const [TEXT, SCORE, KIND] = [1, 2, 3];
const KINDS = 6;
const MOST_PIECES = 4_000_000;
const MOST_TEXT = 4096;
/** From here on numbers are for extensions. */
const EXTENSIONS = 200;

export function openSentencepiece(subject: Subject): Walk {
  const { sizeBytes, budgets, findings, facts } = subject;
  const model = new Model();
  const walk = new ProtobufWalk(model, 0, sizeBytes, budgets);
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
    finish(complete) {
      if (!complete) return;
      facts.scalars['pieces'] = model.pieces;
      if (model.vocabularySize === undefined)
        findings.fail('L2', 'trainer-missing', 'does not say how it was trained');
      else if (model.vocabularySize !== model.pieces)
        findings.fail('L2', 'piece-count', 'has another number of pieces than its trainer was told', {
          expected: String(model.vocabularySize),
          found: String(model.pieces),
        });
    },
  };
}

class Model implements MessageVisitor {
  pieces = 0;
  vocabularySize: number | undefined;
  readonly #seen = new Set<string>();

  delimited(field: number, _length: number, at: number): MessageVisitor | undefined {
    if (field === PIECES) return new Piece((text, offset) => this.#take(text, offset));
    if (field === TRAINER)
      return {
        varint: (inner, value) => {
          if (inner === VOCABULARY_SIZE) this.vocabularySize = value.toNumber();
        },
      };
    const isKnown = [NORMALIZER, SELF_TEST, DENORMALIZER].includes(field) || field >= EXTENSIONS;
    if (!isKnown) throw malformed(`has a field ${field} that no such model has`, at);
    return undefined;
  }

  varint(field: number, _value: unknown, at: number): void {
    throw malformed(`has a number in its field ${field}`, at);
  }

  fixed(field: number, _bytes: Uint8Array, at: number): void {
    throw malformed(`has a number in its field ${field}`, at);
  }

  #take(text: string, at: number): void {
    this.pieces += 1;
    if (this.pieces > MOST_PIECES) throw overBudget('objects', MOST_PIECES, this.pieces, at);
    if (this.#seen.has(text)) throw malformed('has one piece twice', at, JSON.stringify(text.slice(0, 40)));
    this.#seen.add(text);
  }
}

class Piece implements MessageVisitor {
  readonly #take: (text: string, at: number) => void;
  #text: string | undefined;

  constructor(take: (text: string, at: number) => void) {
    this.#take = take;
  }

  delimited(field: number, length: number, at: number) {
    if (field !== TEXT && field < EXTENSIONS) throw malformed(`a piece has a field ${field}`, at);
    if (length > MOST_TEXT) throw malformed('a piece is longer than any', at, `${length} bytes`);
    const parts: Uint8Array[] = [];
    return {
      bytes: (piece: Uint8Array) => void parts.push(piece.slice()),
      done: () => {
        const text = utf8(Buffer.concat(parts));
        if (text === undefined) throw malformed('a piece is not UTF-8', at);
        this.#text = text;
      },
    };
  }

  fixed(field: number, bytes: Uint8Array, at: number): void {
    if (field !== SCORE || bytes.length !== 4) throw malformed(`a piece has a field ${field}`, at);
    const score = new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true);
    if (!Number.isFinite(score)) throw malformed('a score is no finite number', at, String(score));
  }

  varint(field: number, value: { toNumber(): number | undefined }, at: number): void {
    const kind = value.toNumber() ?? 0;
    if (field !== KIND || kind < 1 || kind > KINDS)
      throw malformed('a piece is of no known kind', at, `${kind} in field ${field}`);
  }

  end(at: number): void {
    if (this.#text === undefined) throw malformed('a piece has no text', at);
    this.#take(this.#text, at);
  }
}

const malformed = (what: string, offset: number, found?: string): Broken =>
  new Broken('L2', 'sentencepiece-malformed', what, { offset, ...(found === undefined ? {} : { found }) });
