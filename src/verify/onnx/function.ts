import { type ByteSink, collectedText, type MessageVisitor } from '../codec/protobuf.ts';
import { KnownMessage } from '../codec/protobuf-schema.ts';
import { AttributeReader, NodeReader, tellFaults } from './graph.ts';
import { ImportReader } from './import.ts';
import { functionKey, OperatorUses } from './operator-uses.ts';
import { MOST_NAME_BYTES } from './pair.ts';
import { FUNCTION } from './schema.ts';
import type { OnnxTensors } from './tensor.ts';
import { ValueNames } from './value-names.ts';

type Target = MessageVisitor | ByteSink | undefined;

/** A function of the model's own, and what its nodes call. */
export interface OwnFunction {
  /** As `functionKey` has it. */
  key: string;
  uses: OperatorUses;
  imports: ReadonlyMap<string, number>;
  hasDomain: boolean;
  at: number;
}

export class FunctionReader extends KnownMessage {
  readonly #all: OnnxTensors;
  readonly #names = new ValueNames();
  readonly #uses = new OperatorUses();
  readonly #imports = new Map<string, number>();
  readonly #whenRead: (found: OwnFunction) => void;
  #name = '';
  #domain: string | undefined;

  constructor(all: OnnxTensors, whenRead: (found: OwnFunction) => void) {
    super(FUNCTION, all.watch);
    this.#all = all;
    this.#whenRead = whenRead;
  }

  protected override onDelimited(field: number, length: number, at: number): Target {
    const names = this.#names;
    const place = { prefix: `${this.#name}/`, names, uses: this.#uses, at };
    switch (field) {
      case 1:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => {
          this.#name = text;
        });
      case 4:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => names.give(text));
      case 5:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => names.deliver(text, at));
      case 7:
        return new NodeReader(this.#all, place);
      case 9:
        return new ImportReader(this.watch, this.#imports);
      case 10:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => {
          this.#domain = text;
        });
      case 11:
        return new AttributeReader(this.#all, { ...place, number: 0, makes: new Set() }, () => {});
      default:
        return undefined;
    }
  }

  override end(at: number): void {
    if (this.#name === '')
      this.#all.subject.findings.fail('L2', 'onnx-operator', 'a function has no name', { offset: at });
    tellFaults(this.#all, this.#names.faults());
    this.#whenRead({
      key: functionKey(this.#domain ?? '', this.#name),
      uses: this.#uses,
      imports: this.#imports,
      hasDomain: this.#domain !== undefined,
      at,
    });
  }
}
