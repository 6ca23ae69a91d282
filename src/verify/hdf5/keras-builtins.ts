import { KERAS_TABLE } from './keras-table.ts';

/** By their names, the arguments that a class takes; of those that are one of some words, which. */
export type Arguments = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** What the versions of Keras 3 that the table was made from know between them. */
export interface Builtins {
  /** By place and name, as `layers.Dense` or, of what lies in `keras` itself, `DTypePolicy`; `undefined` where all arguments are taken. */
  classes: ReadonlyMap<string, Arguments | undefined>;
  /** The same by the name alone, which more than one may have. */
  named: ReadonlyMap<string, readonly (Arguments | undefined)[]>;
  /** Below `keras`: those of which all classes are known; `''` is `keras` itself. */
  modules: ReadonlySet<string>;
  activations: ReadonlySet<string>;
  dtypes: ReadonlySet<string>;
  newest: Version;
}

interface Version {
  major: number;
  minor: number;
}

let builtins: Builtins | undefined;

export const kerasBuiltins = (): Builtins => {
  builtins ??= parsed(KERAS_TABLE);
  return builtins;
};

/** Whether the table tells of this version of Keras: not of Keras 2, of one that came later, or of none. */
export function isKnownKeras(version: string): boolean {
  const written = versionOf(version);
  const { newest } = kerasBuiltins();
  return written?.major === newest.major && written.minor <= newest.minor;
}

function versionOf(text: string): Version | undefined {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,4})(\.|$)/.exec(text) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

/**
 * Lines that begin with `@` list what their name says; `@layers` the arguments that all layers take. Of the others each is a
 * class and its own arguments, `*` for all: `name`, or `name:one,other` where it must be one of these words.
 */
function parsed(table: string): Builtins {
  const lists = new Map<string, string[]>();
  const classes = new Map<string, Arguments | undefined>();
  const named = new Map<string, (Arguments | undefined)[]>();
  const modules = new Set<string>();
  const setOf = (name: string): ReadonlySet<string> => new Set(lists.get(name));
  for (const line of table.split('\n').filter((each) => each !== '')) {
    if (line.startsWith('@')) {
      const [name = '', ...words] = line.slice(1).split(' ');
      lists.set(name, words);
      continue;
    }
    const [full = '', told = ''] = line.split('|');
    const [, module = '', name = full] = /^(.+)\.(\w+)$/.exec(full) ?? [];
    const common = module === 'layers' ? (lists.get('layers') ?? []) : [];
    const own = told === '*' ? undefined : new Map([...common, ...told.split(' ')].map(argumentOf));
    classes.set(full, own);
    named.set(name, [...(named.get(name) ?? []), own]);
    modules.add(module);
  }
  const newest = versionOf(lists.get('newest')?.[0] ?? '') ?? { major: 3, minor: 0 };
  return { classes, named, modules, activations: setOf('activations'), dtypes: setOf('dtypes'), newest };

  function argumentOf(text: string): [string, ReadonlySet<string> | undefined] {
    const [name = '', words] = text.split(':');
    if (words === undefined) return [name, undefined];
    return [name, words === '@activation' ? setOf('activations') : new Set(words.split(','))];
  }
}
