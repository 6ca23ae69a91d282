import { type ByteSink, collectedText, type MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage } from '../codec/protobuf-schema.ts';
import type { Varint } from '../codec/varint.ts';
import { Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { AttributeUse, OperatorUses } from './operator-uses.ts';
import { MOST_NAME_BYTES } from './pair.ts';
import { ATTRIBUTE, GRAPH, NODE } from './schema.ts';
import { SparseReader } from './sparse.ts';
import { type OnnxTensors, TensorReader } from './tensor.ts';
import { ValueReader } from './value-info.ts';
import { type Fault, ORDER, ValueNames } from './value-names.ts';

type Target = MessageVisitor | ByteSink | undefined;

export function tellFaults({ subject }: OnnxTensors, faults: Iterable<Fault>): void {
  for (const { code, what, extra } of faults)
    if (code === ORDER) subject.findings.degraded('L2', code, what, extra);
    else subject.findings.fail('L2', code, what, extra);
}

/** What ONNX's own checker refuses and a runtime takes. */
export function tellDoubt({ subject }: OnnxTensors, what: string, offset: number): void {
  subject.findings.degraded('L2', 'onnx-checker', `${what}: ONNX's own checker refuses it`, { offset });
}

/** Nodes and the tensors that they read. Names of tensors in sub-graphs begin with the node and attribute that hold the sub-graph. */
export class GraphReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #prefix: string;
  readonly #names = new ValueNames();
  readonly #uses: OperatorUses;
  readonly #whenRead: (names: ValueNames) => void;
  readonly #at: number;
  #isNamed = false;

  /** @param whenRead is told what the graph's nodes hand to each other */
  constructor(
    all: OnnxTensors,
    { prefix, uses, at }: { prefix: string; uses: OperatorUses; at: number },
    whenRead: (names: ValueNames) => void,
  ) {
    if (prefix.length > MOST_NAME_BYTES) {
      const what = 'graphs within graphs have longer names together than we hold';
      throw new Unsettled('L2', 'over-budget', what);
    }
    super(GRAPH, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#uses = uses;
    this.#at = at;
    this.#whenRead = whenRead;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    const names = this.#names;
    const give = (name: string) => names.give(name.slice(this.#prefix.length));
    switch (field) {
      case 1:
        return new NodeReader(this.#all, { prefix: this.#prefix, names, uses: this.#uses, at });
      case 2:
        this.#isNamed = length > 0;
        return undefined;
      case 5:
        return new InitializerReader(this.#all, this.#prefix, at, give);
      case 11:
        return this.#value('input', at, (name) => names.give(name));
      case 12:
        return this.#value('output', at, (name) => names.deliver(name, at));
      case 15:
        return this.#sparse(at, give);
      default:
        return undefined;
    }
  }

  override end(): void {
    if (!this.#isNamed) tellDoubt(this.#all, 'a graph has no name', this.#at);
    this.#whenRead(this.#names);
  }

  #sparse(at: number, give: (name: string) => void): SparseReader {
    const whenNamed = (name: string) => {
      if (name === this.#prefix) tellDoubt(this.#all, 'a sparse initializer has no name', at);
      give(name);
    };
    return new SparseReader(this.#all, { prefix: this.#prefix, literal: false, whenNamed });
  }

  /** What goes into the model and comes out of it says of which type it is; graphs within may leave it to those around them. */
  #value(which: string, at: number, take: (name: string) => void): ValueReader {
    return new ValueReader(this.watch, (name, hasType) => {
      if (name === '') tellDoubt(this.#all, `an ${which} of a graph has no name`, at);
      if (!hasType && this.#prefix === '')
        tellDoubt(this.#all, `the ${which} ${quoted(name)} does not say of which type it is`, at);
      take(name);
    });
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

/** What stands around a node. */
export interface NodePlace {
  prefix: string;
  names: ValueNames;
  uses: OperatorUses;
  at: number;
}

export class NodeReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #place: NodePlace;
  readonly #inputs: boolean[] = [];
  readonly #outputs: boolean[] = [];
  readonly #makes = new Set<string>();
  readonly #attributes: AttributeUse[] = [];
  #name = '';
  #output = '';
  #operator = '';
  #domain = '';
  #readAttributes = 0;

  constructor(all: OnnxTensors, place: NodePlace) {
    super(NODE, all.watch);
    this.#all = all;
    this.#place = place;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    const { names } = this.#place;
    switch (field) {
      case 1:
        return this.#text(length, at, (text) => {
          this.#inputs.push(text !== '');
          names.feed(text, at);
        });
      case 2:
        return this.#text(length, at, (text) => {
          this.#output ||= text;
          this.#outputs.push(text !== '');
          this.#makes.add(text);
          const fault = names.make(text, at);
          if (fault) tellFaults(this.#all, [fault]);
        });
      case 3:
        return this.#text(length, at, (text) => {
          this.#name = text;
        });
      case 4:
        return this.#text(length, at, (text) => {
          this.#operator = text;
        });
      case 5:
        return this.#attribute();
      case 7:
        return this.#text(length, at, (text) => {
          this.#domain = text;
        });
      default:
        return undefined;
    }
  }

  override end(): void {
    const { uses, at } = this.#place;
    const what = { inputs: this.#inputs, outputs: this.#outputs, attributes: this.#attributes };
    uses.add({ domain: this.#domain, name: this.#operator, ...what }, at);
  }

  #attribute(): AttributeReader {
    this.#readAttributes += 1;
    const { prefix } = this.#place;
    const node = this.#name || this.#output || '?';
    const place = {
      ...this.#place,
      prefix: `${prefix}${node}.`,
      number: this.#readAttributes,
      makes: this.#makes,
    };
    return new AttributeReader(this.#all, place, (use) => this.#attributes.push(use));
  }

  #text(length: number, at: number, take: (text: string) => void): ByteSink {
    return collectedText(MOST_NAME_BYTES, length, at, (text) => {
      if (text.includes('\ufffd')) tellDoubt(this.#all, `${quoted(text)} of a node is no UTF-8`, at);
      take(text);
    });
  }
}

interface AttributePlace extends NodePlace {
  number: number;
  /** What its node makes. */
  makes: ReadonlySet<string>;
}

/** Fields of values in `AttributeProto`, with what `AttributeProto.AttributeType` calls them. */
const TYPE_OF: Readonly<Record<number, number>> = {
  2: 1,
  3: 2,
  4: 3,
  5: 4,
  6: 5,
  7: 6,
  8: 7,
  9: 8,
  10: 9,
  11: 10,
  22: 11,
  23: 12,
  14: 13,
  15: 14,
};
const MOST_ATTRIBUTE_TYPE = 14;

/** Tensors and graphs that hang on a node. */
export class AttributeReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #place: AttributePlace;
  readonly #whenRead: (use: AttributeUse) => void;
  readonly #carries = new Set<number>();
  #name = '';
  #type = 0;
  #refers = false;
  #items = 0;

  constructor(all: OnnxTensors, place: AttributePlace, whenRead: (use: AttributeUse) => void) {
    super(ATTRIBUTE, all.watch);
    this.#all = all;
    this.#place = place;
    this.#whenRead = whenRead;
  }

  protected override onVarint(field: number, value: Varint): void {
    // A type that there is none of is as good as none.
    if (field === 20) this.#type = value.toNumber() <= MOST_ATTRIBUTE_TYPE ? value.toNumber() : 0;
    else this.#carry(field);
  }

  protected override onFixed(field: number): void {
    this.#carry(field);
  }

  protected override onPacked(field: number, length: number): undefined {
    if (length > 0) this.#carry(field);
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    this.#carry(field);
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    if (field === 21) this.#refers = length > 0;
    const own = this.#place.prefix + (this.#name || String(this.#place.number));
    if (field === 5) return new TensorReader(this.#all, { prefix: '', name: own, literal: true }, at);
    if (field === 6) return this.#graph(`${own}/`, at);
    if (field === 22) return new SparseReader(this.#all, { prefix: '', name: own, literal: true });
    this.#items += 1;
    const item = `${own}.${this.#items - 1}`;
    if (field === 10) return new TensorReader(this.#all, { prefix: '', name: item, literal: true }, at);
    if (field === 11) return this.#graph(`${item}/`, at);
    if (field === 23) return new SparseReader(this.#all, { prefix: '', name: item, literal: true });
    this.#items -= 1;
    return undefined;
  }

  override end(): void {
    const carries = [...this.#carries];
    this.#whenRead({ name: this.#name, type: this.#type, carries, refers: this.#refers });
  }

  #carry(field: number): void {
    const type = TYPE_OF[field];
    if (type !== undefined) this.#carries.add(type);
  }

  #graph(prefix: string, at: number): GraphReader {
    const { names, uses } = this.#place;
    return new GraphReader(this.#all, { prefix, uses, at }, (inner) => {
      tellFaults(this.#all, inner.faultsWithin());
      names.feedFree(inner, this.#place.makes);
    });
  }
}
