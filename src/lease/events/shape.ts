/**
 * What a reader checks of an event before the fold sees it, and the type that follows from it. By hand and not by zod, because
 * `status` reads ledgers and must start fast. Fields that are not listed pass: a newer program of the same ledger version may
 * have added optional ones.
 */
export interface Shape<T> {
  /** @returns what is wrong with the value that stands under `name` ("`usdPerHour` is not a number"), or undefined */
  (value: unknown, name: string): string | undefined;
  /** For the types alone. */
  readonly holds?: T;
}

/** A field that older records, or some events of a type, do without. */
export interface Optional<T> extends Shape<T> {
  readonly mayLack: true;
}

export type Fields = Readonly<Record<string, Shape<unknown>>>;

type Held<S> = S extends Shape<infer T> ? T : never;

/** The type of what has these fields; what is said of a field there is said of it here. */
export type Of<F extends Fields> = Flat<
  { [K in keyof F as F[K] extends Optional<unknown> ? never : K]: Held<F[K]> } & {
    [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: Held<F[K]>;
  }
>;
export type Flat<T> = { [K in keyof T]: T[K] };

const isText = (value: unknown, name: string) =>
  typeof value === 'string' ? undefined : `${name} is not text`;

export const text: Shape<string> = isText;

/** One of a few words to whoever writes it. Any text to a reader: a newer program may know more of them. */
export const oneOf = <Word extends string>(): Shape<Word> => isText;

export const number: Shape<number> = (value, name) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : `${name} is not a number`;

const isTruth = (value: unknown, name: string) =>
  typeof value === 'boolean' ? undefined : `${name} is not true or false`;

export const boolean: Shape<boolean> = isTruth;

/** Written where it is so, left out where it is not. */
export const onlyTrue: Shape<true> = isTruth;

export const nothing: Shape<null> = (value, name) => (value === null ? undefined : `${name} is not null`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of what is in it the reader asks nothing. */
export const object =
  <T extends object>(): Shape<T> =>
  (value, name) =>
    isObject(value) ? undefined : `${name} is not an object`;

export const fields =
  <F extends Fields>(all: F): Shape<Of<F>> =>
  (value, name) => {
    if (!isObject(value)) return `${name} is not an object`;
    return first(Object.entries(all), ([key, shape]) => shape(value[key], `${name}.${key}`));
  };

export const listOf =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value, name) => {
    if (!Array.isArray(value)) return `${name} is not a list`;
    return first([...value.entries()], ([index, one]) => shape(one, `${name}[${index}]`));
  };

/** @returns a shape whose faults are told in the words of the first */
export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value, name) =>
    other(value, name) === undefined ? undefined : one(value, name);

export const optional = <T>(shape: Shape<T>): Optional<T> =>
  Object.assign((value: unknown, name: string) => (value === undefined ? undefined : shape(value, name)), {
    mayLack: true as const,
  });

/** The first fault, of as many as there are. */
function first<T>(all: readonly T[], faultOf: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const fault = faultOf(each);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
