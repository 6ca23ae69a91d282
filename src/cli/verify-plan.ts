import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Role } from '../evidence-level.ts';
import { Problem } from '../problem.ts';
import { parseChecksumList } from '../verify/read/checksum-list.ts';
import { dtypeNamed } from '../verify/tensor/numpy-names.ts';
import { throwAll } from './given-options.ts';
import type { ChoiceOf } from './options.ts';
import type { Settings } from './settings.ts';
import { spelling } from './spelling.ts';
import { looksLikeUrl, TOKEN_VARIABLE, tokenProblem, type UrlTarget, urlTarget } from './verify-url.ts';

/** A file or directory as it was named. Links are not followed: `stats` is of the link itself. */
export interface PathTarget {
  path: string;
  stats: Stats;
}

export type Target = PathTarget | UrlTarget;

export const isPath = (target: Target): target is PathTarget => 'path' in target;

/** What `verify` was asked, checked as a whole before anything is read. */
export interface VerifyPlan {
  cwd: string;
  mode: 'verify' | 'explain' | 'diff';
  targets: Target[];
  role?: Role;
  contains: string[];
  allowDegraded: boolean;
  /** Digests by absolute path. */
  digests: Map<string, string>;
  /** Digests by the names of the manifest. */
  listed: ReadonlyMap<string, string>;
  /** For the servers of URLs. Never shown. */
  token?: string;
  previous?: string;
  expectation: { step?: number; minStep?: number; mayBeZero?: string[]; dtype?: string };
  allowImports: string[];
  failOn: FailOn;
  requires: Requires;
  hash: boolean;
  jobs?: number;
  report?: string;
  sarif?: string;
  /** The manifest and what is written: never artifacts, wherever they lie. */
  notArtifacts: ReadonlySet<string>;
}

export type FailOn = ChoiceOf<'fail-on'>;
export type Requires = ChoiceOf<'require'>;

/**
 * Everything wrong at once, each by the name that the user typed.
 * @param faults what is wrong with the options already
 * @throws Problems
 */
