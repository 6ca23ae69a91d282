import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/github/record-artifacts.ts
var RECORDS_OF_A_LOOK = "gpu-lease-records";
var recordArtifactOf = (run) => `gpu-lease-record-${run}`;
var NEWEST = 3;
var LARGEST = 2;
var KEPT_SECONDS = 60;
var MOST_ZIP_BYTES = 16 * 1024 ** 2;
var MOST_BYTES = 64 * 1024 ** 2;
var RecordArtifacts = class {
  #world;
  #named = /* @__PURE__ */ new Map();
  /** By artifact id: what was uploaded never changes. */
  #contents = /* @__PURE__ */ new Map();
  /** How often something that is there could not be read. */
  #unread = 0;
  #told = false;
  constructor(world) {
    this.#world = world;
  }
  /** Of one run, in artifacts of these names. Empty where GitHub does not answer. */
  async copiesOf(run, names) {
    const found = [];
    const unread = this.#unread;
    for (const name of names) found.push(...(await this.allIn(name)).get(run) ?? []);
    return this.#unread === unread ? found : found.map((copy) => ({ ...copy, amongUnread: true }));
  }
  /** The runs in the newest artifact of that name: those of which it was said last. */
  async newestOf(name) {
    const [newest] = worthReading(await this.#list(name));
    return new Set(newest ? (await this.#read(newest)).keys() : []);
  }
  /** Of every run that artifacts of that name have, the newest first. */
  async allIn(name) {
    const all = /* @__PURE__ */ new Map();
    for (const artifact of worthReading(await this.#list(name)))
      for (const [run, text] of await this.#read(artifact))
        all.set(run, [...all.get(run) ?? [], { source: wordsOf(artifact), text }]);
    return all;
  }
  /**
   * What an upload of that name from this workflow run would replace: GitHub keeps one of a name for each.
   *
   * @returns by run; `undefined` where that could not be found out
   */
  async replacedBy(workflowRun, name) {
    try {
      const [own] = (await this.#listed(name)).filter(
        (each) => each.workflowRun === workflowRun && !each.expired
      );
      return own ? await this.#contentsOf(own) : /* @__PURE__ */ new Map();
    } catch (error) {
      this.#tell(error);
      return void 0;
    }
  }
  async #list(name) {
    try {
      return await this.#listed(name);
    } catch (error) {
      this.#tell(error);
      return [];
    }
  }
  /** Every step of a stage may ask, and nothing new comes to be in a minute. */
  async #listed(name) {
    const now = this.#world.clock.now();
    const known = this.#named.get(name);
    if (known && Math.abs(secondsBetween(known.at, now)) < KEPT_SECONDS) return known.found;
    const found = this.#world.github.artifactsNamed(name);
    this.#named.set(name, { at: now, found });
    return found;
  }
  async #read(artifact) {
    try {
      return await this.#contentsOf(artifact);
    } catch (error) {
      this.#tell(error);
      return /* @__PURE__ */ new Map();
    }
  }
  #contentsOf(artifact) {
    const known = this.#contents.get(artifact.id);
    if (known) return known;
    const read = this.#downloaded(artifact);
    this.#contents.set(artifact.id, read);
    read.catch(() => this.#contents.delete(artifact.id));
    return read;
  }
  async #downloaded(artifact) {
    if (artifact.bytes > MOST_ZIP_BYTES) throw tooLarge(artifact, artifact.bytes);
    const pieces = [];
    for await (const piece of await this.#world.github.downloadArtifact(artifact)) pieces.push(piece);
    return recordsIn(artifact, Buffer.concat(pieces));
  }
  #tell(error) {
    if (!(error instanceof Problem)) throw error;
    this.#unread += 1;
    if (this.#told) return;
    this.#told = true;
    this.#world.warn(
      `What earlier workflow runs kept of the records could not be read, so it vouches for nothing now: ${error.what} Next: ${error.next}`
    );
  }
};
function worthReading(listed) {
  const ours = listed.filter(({ isOwn, expired }) => isOwn && !expired);
  const largest = ours.slice(NEWEST).sort((a, b) => b.bytes - a.bytes);
  return [...ours.slice(0, NEWEST), ...largest.slice(0, LARGEST)];
}
async function recordsIn(artifact, zip) {
  const { openZipIn } = await import("./stores-stored-zip.mjs");
  const { bytesSource } = await import("./verify-read-window-source.mjs");
  const open = await openZipIn(bytesSource(zip, `artifact ${artifact.id}`));
  try {
    const entries = open.entries.filter(({ name }) => /^[^/]+\.jsonl$/.test(name));
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes > MOST_BYTES) throw tooLarge(artifact, bytes);
    const records = /* @__PURE__ */ new Map();
    for (const { name } of entries) {
      const pieces = [];
      await open.read(name, (piece) => void pieces.push(Uint8Array.from(piece)));
      records.set(name.slice(0, -".jsonl".length), Buffer.concat(pieces).toString("utf8"));
    }
    return records;
  } finally {
    await open.close();
  }
}
var wordsOf = ({ name, id, workflowRun }) => `artifact ${name} (${id}) of workflow run ${workflowRun ?? "unknown"}`;
var tooLarge = (artifact, bytes) => new Problem({
  code: "record-too-large",
  kind: "refused",
  what: `${wordsOf(artifact)} has ${bytes} bytes, more than any record.`,
  next: "Look at what that workflow run uploaded, and delete it if it is not a record."
});

export {
  RECORDS_OF_A_LOOK,
  recordArtifactOf,
  RecordArtifacts
};
