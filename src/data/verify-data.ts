import { createHash } from 'node:crypto';
import { LEVEL_NEEDED, type Role } from '../evidence-level.ts';
import type { DataRule } from '../job/job.ts';
import { Problem, Problems } from '../problem.ts';
import { quoted } from '../secret/shape.ts';
import { roleOfSourceApart, verifyTreeApart } from '../verify/apart/apart.ts';
import type { RangeSource } from '../verify/contract/source.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import { roleByName } from '../verify/engine/role-guess.ts';
import type { FileTask } from '../verify/engine/verify-tree.ts';
import { openHttpSource } from '../verify/read/http-source.ts';
import type { DataWorld } from './answers.ts';
import type { FetchFile, FetchSource, Proof } from './fetch-plan.ts';

/** Round trips cost more than memory. */
const CHUNK_BYTES = 8 * 1024 ** 2;
/** Of a file over a line: a disk's time for it would be a verdict on the line. */
const PATIENT = { wallSeconds: 900, wallBytesPerSecond: 1e6 };
const MOST_NAMED = 5;

interface Work {
  rule: DataRule & { verify: NonNullable<DataRule['verify']> };
  source: FetchSource;
  world: DataWorld;
}

/**
 * Reads by ranges what `verify` of the job's data asks for, where it lies, before anything is rented for it. Nothing is kept here.
 * What is read is held against the very digests that the box proves when it has fetched: it trains on what was verified.
 *
 * @throws Problems `data-not-verifiable` where a source gives no digest, size or ranges; `data-unfit` for what does not reach its level
 */
export async function verifyData(
  rules: readonly DataRule[],
  sources: readonly FetchSource[],
  world: DataWorld,
): Promise<void> {
  const problems: Problem[] = [];
  for (const source of sources) {
    const rule = rules.find(({ to }) => to === source.to);
    if (rule?.verify === undefined) continue;
    const found = await problemIn({ rule: { ...rule, verify: rule.verify }, source, world });
    if (found) problems.push(found);
  }
  const [first, ...rest] = problems;
  if (first) throw rest.length === 0 ? first : new Problems([first, ...rest]);
}

async function problemIn(work: Work): Promise<Problem | undefined> {
  const { source } = work;
  const loose = source.files.filter(({ proof, bytes }) => proof.by === 'nothing' || bytes === undefined);
  if (loose.length > 0)
    return notVerifiable(
      source.from,
      `of ${loose.length} of its ${source.files.length} files, such as ${quoted(loose[0]?.path ?? '')}, nothing says digest and size, and the box could get other bytes than were verified`,
    );
  try {
    const tasks = new Map<string, FileTask>();
    for (const file of source.files.filter(isMeant)) tasks.set(file.path, await taskOf(work, file));
    return unfit(work, await verdictsOn(work, tasks));
  } catch (error) {
    work.world.signal.throwIfAborted();
    if (error instanceof Problem && error.code !== 'not-readable') return error;
    if (error instanceof Problem || error instanceof RangeError)
      return notVerifiable(source.from, error.message.split('\n')[0] ?? '');
    throw error;
  }
}

/** An empty file of no known name, such as `.gitkeep`, is meant to be empty. */
const isMeant = ({ path, bytes }: FetchFile): boolean =>
  bytes !== 0 || (roleByName(path) ?? 'opaque') !== 'opaque';

async function verdictsOn({ source, ...work }: Work, tasks: Map<string, FileTask>): Promise<FileVerdict[]> {
  const byPath = new Map(source.files.map((file) => [file.path, file]));
  const { files, sets } = await verifyTreeApart(
    {
      label: source.from,
      files: source.files.map(({ path, bytes = 0 }) => ({ path, sizeBytes: bytes })),
      open: (path) => opened({ source, ...work }, byPath.get(path)),
    },
    {
      taskOf: (path) => tasks.get(path),
      chunkBytes: CHUNK_BYTES,
      signal: work.world.signal,
      budgets: PATIENT,
    },
  );
  return [...files, ...sets];
}

/** What is no file for tensors, tables or text has no structure that could be judged: of it every byte is held against the digest. */
async function taskOf(work: Work, file: FetchFile): Promise<FileTask> {
  const role = roleByName(file.path) ?? (await roleByContent(work, file));
  const needed = LEVEL_NEEDED[role] === 'L1' ? 'L1' : work.rule.verify;
  return {
    role,
    roleFrom: 'guessed',
    contains: [],
    allowDegraded: false,
    requiredLevel: needed,
    ...(await digestFor(work, file)),
  };
}

