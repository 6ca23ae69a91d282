import { type ByteSink, collectedText, type MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage, type SchemaWatch } from '../codec/protobuf-schema.ts';
import { Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { MOST_NAME_BYTES } from './pair.ts';
import { ATTRIBUTE, FUNCTION, GRAPH, NODE, SPARSE_TENSOR, VALUE_INFO } from './schema.ts';
import { type OnnxTensors, type TensorPlace, TensorReader } from './tensor.ts';
import { ValueNames } from './value-names.ts';

type Target = MessageVisitor | ByteSink | undefined;

export function tellFaults(all: OnnxTensors, names: ValueNames, where: { isOutermost: boolean }): void {
  for (const { code, what, extra } of names.faults(where)) all.subject.findings.fail('L2', code, what, extra);
}

/** Nodes and the tensors that they read. Names of tensors in sub-graphs begin with the node and attribute that hold the sub-graph. */
export class GraphReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #prefix: string;
  readonly #names = new ValueNames();
  readonly #whenRead: (names: ValueNames) => void;

  /** @param whenRead is told what the graph's nodes hand to each other */
  constructor(all: OnnxTensors, prefix: string, whenRead: (names: ValueNames) => void) {
    if (prefix.length > MOST_NAME_BYTES) {
      const what = 'graphs within graphs have longer names together than we hold';
      throw new Unsettled('L2', 'over-budget', what);
    }
    super(GRAPH, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#whenRead = whenRead;
  }

  protected override onDelimited(field: number, _length: number, at: number): Target {
    const names = this.#names;
    const give = (name: string) => names.give(name.slice(this.#prefix.length));
    switch (field) {
      case 1:
        return new NodeReader(this.#all, this.#prefix, names);
      case 5:
        return new InitializerReader(this.#all, this.#prefix, at, give);
      case 11:
        return new ValueReader(this.watch, (name) => names.give(name));
      case 12:
        return new ValueReader(this.watch, (name) => names.use(name, at));
      case 15:
        return new SparseReader(this.#all, { prefix: this.#prefix, literal: false, whenNamed: give });
      default:
        return undefined;
    }
  }

  override end(): void {
    this.#whenRead(this.#names);
  }
}

/** An input or output of a graph. */
class ValueReader extends KnownMessage {
  readonly #take: (name: string) => void;

  constructor(watch: SchemaWatch, take: (name: string) => void) {
    super(VALUE_INFO, watch);
    this.#take = take;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    return field === 1 ? collectedText(MOST_NAME_BYTES, length, at, this.#take) : undefined;
  }
}

/** An initializer has a name, and no two of one graph have the same. */
class InitializerReader extends TensorReader {
  constructor(all: OnnxTensors, prefix: string, at: number, give: (name: string) => void) {
    const before = all.subject.keys.tensorCount;
    super(
      all,
      {
        prefix,
        literal: false,
        whenNamed: give,
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
  readonly #names: ValueNames;
  #name = '';
  #output = '';
  #attributes = 0;

  constructor(all: OnnxTensors, prefix: string, names: ValueNames) {
    super(NODE, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#names = names;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    if (field === 1) return this.#text(length, at, (text) => this.#names.use(text, at));
    if (field === 2)
      return this.#text(length, at, (text) => {
        this.#output ||= text;
        const fault = this.#names.make(text, at);
        if (fault) this.#all.subject.findings.fail('L2', fault.code, fault.what, fault.extra);
      });
    if (field === 3)
      return this.#text(length, at, (text) => {
        this.#name = text;
      });
    if (field !== 5) return undefined;
    this.#attributes += 1;
    const node = this.#name || this.#output || '?';
    return new AttributeReader(this.#all, `${this.#prefix}${node}.`, this.#attributes, this.#names);
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
  readonly #names: ValueNames;
  #name = '';
  #items = 0;

  constructor(all: OnnxTensors, prefix: string, number: number, names: ValueNames) {
    super(ATTRIBUTE, all.watch);
    this.#names = names;
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
    if (field === 6) return this.#graph(`${own}/`);
    if (field === 22) return new SparseReader(this.#all, { prefix: '', name: own, literal: true });
    this.#items += 1;
    const item = `${own}.${this.#items - 1}`;
    if (field === 10) return new TensorReader(this.#all, { prefix: '', name: item, literal: true }, at);
    if (field === 11) return this.#graph(`${item}/`);
    if (field === 23) return new SparseReader(this.#all, { prefix: '', name: item, literal: true });
    this.#items -= 1;
    return undefined;
  }

  #graph(prefix: string): GraphReader {
    return new GraphReader(this.#all, prefix, (inner) => {
      tellFaults(this.#all, inner, { isOutermost: false });
      this.#names.useFree(inner);
    });
  }
}

/** Values and where they stand; indices are counted or are one coordinate for each dimension. */
class SparseReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #place: TensorPlace;
  #values: { name: string; shape: readonly number[] } | undefined;
  #indices: { shape: readonly number[]; dtype: string } | undefined;

  constructor(all: OnnxTensors, place: TensorPlace) {
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

export class FunctionReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #names = new ValueNames();
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
    if (field === 4) return collectedText(MOST_NAME_BYTES, length, at, (text) => this.#names.give(text));
    if (field === 5) return collectedText(MOST_NAME_BYTES, length, at, (text) => this.#names.use(text, at));
    if (field === 7) return new NodeReader(this.#all, `${this.#name}/`, this.#names);
    if (field === 11) return new AttributeReader(this.#all, `${this.#name}/`, 0, this.#names);
    return undefined;
  }

  override end(): void {
    tellFaults(this.#all, this.#names, { isOutermost: true });
  }
}
