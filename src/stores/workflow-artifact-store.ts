import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact, GitHub } from '../github/github.ts';
import type { StoreRung } from '../job/job.ts';
import { Problem } from '../problem.ts';
import {
  type ArtifactStore,
  bytesOf,
  type Parcel,
  type Placed,
  type StoredSet,
  type UploadWish,
} from './store.ts';
import { openZip } from './stored-zip.ts';

type Rung = Extract<StoreRung, { kind: 'workflow-artifact' }>;

/** The upload step of the composite action, as this step knows of it. */
export interface UploadStep {
  workflowRun: number;
  /** Tells artifacts of the jobs and attempts of one workflow run apart; GitHub takes a name once in a run. */
  nameEnd: string;
  /** Set in the step after the upload. */
  outcome?: { artifact: number; digest: string } | { failed: string };
}

export interface WorkflowArtifactWorld {
  github: GitHub | undefined;
  /** Absent where no step uploads: a terminal, the schedule's tick. */
  uploads: UploadStep | undefined;
  /** Where a zip may lie while it is read back. */
  scratchDir: string;
}

/** What a free plan holds in all, for every private repository of its owner (GitHub's documentation of its plans, 2026). */
const PRIVATE_MOST_BYTES = 500 * 1000 ** 2;

const KEPT_DAYS = 30;

/** An artifact of this workflow run: uploaded by the step after ours, found and read back through the REST interface. */
export function workflowArtifactStore(rung: Rung, world: WorkflowArtifactWorld): ArtifactStore {
  const { github } = world;
  return {
    kind: 'workflow-artifact',
    describe: () => 'a workflow artifact',
    nameOf: (path) => path,
    refusal: (parcel) => refusalOf(rung, world, parcel),
    put: (parcel) => put(rung, world, parcel),
    open: (id) => openSet(world, id),
    async drop(id) {
      if (github && /^\d{1,15}$/.test(id)) await github.deleteArtifact(Number(id));
    },
  };
}

async function refusalOf(
  rung: Rung,
  { github, uploads, scratchDir }: WorkflowArtifactWorld,
  parcel: Parcel,
): Promise<string | undefined> {
  if (!github) return 'no token of GitHub is here';
  if (!uploads) return 'no step of this workflow uploads for us here';
  if (uploads.outcome && 'failed' in uploads.outcome)
    return `the upload ended as "${uploads.outcome.failed}"`;
  const odd = parcel.directories.find((path) => /[*?[\]\r\n]/.test(path));
  if (odd !== undefined) return `the path ${JSON.stringify(odd)} would be read as a pattern`;
  const unread = await unreadable(github, uploads.workflowRun);
  if (unread !== undefined) return unread;
  const bytes = bytesOf(parcel);
  const most = rung.mostBytes ?? (await privateMost(github));
  if (most !== undefined && bytes > most)
    return `${bytes} bytes are more than the ${most} that may go there ("most" of the store in the job file)`;
  const free = await freeBytes(scratchDir);
  return free < bytes ? `${bytes} bytes cannot be read back onto a disk with ${free} free` : undefined;
}

async function freeBytes(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true });
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

async function put(
  rung: Rung,
  { github, uploads }: WorkflowArtifactWorld,
  parcel: Parcel,
): Promise<Placed | UploadWish> {
  if (!github || !uploads) throw new Error('a store that refused was asked to store');
  const kept = parcel.means === 'kept' ? 'kept-' : '';
  const name = `gpu-lease-${parcel.run}-${kept}${parcel.seal.slice(0, 16)}-${uploads.nameEnd}`;
  const uploaded = await uploadedAs(github, uploads, name);
  if (!uploaded) return { upload: { name, paths: parcel.directories, retentionDays: daysOf(rung, parcel) } };
  const place = `artifact ${uploaded.name} of workflow run ${uploads.workflowRun} of ${github.repository}`;
  return { id: String(uploaded.id), place };
}

/** A repository may keep artifacts for 400 days; copies that newer ones replace need no more than a long wait for a box. */
const daysOf = (rung: Rung, { means }: Parcel): number | undefined =>
  means === 'sealed' ? rung.days : Math.min(rung.days ?? KEPT_DAYS, KEPT_DAYS);