async function roleByContent(work: Work, file: FetchFile): Promise<Role> {
  const source = await opened(work, file);
  try {
    return await roleOfSourceApart(source, work.world.signal);
  } finally {
    await source.close();
  }
}

/** The verifier knows SHA-256 alone; where a source says another digest, the file is read once more for that. */
async function digestFor(work: Work, file: FetchFile): Promise<Pick<FileTask, 'sha256' | 'alreadyHashed'>> {
  const { proof } = file;
  if (proof.by === 'sha256') return { sha256: proof.digest };
  if (proof.by === 'nothing') return {};
  const { sha256, digest } = await digestsOf(await opened(work, file), proof);
  if (digest === proof.digest) return { sha256, alreadyHashed: sha256 };
  throw unfitProblem(work.source.from, [
    `${quoted(file.path)} is ${proof.by} ${digest}, and its source says ${proof.digest}`,
  ]);
}

async function digestsOf(
  source: RangeSource,
  { by }: Exclude<Proof, { by: 'nothing' }>,
): Promise<{ sha256: string; digest: string }> {
  const all = createHash('sha256');
  const own = createHash(by === 'git-sha1' ? 'sha1' : by);
  if (by === 'git-sha1') own.update(`blob ${source.sizeBytes}\0`);
  try {
    for (let at = 0; at < source.sizeBytes; at += CHUNK_BYTES) {
      const piece = await source.read(at, Math.min(CHUNK_BYTES, source.sizeBytes - at));
      all.update(piece);
      own.update(piece);
    }
  } finally {
    await source.close();
  }
  return { sha256: all.digest('hex'), digest: own.digest('hex') };
}

/** A file without a byte has no range to ask for. */
async function opened(
  { rule, source, world }: Omit<Work, 'rule'> & { rule: DataRule },
  file: FetchFile | undefined,
): Promise<RangeSource> {
  if (file === undefined) throw new RangeError('no such file is listed');
  const token = rule.token === undefined ? undefined : world.secret(rule.token);
  const { path: label, bytes = 0 } = file;
  if (bytes === 0) return { label, sizeBytes: 0, read: async () => new Uint8Array(0), close: async () => {} };
  const opened = await openHttpSource(file.url, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: world.signal,
    fetch: world.fetch,
    clock: world.clock,
  });
  if (opened.sizeBytes === bytes) return opened;
  throw unfitProblem(source.from, [
    `${quoted(label)} has ${opened.sizeBytes} bytes, and ${bytes} are listed`,
  ]);
}

function unreadIn({ label, reasons }: FileVerdict): string | undefined {
  if (reasons.some(({ severity }) => severity === 'fail')) return undefined;
  const bound = reasons.find(({ code }) => code === 'over-budget');
  return bound && `${quoted(label)} ${bound.what}`;
}

function unfit({ rule, source }: Work, verdicts: readonly FileVerdict[]): Problem | undefined {
  const bad = verdicts.filter(({ counts }) => !counts);
  if (bad.length === 0) return undefined;
  const unread = bad.map(unreadIn);
  // A slow line or a file beyond our bounds says nothing of the data; beside a file that is broken it decides nothing.
  if (unread[0] !== undefined && !unread.includes(undefined)) return notVerifiable(source.from, unread[0]);
  const told = bad.slice(0, MOST_NAMED).map(({ label, verdict, reasons }) => {
    const why =
      reasons.find(({ severity }) => severity === 'fail' || severity === 'inconclusive') ?? reasons[0];
    return `${quoted(label)} is ${verdict === 'fail' ? 'not' : 'not surely'} whole to ${rule.verify}${why ? `: ${why.what} (${why.code}${why.found === undefined ? '' : `, ${quoted(why.found)}`})` : ''}`;
  });
  const more = bad.length > MOST_NAMED ? [`and ${bad.length - MOST_NAMED} more`] : [];
  return unfitProblem(source.from, [...told, ...more]);
}

const unfitProblem = (from: string, told: readonly string[]): Problem =>
  new Problem({
    code: 'data-unfit',
    kind: 'refused',
    what: `${from}: ${told.join('; ')}. Nothing was rented for it.`,
    next: 'Take another revision or source of it; a pickle that runs code is best had as safetensors. Without `verify` the box fetches it by its digest alone.',
  });

const notVerifiable = (from: string, why: string): Problem =>
  new Problem({
    code: 'data-not-verifiable',
    kind: 'refused',
    what: `${from} cannot be verified before anything is rented: ${why}.`,
    next: 'Name its `sha256`, take a source that says its digests and answers ranges (the Hub, S3), or leave `verify` out.',
  });
