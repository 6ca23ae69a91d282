import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { isOneOf, namesBeside } from '../attest/beside.ts';
import { hashOfKey, keyedBundle } from '../attest/keyed-bundle.ts';
import { modelStatement } from '../attest/model-manifest.ts';
import { EXIT, Problem } from '../problem.ts';
import { writeWhole } from '../report/whole-file.ts';
import { Digests, heldAt, strangeIn } from './attested-files.ts';
import type { Request } from './command.ts';
import { throwAll } from './given-options.ts';
import { settingsOf } from './settings.ts';

interface SignPlan {
  dir: string;
  key: KeyObject | undefined;
  output: string;
}

/** Signs a folder as one model: an OpenSSF model signature by a key, for where no workflow vouches for anybody. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const { dir, key, output } = planSign(request);
  const below = relative(dir, output).split(sep).join('/');
  const ignored = [...namesBeside([]), ...(below.startsWith('..') ? [] : [below])];
  const isIgnored = isOneOf(ignored);
  const entries = heldAt(dir).entries.filter(({ path }) => !isIgnored(path));
  throwAll(
    strangeIn(entries).map(
      ({ code, what }) =>
        new Problem({ code, kind: 'failed', what: `${what}.`, next: 'Replace it by what it names.' }),
    ),
  );
  const files = await new Digests(signal).of(entries);
  const subjects = files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } }));
  const statement = modelStatement(basename(dir), subjects, ignored);
  writeWhole(output, `${JSON.stringify(keyedBundle(statement, key as KeyObject))}\n`);
  const [subject] = statement.subject;
  process.stdout.write(`signed ${files.length} files as ${subject?.digest.sha256}: ${output}\n`);
  return EXIT.ok;
}

function planSign(request: Request): SignPlan {
  const faults: Problem[] = [];
  const settings = settingsOf({ ...request, faults });
  const [word, ...more] = request.words;
  const dir = resolve(settings.cwd, word ?? '.');
  if (word === undefined || more.length > 0 || !statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    faults.push(
      usage('no-folder', 'One folder is signed, and none is named.', 'gpu-lease sign --key KEY.pem DIR'),
    );
  const key = keyIn(settings.value('key'), settings.cwd, faults);
  const output = resolve(settings.cwd, settings.value('output') ?? `${dir}.sig`);
  throwAll(faults);
  return { dir, key, output };
}

function keyIn(given: string | undefined, cwd: string, faults: Problem[]): KeyObject | undefined {
  const next = 'Make one: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem';
  if (given === undefined) {
    faults.push(usage('no-key', 'Nothing says with what to sign.', `Add --key KEY.pem. ${next}`));
    return undefined;
  }
  try {
    const key = createPrivateKey(readFileSync(resolve(cwd, given)));
    if (hashOfKey(key) === undefined) throw new Error('it is no key of P-256, P-384 or P-521');
    return key;
  } catch (error) {
    faults.push(usage('bad-key', `--key ${given}: ${(error as Error).message}.`, next));
    return undefined;
  }
}

const usage = (code: string, what: string, next: string): Problem =>
  new Problem({ code, kind: 'usage', what, next });
