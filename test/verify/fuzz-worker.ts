import { writeSync } from 'node:fs';
import { allCases, type FormatCase, type SetCase } from './cases.ts';
import { sha256Of, verify } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';
import { mutate } from './mutants.ts';

/**
 * Verifies mutants of every case, in a process of its own so that a hang or an exhausted memory can be told from outside:
 * `fuzz-worker.ts MUTANTS FIRST_SEED [PART-OF-NAME]`. Prints lines of JSON: where it is, and each case's outcome.
 */
const [mutantsInAll = '0', firstSeed = '1', part = ''] = process.argv.slice(2);
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

async function fuzz(each: FormatCase, mutants: number) {
  const bytes = each.bytes();
  const digest = sha256Of(bytes);
  const options = { role: 'model', ...each.options } as const;
  const whole = await verify(bytes, options);
  const meaning = each.meaning?.(bytes);
  const troubles: string[] = [];
  const verdicts: Record<string, number> = {};
  let peakBytes = 0;
  const first = Number(firstSeed);
  for (let seed = first; seed < first + mutants && troubles.length < 10; seed += 1) {
    if (seed % 64 === 1) say({ at: seed, case: `${each.format} ${each.name}` });
    const mutant = mutate(bytes, seed);
    if (Buffer.compare(mutant, bytes) === 0) continue;
    try {
      const given = seed % 8 === 0;
      const verdict = await verify(mutant, { ...options, ...(given ? { sha256: digest } : {}) });
      verdicts[verdict.verdict] = (verdicts[verdict.verdict] ?? 0) + 1;
      const crashed = verdict.reasons.find(({ code }) => code === 'read-failed');
      const same =
        (whole.tensorsDigest !== undefined && verdict.tensorsDigest === whole.tensorsDigest) ||
        (verdict.verdict === 'pass' && meaning !== undefined && each.meaning?.(mutant) === meaning);
      if (given && verdict.verdict !== 'fail')
        troubles.push(`seed ${seed}: ${verdict.verdict} although the digest differs`);
      // A crash inside the verifier is told as this reason; it must never be how a broken file is found out.
      else if (crashed) troubles.push(`seed ${seed}: ${crashed.what}`);
      else if (!given && verdict.verdict === 'pass' && !(same && verdict.format === whole.format))
        troubles.push(`seed ${seed}: passes as ${verdict.format} and is not the same`);
      else if (!given && !same && isGuarded(each, bytes, mutant) && verdict.level >= 'L1')
        troubles.push(`seed ${seed}: reaches ${verdict.level} although a guarded payload differs`);
      else if (verdict.bytesRead > 16 * mutant.length + 2 ** 22)
        troubles.push(`seed ${seed}: read ${verdict.bytesRead} of ${mutant.length} bytes`);
    } catch (error) {
      troubles.push(`seed ${seed}: threw ${error instanceof Error ? error.stack : String(error)}`);
    }
    if (seed % 256 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }
  return { troubles, verdicts, peakBytes };
}

/** Whether nothing was changed but the payload of a file that is under checksums throughout. */
function isGuarded({ payload, verdict }: FormatCase, bytes: Uint8Array, mutant: Uint8Array): boolean {
  if (payload?.guarded !== true || verdict !== 'pass' || mutant.length !== bytes.length) return false;
  const { from, to } = payload;
  return bytes.every((byte, i) => byte === mutant[i] || (i >= from && i < to));
}

/** One file of a set at a time; the others are as they were. */
async function fuzzSet(each: SetCase, mutants: number) {
  const files = each.files();
  const paths = [...files.keys()];
  const digests = digestsOf(files);
  const options = { role: each.role ?? 'model', ...each.options } as const;
  const troubles: string[] = [];
  const verdicts: Record<string, number> = {};
  const first = Number(firstSeed);
  for (let seed = first; seed < first + mutants && troubles.length < 10; seed += 1) {
    if (seed % 16 === 1) say({ at: seed, case: `set ${each.kind} ${each.name}` });
    const path = paths[seed % paths.length] ?? '';
    const bytes = files.get(path) ?? new Uint8Array(0);
    const mutant = mutate(bytes, seed);
    if (Buffer.compare(mutant, bytes) === 0) continue;
    try {
      const given = seed % 3 === 0;
      const verdict = await verifyFiles(new Map(files).set(path, mutant), {
        ...options,
        ...(given ? { digests } : {}),
      });
      const all = [...verdict.files, ...verdict.sets];
      const crashed = all.flatMap(({ reasons }) => reasons).find(({ code }) => code === 'read-failed');
      const bad = all.find((one) => !one.counts);
      verdicts[bad?.verdict ?? 'counts'] = (verdicts[bad?.verdict ?? 'counts'] ?? 0) + 1;
      if (crashed) troubles.push(`seed ${seed}, ${path}: ${crashed.what}`);
      else if (given && bad === undefined)
        troubles.push(`seed ${seed}, ${path}: counts although a digest differs`);
    } catch (error) {
      troubles.push(`seed ${seed}, ${path}: threw ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return { troubles, verdicts, peakBytes: process.memoryUsage().rss };
}

const { formats, sets } = await allCases();
const chosen = formats.filter(({ format, name }) => `${format} ${name}`.includes(part));
const shares = chosen.reduce((sum, { fuzz: share = 1 }) => sum + share, 0);
for (const each of chosen) {
  const mutants = Math.ceil((Number(mutantsInAll) * (each.fuzz ?? 1)) / shares);
  say({ case: `${each.format} ${each.name}`, mutants, outcome: await fuzz(each, mutants) });
}
const chosenSets = sets.filter(({ kind, name }) => `set ${kind} ${name}`.includes(part));
for (const each of chosenSets) {
  // A set is several files and costs as much more.
  const mutants = Math.ceil((Number(mutantsInAll) * 0.05) / chosenSets.length);
  say({ case: `set ${each.kind} ${each.name}`, mutants, outcome: await fuzzSet(each, mutants) });
}
