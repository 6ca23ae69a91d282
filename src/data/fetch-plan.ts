import { digestOf } from '../canonical.ts';
import { nameFault } from '../job/data-source.ts';
import type { DataRule } from '../job/job.ts';
import { Problem } from '../problem.ts';
import { quoted } from '../secret/shape.ts';

/** By what the bytes of one file are known before anybody has them. `nothing`: its size at most. */
export type Proof = { by: 'sha256' | 'git-sha1' | 'md5'; digest: string } | { by: 'nothing' };

export interface FetchFile {
  /** Relative to the directory that its source goes to. */
  path: string;
  /** `undefined`: its server does not say. */
  bytes: number | undefined;
  proof: Proof;
  url: string;
  /** Whoever has the address has the file: it goes where secrets go. */
  isSecretUrl?: true;
}

/** One source of the job's data, resolved: what a box is to fetch, from where, and how it is proven. */
export interface FetchSource {
  from: string;
  to: string;
  /** The commit that a repository of the Hub was resolved to. */
  revision?: string;
  /** In the order of their paths. */
  files: FetchFile[];
  /** Over paths, sizes and proofs: what must be the same for every box of a run. */
  digest: string;
  /** Name of the secret that is sent along. */
  token?: string;
}

/** More is a listing that nobody meant. */
const MOST_FILES = 10_000;

/** @throws Problem for names that lead elsewhere, for none, and for a `sha256` that cannot be meant */
export function sourceOf(
  { from, to, sha256, token }: DataRule,
  listed: readonly FetchFile[],
  revision?: string,
): FetchSource {
  if (listed.length === 0) throw unusable(from, 'it holds no file', 'Look at its name and folder.');
  if (listed.length > MOST_FILES)
    throw unusable(from, `it holds more than ${MOST_FILES} files`, 'Name a folder of it, or pack it.');
  refuseNames(from, listed);
  const files = sha256 === undefined ? listed : [pinned(from, listed, sha256)];
  const inOrder = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    from,
    to,
    ...(revision !== undefined && { revision }),
    files: inOrder,
    digest: digestOf(inOrder.map(({ path, bytes, proof }) => [path, bytes ?? null, { ...proof }])),
    ...(token !== undefined && { token }),
  };
}

/** A listing is a stranger's: none of its names may lead out of the directory, and no two into one another. */
function refuseNames(from: string, files: readonly FetchFile[]): void {
  const paths = new Set(files.map(({ path }) => path));
  for (const path of paths) {
    const fault = nameFault(path);
    if (fault !== undefined) throw hostile(from, `a file named ${quoted(path)}, which ${fault}`);
    const above = path.split('/').slice(0, -1);
    const inFile = above.map((_, at) => above.slice(0, at + 1).join('/')).find((each) => paths.has(each));
    if (inFile !== undefined) throw hostile(from, `${quoted(inFile)} as a file and as a folder`);
  }
  if (paths.size < files.length) throw hostile(from, 'one name twice');
}

function pinned(from: string, files: readonly FetchFile[], sha256: string): FetchFile {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw unusable(from, `\`sha256\` is of one file, and it holds ${files.length}`, 'Name the one file.');
  if (file.proof.by === 'sha256' && file.proof.digest !== sha256)
    throw new Problem({
      code: 'data-digest',
      kind: 'refused',
      what: `${from}: the job says sha256 ${sha256}, and its source says ${file.proof.digest}.`,
      next: 'Find out which is meant before anything is rented, and correct `sha256` or the revision.',
    });
  return { ...file, proof: { by: 'sha256', digest: sha256 } };
}

/** Of what is known; `unsized` files are not in it. */
export const bytesOf = ({ files }: FetchSource): number =>
  files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);

/** Files of which nothing but the size will be known. */
export const unprovenIn = ({ files }: FetchSource): number =>
  files.filter(({ proof }) => proof.by === 'nothing').length;

const hostile = (from: string, what: string): Problem =>
  new Problem({
    code: 'data-names',
    kind: 'refused',
    what: `${from} lists ${what}. Nothing of it is fetched.`,
    next: 'Look at who made it; name a folder of it that holds only what is needed.',
  });

const unusable = (from: string, what: string, next: string): Problem =>
  new Problem({ code: 'data-unusable', kind: 'usage', what: `${from}: ${what}.`, next });
