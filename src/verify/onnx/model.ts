import { type ByteSink, collectedText, type MessageVisitor, startOfText } from '../codec/protobuf.ts';
import { KnownMessage } from '../codec/protobuf-schema.ts';
import type { Varint } from '../codec/varint.ts';
import { Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { MOST_NAME_BYTES, PairReader } from './pair.ts';
import { ATTRIBUTE, FUNCTION, GRAPH, MODEL, NODE, SPARSE_TENSOR, TRAINING } from './schema.ts';
import { type OnnxTensors, TensorReader } from './tensor.ts';

/** The newest IR version whose schema we know (onnx 1.23). */
const NEWEST_IR = 14;
const MOST_SCALARS = 64;

type Target = MessageVisitor | ByteSink | undefined;

/** Reads a `ModelProto`. Names of tensors in sub-graphs begin with the node and attribute that hold the sub-graph. */
export class ModelReader extends KnownMessage {
  readonly #all: OnnxTensors;
  #irVersion = 0;
  #graphs = 0;
  #opsets = 0;

  constructor(all: OnnxTensors) {
    super(MODEL, all.watch);
    this.#all = all;
  }

  protected override onVarint(field: number, value: Varint): void {
    if (field === 1) this.#irVersion = value.toNumber();
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    const { facts, subject } = { facts: this.#all.subject.facts, subject: this.#all.subject };
    switch (field) {
      case 2:
      case 3:
        return startOfText(200, length, (text) => {
          facts.scalars[field === 2 ? 'producer' : 'producer_version'] = text;
        });
      case 7:
        this.#graphs += 1;
        return new GraphReader(this.#all, '');
      case 8:
        this.#opsets += 1;
        return undefined;
      case 14:
        return new PairReader(this.watch, (key, value) => enterMetadata(subject, this.#all, key, value));
      case 20:
        return new TrainingReader(this.#all);
      case 25:
        return new FunctionReader(this.#all);
      default:
        void at;
        return undefined;
    }
  }

  /** A file that was cut exactly after a field still parses; writers put the operator sets after the graph. */
  override end(at: number): void {
    const { findings, facts } = this.#all.subject;
    facts.scalars['ir_version'] = this.#irVersion;
    const absent = [
      ...(this.#irVersion === 0 ? ['ir_version'] : []),
      ...(this.#graphs === 0 ? ['graph'] : []),
      ...(this.#opsets === 0 ? ['opset_import'] : []),
    ];
    if (absent.length > 0) {
      findings.fail('L1', 'onnx-incomplete', `ends before its ${absent.join(' and ')}`, {
        offset: at,
        expected: 'ir_version, graph and opset_import',
      });
    }
    if (this.#irVersion > NEWEST_IR) {
      findings.inconclusive('L2', 'onnx-newer', 'is of a newer version than we know', {
        expected: `<= ${NEWEST_IR}`,
        found: String(this.#irVersion),
      });
    }
  }
}

function enterMetadata({ keys, facts }: Subject, { book }: OnnxTensors, key: string, value: string): void {
  keys.addValue(key, key);
  const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(value);
  if (isNumber) book.steps.offer(key, Number(value));
  if (Object.keys(facts.scalars).length < MOST_SCALARS)
    facts.scalars[key.slice(0, 200)] = isNumber ? Number(value) : value.slice(0, 200);
}

class GraphReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #prefix: string;

  constructor(all: OnnxTensors, prefix: string) {
    if (prefix.length > MOST_NAME_BYTES) {
      const what = 'graphs within graphs have longer names together than we hold';
      throw new Unsettled('L2', 'over-budget', what);
    }
    super(GRAPH, all.watch);
    this.#all = all;
    this.#prefix = prefix;
  }

  protected override onDelimited(field: number, _length: number, at: number): Target {
    if (field === 1) return new NodeReader(this.#all, this.#prefix);
    if (field === 5) return new InitializerReader(this.#all, this.#prefix, at);
    if (field === 15) return new SparseReader(this.#all, { prefix: this.#prefix, literal: false });
    return undefined;
  }
}

/** An initializer has a name, and no two of one graph have the same. */
class InitializerReader extends TensorReader {
  constructor(all: OnnxTensors, prefix: string, at: number) {
    const before = all.subject.keys.tensorCount;
    super(
      all,
      {
        prefix,
        literal: false,
        whenRead: ({ name }) => {
          const { findings, keys } = all.subject;
          const shown = quoted(name);
          if (name === prefix)
            findings.fail('L2', 'tensor-unnamed', 'an initializer has no name', { offset: at });
          else if (keys.tensorCount === before)
            findings.fail('L2', 'tensor-twice', `${shown} stands in the model twice`, { offset: at });
        },
      },
      at,
    );
  }
}

class NodeReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #prefix: string;
  #name = '';
  #output = '';
  #attributes = 0;

  constructor(all: OnnxTensors, prefix: string) {
    super(NODE, all.watch);
    this.#all = all;
    this.#prefix = prefix;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    if (field === 2 && this.#output === '')
      return this.#text(length, at, (text) => {
        this.#output = text;
      });
    if (field === 3)
      return this.#text(length, at, (text) => {
        this.#name = text;
      });
    if (field !== 5) return undefined;
    this.#attributes += 1;
    const node = this.#name || this.#output || '?';
    return new AttributeReader(this.#all, `${this.#prefix}${node}.`, this.#attributes);
  }

  #text(length: number, at: number, take: (text: string) => void): ByteSink {
    return collectedText(MOST_NAME_BYTES, length, at, take);
  }
}

/** Tensors and graphs that hang on a node. */
class AttributeReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #prefix: string;
  readonly #number: number;
  #name = '';
  #items = 0;

  constructor(all: OnnxTensors, prefix: string, number: number) {
    super(ATTRIBUTE, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#number = number;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    const own = this.#prefix + (this.#name || String(this.#number));
    if (field === 5) return new TensorReader(this.#all, { prefix: '', name: own, literal: true }, at);
    if (field === 6) return new GraphReader(this.#all, `${own}/`);
    if (field === 22) return new SparseReader(this.#all, { prefix: '', name: own, literal: true });
    this.#items += 1;
    const item = `${own}.${this.#items - 1}`;
    if (field === 10) return new TensorReader(this.#all, { prefix: '', name: item, literal: true }, at);
    if (field === 11) return new GraphReader(this.#all, `${item}/`);
    if (field === 23) return new SparseReader(this.#all, { prefix: '', name: item, literal: true });
    this.#items -= 1;
    return undefined;
  }
}

/** Values and where they stand; indices are counted or are one coordinate for each dimension. */
class SparseReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #place: { prefix: string; name?: string; literal: boolean };
  #values: { name: string; shape: readonly number[] } | undefined;
  #indices: { shape: readonly number[]; dtype: string } | undefined;

  constructor(all: OnnxTensors, place: { prefix: string; name?: string; literal: boolean }) {
    super(SPARSE_TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
  }

  protected override onDelimited(field: number, _length: number, at: number): Target {
    if (field === 1)
      return new TensorReader(
        this.#all,
        {
          ...this.#place,
          whenRead: (tensor) => {
            this.#values = tensor;
          },
        },
        at,
      );
    const name = `${this.#values?.name ?? this.#place.prefix}.indices`;
    const place = {
      prefix: '',
      name,
      literal: true,
      whenRead: (tensor: { shape: readonly number[]; dtype: string }) => {
        this.#indices = tensor;
      },
    };
    return field === 2 ? new TensorReader(this.#all, place, at) : undefined;
  }

  override end(at: number): void {
    const { findings } = this.#all.subject;
    const count = this.#values?.shape[0];
    const fits = this.#indices?.dtype === 'i64' && this.#indices.shape[0] === count;
    if (count === undefined || !fits) {
      findings.fail('L2', 'sparse-indices', 'a sparse tensor does not have one index for each value', {
        offset: at,
        expected: `${count ?? 'some'} indices of i64`,
        found:
          this.#indices === undefined
            ? 'none'
            : `${this.#indices.shape.join(' x ')} of ${this.#indices.dtype}`,
      });
    }
  }
}

class FunctionReader extends KnownMessage {
  readonly #all: OnnxTensors;
  #name = '';

  constructor(all: OnnxTensors) {
    super(FUNCTION, all.watch);
    this.#all = all;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    if (field === 7) return new NodeReader(this.#all, `${this.#name}/`);
    if (field === 11) return new AttributeReader(this.#all, `${this.#name}/`, 0);
    return undefined;
  }
}

class TrainingReader extends KnownMessage {
  readonly #all: OnnxTensors;

  constructor(all: OnnxTensors) {
    super(TRAINING, all.watch);
    this.#all = all;
  }

  protected override onDelimited(field: number): Target {
    if (field === 1) return new GraphReader(this.#all, 'initialization/');
    return field === 2 ? new GraphReader(this.#all, 'algorithm/') : undefined;
  }
}
