import { type Extra, type Findings, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Domain, domainOf, type Operator, operatorAt, type Places, plainDomain } from './operators.ts';

/** What differs; a model of a hundred thousand nodes says the same few hundred things of them. */
const MOST_LETTERS = 16 * 1024 ** 2;

/** One attribute of a node. */
export interface AttributeUse {
  name: string;
  /** What it says that it is, as `AttributeProto.AttributeType` counts; 0 where it says nothing. */
  type: number;
  /** Of which types it has values. */
  carries: readonly number[];
  /** It stands for an attribute of the function around it. */
  refers: boolean;
}

/** What a node says of the operator that it calls. */
export interface OperatorUse {
  domain: string;
  name: string;
  /** Whether each input has a name: what is left out in the middle has none. */
  inputs: readonly boolean[];
  outputs: readonly boolean[];
  attributes: readonly AttributeUse[];
}

export interface Surroundings {
  /** Versions of operator sets by the plain names of their domains. */
  imports: ReadonlyMap<string, number>;
  irVersion: number;
  /** Names of the model's own functions, each with its domain. */
  functions: ReadonlySet<string>;
  /** Of the model, where these nodes are a function's. */
  around?: ReadonlyMap<string, number>;
}

export const functionKey = (domain: string, name: string): string => `${plainDomain(domain)} ${name}`;

/** ONNX Runtime adds these domains where a model does not import them; ONNX's own checker does not. */
const KNOWN_UNASKED = /^(ai\.onnx|com\.microsoft|com\.ms)(\.|$)/;

/**
 * Of ONNX's own domain, and yet in none of its operator sets: experiments that were given up and that its checker lets pass,
 * and what ONNX Runtime puts there itself (`SimplifiedLayerNormalization` is in each language model that it optimises).
 */
const ADDED = new Set(
  [
    'ATen Affine ConstantFill Crop DynamicSlice GRUUnit GivenTensorFill ImageScaler ParametricSoftplus Scale ScaledTanh',
    'LayerNormalization SimplifiedLayerNormalization MemcpyFromHost MemcpyToHost',
  ].flatMap((names) => names.split(' ')),
);

/** The different ways in which nodes call operators, each with the place of the first node that does. */
export class OperatorUses {
  readonly #uses = new Map<string, { use: OperatorUse; at: number }>();
  #letters = 0;

  add(use: OperatorUse, at: number): void {
    const key = JSON.stringify(use);
    if (this.#uses.has(key)) return;
    this.#letters += key.length;
    if (this.#letters > MOST_LETTERS)
      throw new Unsettled('L2', 'over-budget', 'nodes say more of their operators than we hold');
    this.#uses.set(key, { use, at });
  }

  /** Call once, when the operator sets are known: most writers put them behind the graph. */
  judge(findings: Findings, surroundings: Surroundings): void {
    const newer = new Set<string>();
    for (const { use, at } of this.#uses.values()) {
      const judge = new UseJudge(findings, use, at, surroundings);
      judge.attributesAlone();
      const domain = judge.schema();
      if (domain !== undefined) newer.add(domain);
    }
    for (const name of newer)
      findings.note('L2', 'onnx-newer-operators', 'the operators are of a newer set than we know', {
        found: `${name} ${surroundings.imports.get(name)}`,
      });
  }
}

class UseJudge {
  readonly #findings: Findings;
  readonly #use: OperatorUse;
  readonly #at: number;
  readonly #around: Surroundings;

  constructor(findings: Findings, use: OperatorUse, at: number, around: Surroundings) {
    this.#findings = findings;
    this.#use = use;
    this.#at = at;
    this.#around = around;
  }

  /** What holds of any node, whatever its operator. */
  attributesAlone(): void {
    const { name, inputs, outputs, attributes } = this.#use;
    if (name === '') this.#fail('onnx-operator', 'a node has no operator');
    if (inputs.length + outputs.length === 0)
      this.#fail('onnx-operands', `a node of ${quoted(name)} has neither inputs nor outputs`);
    const seen = new Set<string>();
    for (const each of attributes) {
      const shown = `the attribute ${quoted(each.name)} of ${quoted(name)}`;
      const wrong = this.#wrongAlone(each) ?? (seen.has(each.name) ? 'stands there twice' : undefined);
      if (wrong !== undefined) this.#fail('onnx-attribute', `${shown} ${wrong}`);
      seen.add(each.name);
    }
  }

  #wrongAlone({ name, type, carries, refers }: AttributeUse): string | undefined {
    if (name === '') return 'has no name';
    if (type === 0 && this.#around.irVersion >= 2) return 'does not say of which type it is';
    if (carries.length > 1) return 'has values of several types';
    if (type !== 0 && carries.some((each) => each !== type)) return 'has values of another type than it says';
    if (refers && carries.length > 0 && this.#around.around !== undefined)
      return "is the function's, and has a value of its own";
    return undefined;
  }

  /** @returns the domain, where its set is newer than the table */
  schema(): string | undefined {
    const { domain, name } = this.#use;
    const { imports, functions } = this.#around;
    const plain = plainDomain(domain);
    const version = imports.get(plain);
    if (version === undefined) {
      this.#unimported(plain);
      return undefined;
    }
    const known = domainOf(domain);
    if (known === undefined || functions.has(functionKey(domain, name))) return undefined;
    this.#sameAsOutside(known, plain, version);
    if (version > known.newest) return plain;
    const operator = operatorAt(known, name, version);
    if (operator === undefined && plain === 'ai.onnx' && ADDED.has(name)) return undefined;
    if (operator === undefined || operator.isGone) this.#unknown(known.operators, plain, version);
    else {
      this.#operands('input', this.#use.inputs, operator.inputs);
      this.#operands('output', this.#use.outputs, operator.outputs);
      this.#attributes(operator);
    }
    return undefined;
  }

  /** A function may import other sets than the model, where its operators are the same in both. */
  #sameAsOutside(known: Domain, domain: string, version: number): void {
    const { name } = this.#use;
    const outside = this.#around.around?.get(domain);
    if (outside === undefined || outside === version) return;
    if (operatorAt(known, name, outside)?.since === operatorAt(known, name, version)?.since) return;
    this.#doubt(`${quoted(name)} of a function is of another operator set than the model's`, {
      expected: `${domain} ${outside}`,
      found: `${domain} ${version}`,
    });
  }

