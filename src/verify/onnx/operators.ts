import { OPERATORS_TABLE } from './operators-table.ts';

export interface Operator {
  /** The version of its domain's operator set that brought it in this form. */
  since: number;
  /** In a later set it is there no more. */
  isGone: boolean;
  inputs: Places;
  outputs: Places;
  /** As `AttributeProto.AttributeType` counts types. */
  attributes: ReadonlyMap<string, { type: number; required: boolean }>;
  /** It takes attributes that are not listed, too. */
  takesAny: boolean;
}

/** What a node hands over one after the other. */
export interface Places {
  least: number;
  most: number;
  /** Those that must have a name. */
  named: readonly boolean[];
}

export interface Domain {
  /** The newest version of its operator set that the table knows. */
  newest: number;
  operators: ReadonlyMap<string, readonly Operator[]>;
}

const TYPES = 'fistgFISTGpPyY';

/** The domain of ONNX itself has two names. */
export const plainDomain = (domain: string): string => (domain === '' ? 'ai.onnx' : domain);

let domains: ReadonlyMap<string, Domain> | undefined;

/** Domains of whose operators we know all; of any other we know nothing. */
export function domainOf(name: string): Domain | undefined {
  domains ??= parsed(OPERATORS_TABLE);
  return domains.get(plainDomain(name));
}

/** The form that an operator has in a version of the operator set. */
export const operatorAt = (domain: Domain, name: string, version: number): Operator | undefined =>
  domain.operators.get(name)?.findLast(({ since }) => since <= version);

function parsed(table: string): ReadonlyMap<string, Domain> {
  const found = new Map<string, Domain>();
  let operators = new Map<string, readonly Operator[]>();
  for (const line of table.split('\n')) {
    if (line.startsWith('@')) {
      const [name = '', newest] = line.slice(1).split(' ');
      operators = new Map();
      found.set(name, { newest: Number(newest), operators });
    } else if (line !== '') {
      const [name = '', ...forms] = line.split('|');
      operators.set(name, formsOf(forms));
    }
  }
  return found;
}

/** Each: the version, and `gone`, `=` (but for the types that it takes as before), or inputs, outputs and attributes. */
function formsOf(texts: readonly string[]): Operator[] {
  const forms: Operator[] = [];
  for (const text of texts) {
    const [since, first = '', outputs = '', ...attributes] = text.split(' ');
    const before = forms.at(-1);
    if (first === '=' && before !== undefined) {
      forms.push({ ...before, since: Number(since) });
      continue;
    }
    forms.push({
      since: Number(since),
      isGone: first === 'gone',
      inputs: placesOf(first),
      outputs: placesOf(outputs),
      attributes: new Map(attributes.filter((each) => each !== '*').map(attributeOf)),
      takesAny: attributes.includes('*'),
    });
  }
  return forms;
}

/** `s`: must be named, `o`: may be left out, `v`: as many as one likes, and at least the number behind it. */
function placesOf(text: string): Places {
  const [, letters = '', least] = /^([so]*)(?:v([0-9]+))?/.exec(text) ?? [];
  return {
    least: least === undefined ? letters.lastIndexOf('s') + 1 : letters.length + Number(least),
    most: least === undefined ? letters.length : Number.POSITIVE_INFINITY,
    named: [...letters].map((letter) => letter === 's'),
  };
}

function attributeOf(text: string): [string, { type: number; required: boolean }] {
  const [name = '', type = ''] = text.split(':');
  return [name, { type: TYPES.indexOf(type.charAt(0)) + 1, required: type.endsWith('!') }];
}
