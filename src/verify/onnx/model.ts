import { type ByteSink, type MessageVisitor, startOfText } from '../codec/protobuf.ts';
import { KnownMessage } from '../codec/protobuf-schema.ts';
import type { Varint } from '../codec/varint.ts';
import type { Subject } from '../contract/format.ts';
import { FunctionReader, type OwnFunction } from './function.ts';
import { GraphReader, tellDoubt, tellFaults } from './graph.ts';
import { ImportReader } from './import.ts';
import { OperatorUses } from './operator-uses.ts';
import { PairReader } from './pair.ts';
import { MODEL, TRAINING } from './schema.ts';
import type { OnnxTensors } from './tensor.ts';
import type { ValueNames } from './value-names.ts';

/** The newest IR version whose schema we know (onnx 1.23). */
const NEWEST_IR = 14;
/** From here on functions say of which domain they are. */
const DOMAINS_SINCE_IR = 8;
const MOST_SCALARS = 64;

type Target = MessageVisitor | ByteSink | undefined;

/** Reads a `ModelProto`. */
export class ModelReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #uses = new OperatorUses();
  readonly #imports = new Map<string, number>();
  readonly #functions: OwnFunction[] = [];
  #irVersion = 0;
  #graphs = 0;

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
        return new GraphReader(this.#all, { prefix: '', uses: this.#uses, at }, (names) =>
          tellFaults(this.#all, names.faults()),
        );
      case 8:
        return new ImportReader(this.watch, this.#imports);
      case 14:
        return new PairReader(this.watch, (key, value) => enterMetadata(subject, this.#all, key, value));
      case 20:
        return new TrainingReader(this.#all);
      case 25:
        return new FunctionReader(this.#all, (found) => this.#functions.push(found));
      default:
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
      ...(this.#imports.size === 0 ? ['opset_import'] : []),
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
    } else if (absent.length === 0) this.#judgeOperators();
  }

  #judgeOperators(): void {
    const { findings } = this.#all.subject;
    const shared = { irVersion: this.#irVersion, functions: new Set(this.#functions.map(({ key }) => key)) };
    this.#uses.judge(findings, { ...shared, imports: this.#imports });
    for (const { uses, imports, hasDomain, at } of this.#functions) {
      if (!hasDomain && this.#irVersion >= DOMAINS_SINCE_IR)
        tellDoubt(this.#all, 'a function has no domain', at);
      uses.judge(findings, { ...shared, imports, around: this.#imports });
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

class TrainingReader extends KnownMessage {
  readonly #all: OnnxTensors;

  constructor(all: OnnxTensors) {
    super(TRAINING, all.watch);
    this.#all = all;
  }

  protected override onDelimited(field: number, _length: number, at: number): Target {
    // What they use may be made by the model's own graph. Their operators no reader of ONNX's own looks at.
    const whenRead = (names: ValueNames) => tellFaults(this.#all, names.faultsBeside());
    const place = { uses: new OperatorUses(), at };
    if (field === 1) return new GraphReader(this.#all, { prefix: 'initialization/', ...place }, whenRead);
    return field === 2 ? new GraphReader(this.#all, { prefix: 'algorithm/', ...place }, whenRead) : undefined;
  }
}
