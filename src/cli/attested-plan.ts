import { createPublicKey, type KeyObject } from 'node:crypto';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashOfKey } from '../attest/keyed-bundle.ts';
import type { ExpectedSigner } from '../attest/signed-statement.ts';
import { type Trust, trustOf } from '../attest/trust.ts';
import { Problem } from '../problem.ts';
import { bundledRoot } from './bundled-root.ts';
import { throwAll } from './given-options.ts';
import type { Settings } from './settings.ts';
import { spelling } from './spelling.ts';

/** What `verify --attested` was asked, checked as a whole before anything is read or fetched. */
export interface AttestedPlan {
  paths: string[];
  /** Unset: GitHub is asked. */
  bundle: { path: string; documents: unknown[] } | undefined;
  /** A key that must have signed, instead of an identity. */
  key: KeyObject | undefined;
  trusts: Trust[];
  /** They are those that came with gpu-lease. */
  isBundledTrust: boolean;
  expected: ExpectedSigner;
  commit: string | undefined;
  run: string | undefined;
}

/** @throws Problems */
export function planAttested(words: readonly string[], settings: Settings): AttestedPlan {
  const asked = new Asked(settings);
  const paths = asked.paths(words);
  const documents = asked.read('bundle', documentsIn);
  const key = asked.read('key', publicKey);
  const trusts = asked.read('trusted-root', trustOf) ?? (key ? [] : trustOf(bundledRoot()));
  const expected = expectedSigner(settings);
  asked.requireSigner(expected);
  throwAll(asked.problems);
  const bundlePath = settings.value('bundle') ?? '';
  return {
    paths,
    bundle: documents && { path: resolve(settings.cwd, bundlePath), documents },
    key,
    trusts,
    isBundledTrust: key === undefined && settings.value('trusted-root') === undefined,
    expected,
    commit: settings.value('commit'),
    run: settings.value('run'),
  };
}

/** Reads one option after the other and keeps what is wrong with them. */
class Asked {
  readonly #settings: Settings;
  readonly problems: Problem[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  paths(words: readonly string[]): string[] {
    if (words.length === 0)
      this.#wrong('no-path', 'There is nothing to verify.', 'gpu-lease verify --attested PATH...');
    return words.map((word) => {
      const path = resolve(this.#settings.cwd, word);
      if (!lstatSync(path, { throwIfNoEntry: false }))
        this.#wrong('no-such-path', `There is nothing at ${path}.`, spelling(word, path));
      return path;
    });
  }

  read<T>(name: keyof typeof NEXT, of: (text: string) => T): T | undefined {
    const given = this.#settings.value(name);
    if (given === undefined) return undefined;
    const path = resolve(this.#settings.cwd, given);
    try {
      return of(textOf(path));
    } catch (error) {
      this.#wrong(`bad-${name}`, `--${name} ${path}: ${(error as Error).message}.`, NEXT[name]);
      return undefined;
    }
  }

  requireSigner({ identity, repository }: ExpectedSigner): void {
    const [key, bundle] = [this.#settings.value('key'), this.#settings.value('bundle')];
    if (key === undefined && !identity && !repository)
      this.#wrong(
        'no-signer',
        'Nothing says who must have signed.',
        'Add --repo OWNER/NAME, --certificate-identity or --key.',
      );
    if (repository !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repository))
      this.#wrong(
        'bad-repo',
        `--repo ${JSON.stringify(repository)} names no repository.`,
        'Write OWNER/NAME.',
      );
    if (bundle === undefined && repository === undefined)
      this.#wrong(
        'no-bundle',
        'Nothing says where the signature is.',
        'Add --bundle FILE, or --repo OWNER/NAME to ask GitHub.',
      );
  }

  #wrong(code: string, what: string, next: string): void {
    this.problems.push(new Problem({ code, kind: 'usage', what, next }));
  }
}

/** Of bundles with many statements, or of roots. */
const MOST_BYTES = 32 * 1024 ** 2;

/** A file's text. A device never ends. */
function textOf(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is no file');
  if (stats.size > MOST_BYTES) throw new Error(`it has ${stats.size} bytes, more than ${MOST_BYTES}`);
  return readFileSync(path, 'utf8');
}

const NEXT = {
  bundle: 'Name a Sigstore bundle, as JSON or one on each line.',
  key: 'Name a public key of an elliptic curve (P-256, P-384 or P-521) as PEM.',
  'trusted-root': 'Name a trusted root, as "gh attestation trusted-root" prints it.',
};

function expectedSigner(settings: Settings): ExpectedSigner {
  const identity = settings.value('certificate-identity');
  const repository = settings.value('repo');
  return {
    ...(identity !== undefined && { identity }),
    ...(repository !== undefined && { repository }),
    issuer: settings.value('certificate-oidc-issuer') ?? '',
  };
}

/** One document, or one on each line. */
function documentsIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
  }
}

function publicKey(text: string): KeyObject {
  const key = createPublicKey(text);
  if (hashOfKey(key) === undefined) throw new Error('it is no key of such a curve');
  return key;
}
