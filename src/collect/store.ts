import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Json } from '../canonical.ts';
import type { EvidenceNow } from '../lease/warrant.ts';
import { Problem } from '../problem.ts';
import { DiskWorker } from './disk-worker.ts';
import { refusedBelow, syncDirectory } from './local-tree.ts';
import { type ManifestRow, manifestText, pathFault, printable } from './manifest.ts';
import { writeDurably } from './partial-file.ts';
import {
  checkSeal,
  type FileNow,
  type SealInput,
  type Sealing,
  sealedFiles,
  type VerdictRow,
} from './seal.ts';

/** `+` is in no cell's and no run's name, so nothing of ours meets a cell's directory. */
export const EVIDENCE = '+evidence';
const QUARANTINE = '+quarantine';

/** What is in a cell's directory against what should be. Nothing is exempt: no `.tmp`, no link, no empty directory's file. */
export interface ExactRoster {
  exact: boolean;
  missing: string[];
  unexpected: string[];
  /** Links, sockets and the like, by path. */
  notPlain: string[];
}

/**
 * Where the artifacts of one run live on this machine:
 *
 *     <dir>/<run>/<cell>/...                     as pulled
 *     <dir>/<run>/+evidence/manifest.json, verdicts.json, seal.json
 *     <dir>/<run>/+evidence/<cell>.<attempt>.log      what it printed, without secrets; `+setup` and `+data` before all cells
 *     <dir>/<run>/+evidence/logs.json                 how far each of these was brought
 *     <dir>/<run>/+evidence/statement.json, subjects.sha256, model.json   what the seal attests
 *     <dir>/<run>/+quarantine/<cell>/<path>      rejected, with <path>.reason.json beside it
 *
 * Sealed content is write-once: another run id is the only way to other bytes.
 */
export class RunStore {
  readonly root: string;
  readonly run: string;

  /** @throws RangeError for names that could leave the directory */
  constructor(dir: string, run: string) {
    this.run = safeName(run);
    this.root = join(dir, run);
  }

  get evidenceDir(): string {
    return join(this.root, EVIDENCE);
  }

  cellDir(cell: string): string {
    return join(this.root, safeName(cell));
  }

  /** @throws Problem `sealed` when the run is sealed: nothing may be pulled over it */
  requireUnsealed(): void {
    const seal = this.readSeal();
    if (seal === undefined) return;
    throw new Problem({
      code: 'sealed',
      kind: 'refused',
      what: `Run ${this.run} is sealed as ${seal.seal.slice(0, 8)}; its artifacts in ${this.root} are write-once.`,
      next: 'Start another run for other results. If an artifact is damaged, the check before the release breaks the seal and says so.',
    });
  }

  /** Compares a cell's directory with the manifest: every file, whatever it is called. */
  exactRoster(cell: string, paths: readonly string[]): ExactRoster {
    const expected = new Set(paths);
    const found: ExactRoster = { exact: false, missing: [], unexpected: [], notPlain: [] };
    const dir = this.cellDir(cell);
    for (const [path, plain] of filesBelow(dir)) {
      if (!plain) found.notPlain.push(path);
      else if (!expected.delete(path)) found.unexpected.push(path);
      if (!plain) expected.delete(path);
    }
    found.missing = [...expected].sort();
    found.exact = [found.missing, found.unexpected, found.notPlain].every((list) => list.length === 0);
    return found;
  }

  /** Puts a rejected file aside with its reason; nothing ever empties that place. Returns where it is now. */
  async quarantine(cell: string, path: string, attempt: string, reason: string): Promise<string> {
    this.requireUnsealed();
    if (pathFault(path) !== undefined) throw new RangeError(`${printable(path)} ${pathFault(path)}`);
    const place = join(this.root, QUARANTINE, safeName(cell), safeName(attempt), path);
    let aside = place;
    for (let n = 2; lstatSync(aside, { throwIfNoEntry: false }) !== undefined; n++) aside = `${place}~${n}`;
    await mkdir(dirname(aside), { recursive: true });
    await writeDurably(
      `${aside}.reason.json`,
      `${JSON.stringify({ run: this.run, cell, path, attempt, reason })}\n`,
    );
    await rename(join(this.cellDir(cell), path), aside);
    syncDirectory(dirname(aside));
    return aside;
  }

  async writeManifest(rows: readonly ManifestRow[]): Promise<void> {
    this.requireUnsealed();
    await this.#write('manifest.json', manifestText(this.run, rows));
  }

