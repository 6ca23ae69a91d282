import { type Clock, secondsBetween } from '../clock.ts';
import { Problem } from '../problem.ts';
import type { Artifact, Artifacts } from './github.ts';

/** A run's record as some workflow run left it: `<run>.jsonl`, byte for byte `events.jsonl`. */
export interface RecordCopy {
  /** What it is called, for people. */
  source: string;
  text: string;
  /** Others, which may be newer, could not be read: it speaks against a record, not for one. */
  amongUnread?: true;
}

/** What a schedule's look leaves: the records of all open runs in one artifact. */
export const RECORDS_OF_A_LOOK = 'gpu-lease-records';

/** What a workflow run leaves of one run, or of all parts of one sweep. */
export const recordArtifactOf = (run: string): string => `gpu-lease-record-${run}`;

/** Of one name: whoever has put a record back goes on with it, so newer ones may be shorter and the longest is an older one. */
const NEWEST = 3;
const LARGEST = 2;
const KEPT_SECONDS = 60;
/** A record of a year of looks is some megabytes, and its zip a tenth of that. */
const MOST_ZIP_BYTES = 16 * 1024 ** 2;
const MOST_BYTES = 64 * 1024 ** 2;

export interface RecordArtifactsWorld {
  github: Pick<Artifacts, 'artifactsNamed' | 'downloadArtifact'>;
  clock: Clock;
  /** Told once what keeps them from being read. */
  warn(text: string): void;
}

/**
 * The records that workflow runs of this repository have left as artifacts: a high-water mark that whoever may only push refs cannot
 * lower. What is found is a claim, to be weighed by whoever has the key. What cannot be read is not there: who is not heard vouches
 * for nothing (docs/threat-model.md).
 */
export class RecordArtifacts {
  readonly #world: RecordArtifactsWorld;
  readonly #named = new Map<string, { at: Date; found: Promise<Artifact[]> }>();
  /** By artifact id: what was uploaded never changes. */
  readonly #contents = new Map<number, Promise<ReadonlyMap<string, string>>>();
  /** How often something that is there could not be read. */
  #unread = 0;
  #told = false;

  constructor(world: RecordArtifactsWorld) {
    this.#world = world;
  }

  /** Of one run, in artifacts of these names. Empty where GitHub does not answer. */
  async copiesOf(run: string, names: readonly string[]): Promise<RecordCopy[]> {
    const found: RecordCopy[] = [];
    const unread = this.#unread;
    for (const name of names) found.push(...((await this.allIn(name)).get(run) ?? []));
    return this.#unread === unread ? found : found.map((copy) => ({ ...copy, amongUnread: true }));
  }

  /** The runs in the newest artifact of that name: those of which it was said last. */
  async newestOf(name: string): Promise<ReadonlySet<string>> {
    const [newest] = worthReading(await this.#list(name));
    return new Set(newest ? (await this.#read(newest)).keys() : []);
  }

  /** Of every run that artifacts of that name have, the newest first. */
  async allIn(name: string): Promise<ReadonlyMap<string, RecordCopy[]>> {
    const all = new Map<string, RecordCopy[]>();
    for (const artifact of worthReading(await this.#list(name)))
      for (const [run, text] of await this.#read(artifact))
        all.set(run, [...(all.get(run) ?? []), { source: wordsOf(artifact), text }]);
    return all;
  }

  /**
   * What an upload of that name from this workflow run would replace: GitHub keeps one of a name for each.
   *
   * @returns by run; `undefined` where that could not be found out
   */
  async replacedBy(workflowRun: number, name: string): Promise<ReadonlyMap<string, string> | undefined> {
    try {
      const [own] = (await this.#listed(name)).filter(
        (each) => each.workflowRun === workflowRun && !each.expired,
      );
      return own ? await this.#contentsOf(own) : new Map();
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  async #list(name: string): Promise<Artifact[]> {
    try {
      return await this.#listed(name);
    } catch (error) {
      this.#tell(error);
      return [];
    }
  }

  /** Every step of a stage may ask, and nothing new comes to be in a minute. */
  async #listed(name: string): Promise<Artifact[]> {
    const now = this.#world.clock.now();
    const known = this.#named.get(name);
    if (known && Math.abs(secondsBetween(known.at, now)) < KEPT_SECONDS) return known.found;
    const found = this.#world.github.artifactsNamed(name);
    this.#named.set(name, { at: now, found });
    return found;
  }

  async #read(artifact: Artifact): Promise<ReadonlyMap<string, string>> {
    try {
      return await this.#contentsOf(artifact);
    } catch (error) {
      this.#tell(error);
      return new Map();
    }
  }

  #contentsOf(artifact: Artifact): Promise<ReadonlyMap<string, string>> {
    const known = this.#contents.get(artifact.id);
    if (known) return known;
    const read = this.#downloaded(artifact);
    this.#contents.set(artifact.id, read);
    read.catch(() => this.#contents.delete(artifact.id));
    return read;
  }

  async #downloaded(artifact: Artifact): Promise<ReadonlyMap<string, string>> {
    if (artifact.bytes > MOST_ZIP_BYTES) throw tooLarge(artifact, artifact.bytes);
    const pieces: Uint8Array[] = [];
    for await (const piece of await this.#world.github.downloadArtifact(artifact)) pieces.push(piece);
    return recordsIn(artifact, Buffer.concat(pieces));
  }

  #tell(error: unknown): void {
    if (!(error instanceof Problem)) throw error;
    this.#unread += 1;
    if (this.#told) return;
    this.#told = true;
    this.#world.warn(
      `What earlier workflow runs kept of the records could not be read, so it vouches for nothing now: ${error.what} Next: ${error.next}`,
    );
  }
}

/** The newest, and the largest of the others. One of a fork's pull request was made by code that is not ours. */
function worthReading(listed: readonly Artifact[]): Artifact[] {
  const ours = listed.filter(({ isOwn, expired }) => isOwn && !expired);
  const largest = ours.slice(NEWEST).sort((a, b) => b.bytes - a.bytes);
  return [...ours.slice(0, NEWEST), ...largest.slice(0, LARGEST)];
}

async function recordsIn(artifact: Artifact, zip: Buffer): Promise<ReadonlyMap<string, string>> {
  const { openZipIn } = await import('../stores/stored-zip.ts');
  const { bytesSource } = await import('../verify/read/window-source.ts');
  const open = await openZipIn(bytesSource(zip, `artifact ${artifact.id}`));
  try {
    const entries = open.entries.filter(({ name }) => /^[^/]+\.jsonl$/.test(name));
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes > MOST_BYTES) throw tooLarge(artifact, bytes);
    const records = new Map<string, string>();
    for (const { name } of entries) {
      const pieces: Uint8Array[] = [];
      await open.read(name, (piece) => void pieces.push(Uint8Array.from(piece)));
      records.set(name.slice(0, -'.jsonl'.length), Buffer.concat(pieces).toString('utf8'));
    }
    return records;
  } finally {
    await open.close();
  }
}

const wordsOf = ({ name, id, workflowRun }: Artifact): string =>
  `artifact ${name} (${id}) of workflow run ${workflowRun ?? 'unknown'}`;

const tooLarge = (artifact: Artifact, bytes: number): Problem =>
  new Problem({
    code: 'record-too-large',
    kind: 'refused',
    what: `${wordsOf(artifact)} has ${bytes} bytes, more than any record.`,
    next: 'Look at what that workflow run uploaded, and delete it if it is not a record.',
  });