/** The one that the step before us made; else one that an earlier try of this very job made before it was killed. */
async function uploadedAs(github: GitHub, step: UploadStep, name: string): Promise<Artifact | undefined> {
  const { outcome } = step;
  if (outcome === undefined || 'failed' in outcome)
    return (await github.artifactsOf(step.workflowRun)).find((each) => each.name === name && !each.expired);
  const artifact = await github.artifact(outcome.artifact);
  if (!artifact) throw notAsUploaded(`GitHub lists no artifact ${outcome.artifact}`);
  if (artifact.name !== name)
    throw notAsUploaded(`artifact ${artifact.id} is called ${artifact.name}, not ${name}`);
  const digest = plain(outcome.digest);
  if (digest !== '' && artifact.digest !== undefined && plain(artifact.digest) !== digest)
    throw notAsUploaded(`the upload reported the digest ${digest}, GitHub has ${plain(artifact.digest)}`);
  return artifact;
}

async function openSet(
  { github, scratchDir }: WorkflowArtifactWorld,
  id: string,
): Promise<StoredSet | undefined> {
  if (!github || !/^\d{1,15}$/.test(id)) return undefined;
  const artifact = await github.artifact(Number(id));
  if (!artifact || artifact.expired) return undefined;
  const zip = new Spooled(github, artifact, join(scratchDir, `artifact-${id}.zip`));
  return {
    // Old servers give none; then the bytes are the only witness, and they are read on every look.
    digest: artifact.digest ?? `sha256:${await zip.digest()}`,
    ...(artifact.expiresAt !== undefined && { keptUntil: artifact.expiresAt }),
    names: async () => (await zip.open()).entries,
    read: async (name, sink) => (await zip.open()).read(name, sink),
    close: () => zip.close(),
  };
}

/** What cannot be read back does not count, so a token that may not read artifacts makes this no store. */
async function unreadable(github: GitHub, workflowRun: number): Promise<string | undefined> {
  try {
    await github.artifactsOf(workflowRun);
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused') return `${error.what} ${error.next}`;
    throw error;
  }
}

async function privateMost(github: GitHub): Promise<number | undefined> {
  return (await github.describe()).visibility === 'public' ? undefined : PRIVATE_MOST_BYTES;
}

/** The whole zip on this disk, downloaded once, its bytes proven to be those that GitHub has a digest of. */
class Spooled {
  readonly #github: GitHub;
  readonly #artifact: Artifact;
  readonly #path: string;
  #sha256: Promise<string> | undefined;
  #zip: ReturnType<typeof openZip> | undefined;

  constructor(github: GitHub, artifact: Artifact, path: string) {
    this.#github = github;
    this.#artifact = artifact;
    this.#path = path;
  }

  digest(): Promise<string> {
    this.#sha256 ??= this.#download();
    return this.#sha256;
  }

  async open() {
    const sha256 = await this.digest();
    const { digest, id } = this.#artifact;
    if (digest !== undefined && plain(digest) !== sha256)
      throw notAsUploaded(`artifact ${id} was downloaded as ${sha256}, and its digest is ${plain(digest)}`);
    this.#zip ??= openZip(this.#path);
    return this.#zip;
  }

  async close(): Promise<void> {
    await (await this.#zip)?.close();
    await rm(this.#path, { force: true });
  }

  async #download(): Promise<string> {
    await mkdir(join(this.#path, '..'), { recursive: true });
    await rm(this.#path, { force: true });
    const file = createWriteStream(this.#path, { flags: 'wx', mode: 0o600 });
    const hash = createHash('sha256');
    try {
      for await (const chunk of await this.#github.downloadArtifact(this.#artifact.id)) {
        hash.update(chunk);
        if (!file.write(chunk)) await once(file, 'drain');
      }
    } finally {
      await new Promise<void>((resolve) => file.end(() => resolve()));
    }
    if (file.errored) throw file.errored;
    return hash.digest('hex');
  }
}

/** The step's output is bare hex, the interface says `sha256:<hex>`. */
const plain = (digest: string): string => digest.replace(/^sha256:/, '').toLowerCase();

const notAsUploaded = (what: string): Problem =>
  new Problem({
    code: 'artifact-differs',
    kind: 'failed',
    what: `The uploaded artifact is not what was sent: ${what}.`,
    next: 'Nothing of it counts and nothing was released. Run "gpu-lease collect" again; it uploads under another name.',
  });
