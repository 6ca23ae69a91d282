import { Broken } from '../contract/findings.ts';
import type { Matter } from '../contract/format.ts';
import { PYTHON_ROOTS, vouchesFor } from '../contract/vouching.ts';
import { numpySymbols } from './numpy.ts';
import { dcpSymbols } from './symbols-dcp.ts';
import { asData, frameworkSymbols } from './symbols-framework.ts';
import { jaxSymbols } from './symbols-jax.ts';
import { HISTORY, historyMethod } from './symbols-mmengine.ts';
import { pandasSymbols } from './symbols-pandas.ts';
import { pythonSymbols } from './symbols-python.ts';
import { sklearnSymbols } from './symbols-sklearn.ts';
import { torchSymbols } from './symbols-torch.ts';
import { ZONE, zoneUnpickler } from './symbols-zoneinfo.ts';
import { PyGlobal, PyObject, type PyValue, type SymbolModel, type Tier } from './value.ts';

let listed: ReadonlyMap<string, SymbolModel> | undefined;

/**
 * The whole allow-list: `module.name`, exact. There is no deny-list; what is not here is refused. Made when a pickle first asks:
 * most files are none, and making it takes longer than they do.
 */
const allowList = (): ReadonlyMap<string, SymbolModel> =>
  (listed ??= new Map<string, SymbolModel>([
    ...torchSymbols(),
    ...pythonSymbols(),
    ZONE,
    ...numpySymbols(),
    ...frameworkSymbols(),
    ...sklearnSymbols(),
    ...pandasSymbols(),
    ...dcpSymbols(),
    ...jaxSymbols(),
    HISTORY,
  ]));

const WEIGHTS_ONLY = 'does not load with weights_only=True: it needs weights_only=False or add_safe_globals';

/** A slice of a string keeps the whole of it in memory. */
const detached = (text: string): string => Buffer.from(text).toString();

const UNLISTED: SymbolModel = { tier: 'D' };

/** The attribute by which Python writes a time zone, and those of MMEngine's histories. */
const GETATTR = 'builtins.getattr';

type Attempt = (args: readonly PyValue[]) => PyValue | undefined;

/** Whose functions do things; their classes are on the list where checkpoints hold them. */
const KNOWN_ROOTS = new Set([
  'torch',
  'numpy',
  'scipy',
  'sklearn',
  'pandas',
  'joblib',
  'keras',
  'tensorflow',
]);
const CLASS = /\.[A-Z]\w*$/;

/**
 * A class of a library that we do not know is another matter than a call of Python's own: it may be whose file it is. So is a function
 * of its that is kept beside, as what scores or hashes later, and not called by the program.
 *
 * @param called which of them the program calls
 */
function wordsFor(refused: readonly string[], called: ReadonlySet<string>): string {
  const roots = [...new Set(refused.map((name) => name.split('.')[0] ?? ''))];
  const isForeign =
    refused.some((name) => CLASS.test(name)) &&
    refused.every((name) => CLASS.test(name) || !called.has(name)) &&
    roots.every((root) => /^\w+$/.test(root));
  if (!isForeign || roots.some((root) => PYTHON_ROOTS.has(root) || KNOWN_ROOTS.has(root)))
    return 'its pickle asks for what no checkpoint needs; never load it';
  const globs = roots.slice(0, 3).map((root) => `${root}.*`);
  return `its pickle asks for what is not on the list and runs its own code when it is loaded; who trusts their makers and this file says --allow-import '${globs.join(',')}'`;
}

/** Resolves the imports of one file's pickles, and says at the end what loading them would take. */
export class PickleImports {
  readonly #subject: Matter;
  readonly #seen = new Map<string, Tier>();
  readonly #called = new Set<string>();
  /** Names that are refused but for what these make of their arguments. */
  readonly #calls = new Map<string, Attempt>([
    [GETATTR, (args) => zoneUnpickler(args) ?? historyMethod(args)],
  ]);
  readonly #refusedCalls = new Set<string>();

  constructor(subject: Matter) {
    this.#subject = subject;
  }

  find(module: string, name: string): PyGlobal {
    const full = `${module}.${name}`;
    // `os` + `path.join` and `os.path` + `join` spell the same; a listed name never has a dot of its own.
    const attempt = this.#calls.get(full);
    if (attempt !== undefined) return this.#withCall(full, attempt);
    const model = name.includes('.') ? UNLISTED : this.#model(full);
    this.#note(full, model.tier);
    return model.tier === 'D'
      ? new PyGlobal(full, model, () => this.#callOf(full))
      : new PyGlobal(full, model);
  }

  /** A name on no list of which one way to call it is harmless. @param attempt undefined for every other way */
  allowCall(full: string, attempt: Attempt): void {
    this.#calls.set(full, attempt);
  }

  /** Refused until it is called as is harmless, and for good once it is called otherwise. */
  #withCall(full: string, attempt: Attempt): PyGlobal {
    if (!this.#seen.has(full)) this.#note(full, 'D');
    const call = (args: readonly PyValue[]): PyValue => {
      const known = this.#refusedCalls.has(full) ? undefined : this.#attempted(full, () => attempt(args));
      if (known === undefined) this.#refusedCalls.add(full);
      this.#seen.set(full, known === undefined ? 'D' : 'B');
      return known ?? new PyObject(new PyGlobal(full, UNLISTED), args);
    };
    return new PyGlobal(full, { tier: 'B', call }, () => this.#callOf(full));
  }

  /** What is the harmless call, and broken, fails as that. */
  #attempted(full: string, attempt: () => PyValue | undefined): PyValue | undefined {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof Broken) this.#seen.set(full, 'B');
      throw error;
    }
  }

  /** Tier D seen: somebody wants something run. */
  get refused(): string[] {
    return this.#of('D');
  }

  /** @param without what cannot be done with the file because of names of tiers B and C */
  settle(without = WEIGHTS_ONLY): void {
    const { findings, allowDegraded } = this.#subject;
    const refused = this.refused;
    if (refused.length > 0) {
      findings.fail('L2', 'import-refused', wordsFor(refused, this.#called), {
        expected: 'only names on the allow-list',
        found: refused.slice(0, 8).join(', ').slice(0, 300),
      });
    }
    const unsafe = [...this.#of('B'), ...this.#of('C')];
    if (unsafe.length === 0) return;
    const where = { found: unsafe.slice(0, 8).join(', ').slice(0, 300) };
    if (allowDegraded) findings.degraded('L2', 'unsafe-loader', without, where);
    else findings.fail('L2', 'unsafe-loader', `${without}, and the roster does not allow that`, where);
  }

  #of(tier: Tier): string[] {
    return [...this.#seen].flatMap(([name, seen]) => (seen === tier ? [name] : [])).sort();
  }

  #model(full: string): SymbolModel {
    const listed = allowList().get(full);
    if (listed !== undefined) return listed;
    return vouchesFor(this.#subject.allowImports, full) ? asData(full) : UNLISTED;
  }

  #callOf(full: string): void {
    if (this.#seen.has(full)) this.#called.add(full);
  }

  #note(full: string, tier: Tier): void {
    if (this.#seen.size >= 10_000 && !this.#seen.has(full)) return;
    this.#seen.set(full, tier);
    this.#subject.imports.add(detached(full.slice(0, 200)));
  }
}