export function planVerify(
  words: readonly string[],
  settings: Settings,
  faults: readonly Problem[] = [],
): VerifyPlan {
  const { cwd } = settings;
  const inputs = new Inputs(settings);
  const mode = inputs.mode();
  const token = settings.env[TOKEN_VARIABLE] || undefined;
  const targets = inputs.targets([...words, ...linesOf(settings.value('path'))], mode, token);
  const role = settings.choice('role');
  const previous = inputs.existingFile('previous');
  const report = inputs.output('report', ['.html', '.htm'], targets);
  const sarif = inputs.output('sarif', ['.sarif', '.json'], targets);
  const manifest = inputs.existingFile('manifest');
  const listed = manifest === undefined ? new Map<string, string>() : inputs.digests(manifest);
  const step = settings.number('step');
  const minStep = settings.number('min-step');
  const jobs = settings.number('jobs');
  const mayBeZero = listOf(settings.value('may-be-zero'));
  const dtype = inputs.dtype();
  const plan: VerifyPlan = {
    cwd,
    mode,
    targets,
    ...(role === undefined ? {} : { role }),
    contains: listOf(settings.value('contains')),
    allowDegraded: settings.choice('allow-degraded') === 'true',
    digests: manifest === undefined ? new Map() : byPath(listed, manifest, cwd),
    listed,
    ...(token === undefined ? {} : { token }),
    ...(previous === undefined ? {} : { previous }),
    expectation: {
      ...(step === undefined ? {} : { step }),
      ...(minStep === undefined ? {} : { minStep }),
      ...(mayBeZero.length === 0 ? {} : { mayBeZero }),
      ...(dtype === undefined ? {} : { dtype }),
    },
    allowImports: inputs.imports(),
    failOn: settings.choice('fail-on'),
    requires: inputs.requires(),
    hash: settings.flag('sha256'),
    ...(jobs === undefined ? {} : { jobs }),
    ...(report === undefined ? {} : { report }),
    ...(sarif === undefined ? {} : { sarif }),
    notArtifacts: new Set([manifest, report, sarif].filter((path) => path !== undefined)),
  };
  throwAll([...inputs.problems, ...faults]);
  return plan;
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const ABOUT_SIGNATURES = ['bundle', 'repo', 'certificate-identity', 'trusted-root', 'commit', 'key'] as const;

/** Reads one input after the other and keeps what is wrong with them. */
class Inputs {
  readonly #settings: Settings;
  readonly problems: Problem[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  mode(): VerifyPlan['mode'] {
    const explain = this.#settings.flag('explain');
    const diff = this.#settings.flag('diff');
    if (explain && diff)
      this.#wrong('two-modes', '--explain and --diff exclude each other.', 'Ask for one of them.');
    const mode = diff ? 'diff' : explain ? 'explain' : 'verify';
    const useless = (['report', 'sarif', 'previous', 'manifest'] as const).filter((name) =>
      this.#settings.value(name),
    );
    if (mode !== 'verify' && useless.length > 0) {
      const what = `--${mode} looks at tensors and takes no ${useless.map((each) => `--${each}`).join(', ')}.`;
      this.#wrong('useless-option', what, `Leave it out, or verify without --${mode}.`);
    }
    this.#requireAttested();
    return mode;
  }

  /** Who asks for a signature and gets none checked would take a whole file for a signed one. */
  #requireAttested(): void {
    const given = ABOUT_SIGNATURES.filter((name) => this.#settings.value(name) !== undefined);
    if (given.length === 0) return;
    const names = given.map((each) => `--${each}`).join(', ');
    const what = `Without --attested no signature is looked at, and ${names} would mean nothing.`;
    this.#wrong('needs-attested', what, `Add --attested, or leave ${names} out.`);
  }

  targets(words: readonly string[], mode: VerifyPlan['mode'], token: string | undefined): Target[] {
    const expected = { verify: undefined, explain: 1, diff: 2 }[mode];
    if (words.length === 0) this.#wrong('no-path', 'There is nothing to verify.', 'gpu-lease verify PATH...');
    else if (expected !== undefined && words.length !== expected) {
      const usage =
        mode === 'diff' ? 'gpu-lease verify --diff BEFORE AFTER' : 'gpu-lease verify --explain FILE';
      this.#wrong('wrong-number-of-paths', `--${mode} takes ${expected}, not ${words.length} paths.`, usage);
    }
    if (words.some(looksLikeUrl)) this.#take(tokenProblem(token));
    return words.flatMap((word): Target[] => {
      if (looksLikeUrl(word)) {
        const target = urlTarget(word, token);
        if (!(target instanceof Problem)) return [target];
        this.#take(target);
        return [];
      }
      const path = resolve(this.#settings.cwd, word);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats !== undefined) return [{ path, stats }];
      this.#wrong('no-such-path', `There is nothing at ${path}.`, spelling(word, path));
      return [];
    });
  }

  imports(): string[] {
    const names = listOf(this.#settings.value('allow-import'));
    const wrong = names.filter((name) => !/^\w+(\.[\w*?]+)+$/.test(name));
    if (wrong.length > 0) {
      const what = `--allow-import: ${wrong.map((name) => JSON.stringify(name)).join(', ')} names nothing.`;
      this.#wrong(
        'bad-allow-import',
        what,
        'Write module.name, as the verdict lists it under imports, or a pattern of it: module.*',
      );
    }
    return names;
  }

  dtype(): string | undefined {
    const name = this.#settings.value('dtype');
    if (name === undefined || dtypeNamed(name) !== undefined) return name;
    const next = 'Name it as NumPy does: uint16, int32, float32, bfloat16 and the like.';
    this.#wrong('bad-dtype', `--dtype "${name}" is no type of numbers.`, next);
    return undefined;
  }

  requires(): Requires {
    const required = this.#settings.choice('require');
    if (required === 'manifest' && this.#settings.value('manifest') === undefined) {
      const what = '--require manifest asks that a manifest lists every file, and none was given.';
      this.#wrong('no-manifest', what, 'Add --manifest SHA256SUMS, made with "sha256sum FILE...".');
    }
    return required;
  }

  existingFile(name: 'manifest' | 'previous'): string | undefined {
    const given = this.#settings.value(name);
    if (given === undefined) return undefined;
    const path = resolve(this.#settings.cwd, given);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
    this.#wrong(`no-such-${name}`, `--${name}: there is no file at ${path}.`, 'Check the spelling.');
    return undefined;
  }

  digests(path: string): Map<string, string> {
    const { digests, faults } = parseChecksumList(readFileSync(path, 'utf8'));
    for (const { line, why } of faults.slice(0, 5))
      this.#wrong('bad-manifest', `${path}:${line}: ${why}.`, 'Make it with "sha256sum FILE... > MANIFEST".');
    return digests;
  }

  output(name: 'report' | 'sarif', endings: string[], targets: readonly Target[]): string | undefined {
    const given = this.#settings.value(name);
    if (given === undefined) return undefined;
    const path = resolve(this.#settings.cwd, given);
    if (!endings.some((ending) => path.toLowerCase().endsWith(ending))) {
      const next = `Give it a name that ends with ${endings.join(' or ')}.`;
      this.#wrong(`bad-${name}`, `--${name} "${given}" has no such ending.`, next);
    } else if (targets.some((target) => isPath(target) && target.path === path)) {
      this.#wrong(
        `bad-${name}`,
        `--${name} "${given}" would replace what is verified.`,
        'Name another file.',
      );
    } else if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) {
      this.#wrong(`bad-${name}`, `--${name}: there is no directory ${dirname(path)}.`, 'Make it first.');
    } else if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
      this.#wrong(`bad-${name}`, `--${name}: ${path} is no file.`, 'Name a file.');
    }
    return path;
  }

  #wrong(code: string, what: string, next: string): void {
    this.#take(new Problem({ code, kind: 'usage', what, next }));
  }

  #take(problem: Problem | undefined): void {
    if (problem !== undefined) this.problems.push(problem);
  }
}

/** Digests of a list are by paths as seen from its own folder, or from here where none of them is there. */
function byPath(listed: ReadonlyMap<string, string>, manifest: string, cwd: string): Map<string, string> {
  const isThere = (base: string) =>
    [...listed.keys()].some((name) => lstatSync(resolve(base, name), { throwIfNoEntry: false }));
  const own = dirname(manifest);
  const base = isThere(own) ? own : cwd;
  return new Map([...listed].map(([name, digest]) => [resolve(base, name), digest]));
}