  /** What the box had installed, as `pip freeze` says it; no login that stands in an address. */
  async writeInstalled(text: string): Promise<void> {
    this.requireUnsealed();
    await this.#write('installed.txt', text.replaceAll(/\/\/[^\s/@]*@/g, '//'));
  }

  /** The keeper's rows of memory over time. */
  async writeMemory(text: string): Promise<void> {
    this.requireUnsealed();
    await this.#write('memory.tsv', text);
  }

  async writeVerdicts(rows: readonly VerdictRow[]): Promise<void> {
    this.requireUnsealed();
    await this.#write(
      'verdicts.json',
      `${JSON.stringify({ run: this.run, verdicts: rows }, undefined, 2)}\n`,
    );
  }

  /**
   * Stores a seal with the evidence it was made from. The same seal again is fine.
   *
   * @throws Problem `sealed` when another one is there
   */
  async writeSeal(input: SealInput, sealing: Extract<Sealing, { sealed: true }>): Promise<void> {
    if (this.readSeal()?.seal === sealing.seal) return;
    this.requireUnsealed();
    await this.writeManifest(input.manifest);
    await this.writeVerdicts(input.verdicts);
    await this.#write('seal.json', `${JSON.stringify({ seal: sealing.seal, document: sealing.document })}\n`);
  }

  /** What the seal attests, by file name: it speaks of the seal, and is no part of it. */
  async writeStatements(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(texts)) await this.#write(name, text);
  }

  readSeal(): { seal: string; document: Json } | undefined {
    const path = join(this.root, EVIDENCE, 'seal.json');
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    try {
      const { seal, document } = JSON.parse(readFileSync(path, 'utf8'));
      return { seal: String(seal), document };
    } catch {
      return { seal: 'unreadable', document: null };
    }
  }

  /** Hashes every sealed artifact again. Without a stored seal there is nothing that could match the ledger's. */
  async checkSeal(): Promise<EvidenceNow> {
    const stored = this.readSeal();
    if (stored === undefined) return { seal: 'none', problems: [] };
    const now = new Map<string, FileNow>();
    const disk = new DiskWorker();
    try {
      for (const { cell, path } of sealedFiles(stored.document) ?? [])
        now.set(`${cell}/${path}`, await this.#hash(disk, cell, path));
    } finally {
      await disk.close();
    }
    return checkSeal(stored.document, (cell, path) => now.get(`${cell}/${path}`));
  }

  /** The seal no longer holds: it is put aside with the reason, so that no later look takes it for proof (D-06). */
  async breakSeal(why: string): Promise<void> {
    const stored = this.readSeal();
    if (stored === undefined) return;
    const aside = join(this.root, QUARANTINE, `${EVIDENCE}-${stored.seal.slice(0, 8)}.json`);
    await mkdir(dirname(aside), { recursive: true });
    await writeDurably(aside, `${JSON.stringify({ ...stored, broken: why })}\n`);
    await rm(join(this.root, EVIDENCE, 'seal.json'));
    syncDirectory(join(this.root, EVIDENCE));
  }

  async readVerdicts(): Promise<VerdictRow[]> {
    const text = await readFile(join(this.root, EVIDENCE, 'verdicts.json'), 'utf8');
    return (JSON.parse(text) as { verdicts: VerdictRow[] }).verdicts;
  }

  async #hash(disk: DiskWorker, cell: string, path: string): Promise<FileNow> {
    let at = this.cellDir(cell);
    for (const name of path.split('/').slice(0, -1)) {
      at = join(at, name);
      if (!lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    }
    const file = join(this.cellDir(cell), path);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    return { bytes: stats.size, sha256: await disk.hash(file, stats.size) };
  }

  async #write(name: string, text: string): Promise<void> {
    const dir = join(this.root, EVIDENCE);
    try {
      await mkdir(dir, { recursive: true });
      await writeDurably(join(dir, name), text);
      syncDirectory(dir);
    } catch (error) {
      await refusedBelow(this.root, error);
    }
  }
}

function safeName(name: string): string {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(name) || name === '.' || name === '..') {
    throw new RangeError(`${JSON.stringify(printable(name))} cannot name a directory`);
  }
  return name;
}

/** Every entry that is no directory, links not followed, in order: [path, is a plain file]. */
function filesBelow(dir: string, above = ''): [string, boolean][] {
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): [string, boolean][] => {
      const path = `${above}${entry.name}`;
      return entry.isDirectory() ? filesBelow(join(dir, entry.name), `${path}/`) : [[path, entry.isFile()]];
    });
}
