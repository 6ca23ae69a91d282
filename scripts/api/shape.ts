// biome-ignore lint/suspicious/noExplicitAny: a published description is whatever its publisher wrote
export type Json = any;

/** One of the forms that a value may take, with everything that `allOf` adds to it. */
interface Form {
  /** `undefined`: the description does not say. */
  types: Set<string> | undefined;
  properties: Map<string, Json[]>;
  required: Set<string>;
  items: Json[];
  /** Schemas of properties without a name. */
  additional: Json[];
  isOpen: boolean;
  values: unknown[] | undefined;
}

/** `open`: the description lets anything stand there, so nothing can be said about it. */
export type Child = Shape | 'absent' | 'open';

/** More forms than this are taken together as one that says nothing. */
const MAX_FORMS = 64;

/** What a description says about one place of a request or a reply: OpenAPI 3.0 and 3.1, references followed. */
export class Shape {
  readonly #forms: Form[];

  /** @param resolve what a reference stands for; `undefined` where it leads out of the file */
  constructor(
    schemas: readonly Json[],
    private readonly resolve: (ref: string) => Json,
  ) {
    const forms = schemas.flatMap((schema) => this.#formsOf(schema, []));
    this.#forms = forms.length > MAX_FORMS ? [anything()] : forms;
  }

  /** @param part a property's name, `[]` for the items of a list, `*` for any property */
  child(part: string): Child {
    const forms = this.#forms.filter(({ types }) => types === undefined || !isNullOnly(types));
    const found = forms.flatMap((form) => childrenOf(form, part));
    if (found.length > 0) return new Shape(found, this.resolve);
    return forms.some((form) => isUnsaid(form, part)) ? 'open' : 'absent';
  }

  /** `undefined`: any. `null` is one of them. */
  types(): Set<string> | undefined {
    if (this.#forms.some(({ types }) => types === undefined)) return undefined;
    return new Set(this.#forms.flatMap(({ types }) => [...(types ?? [])]));
  }

  /** Properties that stand there in every form. */
  required(): Set<string> {
    const [first, ...rest] = this.#forms.filter(({ types }) => types === undefined || !isNullOnly(types));
    return new Set(
      [...(first?.required ?? [])].filter((name) => rest.every((form) => form.required.has(name))),
    );
  }

  /** What may stand there, as text; `undefined` where it is not a closed list. */
  values(): string[] | undefined {
    const lists = this.#forms.filter(({ types }) => types === undefined || !isNullOnly(types));
    if (lists.length === 0 || lists.some(({ values }) => values === undefined)) return undefined;
    return [
      ...new Set(lists.flatMap(({ values }) => (values ?? []).filter((each) => each !== null).map(String))),
    ];
  }

  /** Whether the description names the properties: only then does a name in it mean anything. */
  namesProperties(): boolean {
    return this.#forms.some(({ properties }) => properties.size > 0);
  }

  #formsOf(schema: Json, refs: readonly string[]): Form[] {
    if (schema === null || typeof schema !== 'object') return [anything()];
    if (typeof schema.$ref === 'string') {
      const { $ref: ref } = schema;
      const target = refs.includes(ref) || refs.length > 40 ? undefined : this.resolve(ref);
      return target === undefined ? [anything()] : this.#formsOf(target, [...refs, ref]);
    }
    let forms = [ownForm(schema)];
    for (const each of schema.allOf ?? []) forms = both(forms, this.#formsOf(each, refs));
    for (const list of [schema.oneOf, schema.anyOf])
      if (Array.isArray(list) && list.length > 0)
        forms = both(
          forms,
          list.flatMap((each: Json) => this.#formsOf(each, refs)),
        );
    if (schema.nullable === true) forms = [...forms, { ...anything(), types: new Set(['null']) }];
    return forms;
  }
}

const anything = (): Form => ({
  types: undefined,
  properties: new Map(),
  required: new Set(),
  items: [],
  additional: [],
  isOpen: true,
  values: undefined,
});

const isNullOnly = (types: Set<string>): boolean => types.size === 1 && types.has('null');

function ownForm(schema: Json): Form {
  const { type, properties, required, items, additionalProperties, patternProperties } = schema;
  const values: unknown[] | undefined = Array.isArray(schema.enum)
    ? schema.enum
    : 'const' in schema
      ? [schema.const]
      : undefined;
  return {
    types: typesOf(type, values, schema),
    properties: new Map(Object.entries(properties ?? {}).map(([name, each]) => [name, [each]])),
    required: new Set(Array.isArray(required) ? required : []),
    items: items === undefined ? [] : [items],
    additional: [
      ...(additionalProperties !== null && typeof additionalProperties === 'object'
        ? [additionalProperties]
        : []),
      ...Object.values(patternProperties ?? {}),
    ],
    isOpen: additionalProperties === true,
    values,
  };
}

function typesOf(type: Json, values: unknown[] | undefined, schema: Json): Set<string> | undefined {
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type);
  if (values !== undefined) return new Set(values.map((each) => (each === null ? 'null' : typeof each)));
  if (schema.properties !== undefined) return new Set(['object']);
  return schema.items === undefined ? undefined : new Set(['array']);
}

const both = (left: readonly Form[], right: readonly Form[]): Form[] =>
  left.length * right.length > MAX_FORMS ? [anything()] : left.flatMap((a) => right.map((b) => merged(a, b)));

function merged(a: Form, b: Form): Form {
  const properties = new Map(a.properties);
  for (const [name, schemas] of b.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  const types =
    a.types && b.types ? new Set([...a.types].filter((each) => b.types?.has(each))) : (a.types ?? b.types);
  return {
    types: types?.size === 0 ? a.types : types,
    properties,
    required: new Set([...a.required, ...b.required]),
    items: [...a.items, ...b.items],
    additional: [...a.additional, ...b.additional],
    isOpen: a.isOpen || b.isOpen,
    values: a.values ?? b.values,
  };
}

function childrenOf({ properties, items, additional }: Form, part: string): Json[] {
  if (part === '[]') return items;
  if (part === '*') return additional.length > 0 ? additional : [...properties.values()].flat();
  return properties.get(part) ?? additional;
}

/** Nothing is said about what may stand below: then it cannot have gone either. */
function isUnsaid({ types, properties, items, additional, isOpen }: Form, part: string): boolean {
  if (types === undefined) return properties.size === 0 && items.length === 0;
  if (part === '[]') return types.has('array') && items.length === 0;
  return types.has('object') && (isOpen || (properties.size === 0 && additional.length === 0));
}