  #unimported(domain: string): void {
    const what = `the model does not import the operator set that ${quoted(this.#use.name)} is of`;
    const extra = { found: quoted(domain) };
    if (KNOWN_UNASKED.test(domain)) this.#doubt(what, extra);
    else this.#fail('onnx-no-operator-set', what, extra);
  }

  #unknown(known: ReadonlyMap<string, unknown>, domain: string, version: number): void {
    const { name } = this.#use;
    const what = `${quoted(name)} is no operator of ${domain} ${version}`;
    // `Gelu` is one bit from `Celu`, and newer.
    const like = known.has(name) ? undefined : [...known.keys()].find((each) => isOneBitFrom(name, each));
    if (like !== undefined)
      this.#fail('onnx-operator', what, { expected: quoted(like), found: quoted(name) });
    else this.#doubt(what);
  }

  #operands(which: string, has: readonly boolean[], { least, most, named }: Places): void {
    const name = quoted(this.#use.name);
    if (has.length < least || has.length > most)
      this.#fail('onnx-operands', `${name} does not have as many ${which}s as it takes`, {
        expected: most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`,
        found: String(has.length),
      });
    const unnamed = has.findIndex((isNamed, n) => !isNamed && named[n] === true);
    if (unnamed !== -1)
      this.#fail('onnx-operands', `${name} needs its ${which} ${unnamed}, which is left out`);
  }

  #attributes({ attributes: known, takesAny }: Operator): void {
    const { name: operator, attributes } = this.#use;
    for (const { name, type, carries, refers } of attributes) {
      const shape = known.get(name);
      const shown = `the attribute ${quoted(name)} of ${quoted(operator)}`;
      if (shape === undefined) {
        if (takesAny || name.startsWith('__') || name === '') continue;
        const like = [...known.keys()].find((each) => isOneBitFrom(name, each));
        const what = `${quoted(operator)} has no attribute ${quoted(name)}`;
        if (like === undefined) this.#doubt(what);
        else this.#fail('onnx-attribute', what, { expected: quoted(like), found: quoted(name) });
      } else if (type !== shape.type && type !== 0)
        this.#fail('onnx-attribute', `${shown} is of another type than it takes`, {
          expected: String(shape.type),
          found: String(type),
        });
      else if (carries.length === 0 && !refers && NEEDS_VALUE.has(type))
        this.#fail('onnx-attribute', `${shown} has no value`);
    }
    for (const [name, { required }] of known)
      if (required && !attributes.some((each) => each.name === name))
        this.#fail('onnx-attribute', `${quoted(operator)} lacks its attribute ${quoted(name)}`);
  }

  #fail(code: string, what: string, extra: Extra = {}): void {
    this.#findings.fail('L2', code, what, { offset: this.#at, ...extra });
  }

  /** ONNX's own checker refuses it, and a runtime with operators of its own may take it. */
  #doubt(what: string, extra: Extra = {}): void {
    this.#findings.degraded('L2', 'onnx-checker', `${what}: ONNX's own checker refuses it`, {
      offset: this.#at,
      ...extra,
    });
  }
}

/** A tensor, a graph, a type and a sparse tensor; of numbers and texts protobuf leaves out what is zero or empty. */
const NEEDS_VALUE = new Set([4, 5, 11, 13]);

/** Also what is no text any more: names of operators are ASCII. */
function isOneBitFrom(name: string, known: string): boolean {
  if (name.length !== known.length) return false;
  const at = [...known].findIndex((letter, n) => letter !== name[n]);
  if (at === -1 || name.slice(at + 1) !== known.slice(at + 1)) return false;
  if (name[at] === '\ufffd') return true;
  const bits = name.charCodeAt(at) ^ known.charCodeAt(at);
  return (bits & (bits - 1)) === 0;
}
