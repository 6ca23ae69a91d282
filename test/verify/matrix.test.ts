// Over ten seconds: every kind of damage is done to every kind of file.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { FileVerdict, TreeVerdict } from '../../src/verify/index.ts';
import { allCases, DAMAGE_NAMES, type FormatCase, type OracleRow, type SetCase } from './cases.ts';
import { damage } from './damages.ts';
import { type Options, sha256Of, verify } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';

const { formats, sets } = await allCases();

/** Damages that leave bytes which only a checksum can tell from the right ones. */
const SILENT = new Set(['flip', 'hole', 'zero-tail', 'crlf']);

const SHORT: Record<string, string> = {
  fail: 'fail',
  inconclusive: 'incon',
  'pass-degraded': 'digest',
  pass: 'PASS',
};
const rows: string[][] = [];
const setLines: string[] = [];

after(() => {
  const heading = ['', ...DAMAGE_NAMES];
  const widths = heading.map((_name, i) => Math.max(...[heading, ...rows].map((row) => row[i]?.length ?? 0)));
  const lines = [heading, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  console.log(
    [
      'What each damage does to each format. fail, incon(clusive): seen without a manifest digest. digest: only the digest sees it,',
      'without one the verdict is degraded. ok: still whole by the rules of the format. -: no place for it in this file.',
      ...lines,
      '',
      'Of sets each file is cut, halved, emptied, appended to, flipped and taken away, and files of one size are exchanged:',
      ...setLines,
    ]
      .map((line) => `show: ${line}`)
      .join('\n'),
  );
});

const optionsOf = ({ options }: { options?: Partial<Options> }): Options => ({
  role: 'model',
  table: true,
  ...options,
});

const sameTable = (verdict: FileVerdict, expected: readonly OracleRow[]) => {
  const plain = (row: OracleRow) =>
    `${row.name} ${row.dtype} [${row.shape.join(', ')}] ${row.fingerprint ?? 'no fingerprint'}`;
  assert.deepEqual((verdict.table ?? []).map(plain).sort(), expected.map(plain).sort());
};

for (const each of formats) {
  describe(`${each.format}: ${each.name}`, () => {
    const bytes = each.bytes();
    const digest = sha256Of(bytes);

    it('raises no alarm while it is undamaged [P5-04]', async () => {
      const alone = await verify(bytes, optionsOf(each));
      assert.equal(alone.format, each.format, JSON.stringify(alone.reasons));
      assert.equal(alone.verdict, each.verdict, JSON.stringify(alone.reasons));
      const known = await verify(bytes, { ...optionsOf(each), sha256: digest });
      assert.equal(known.verdict, each.verdictWithDigest ?? 'pass', JSON.stringify(known.reasons));
      assert.equal(known.counts, true);
      assert.ok(known.level >= known.requiredLevel, `${known.level}, needs ${known.requiredLevel}`);
    });

    const { table } = each;
    if (table !== undefined) {
      it('holds the tensors that its own library reads', async () => {
        sameTable(await verify(bytes, optionsOf(each)), table);
      });
    }

    it('lets no damage pass [P5-04] [P5-07]', async () => {
      const row = [`${each.format} ${each.name}`];
      for (const name of DAMAGE_NAMES) row.push(await judge(each, bytes, digest, name));
      rows.push(row);
    });
  });
}

/** The cell of the matrix; throws when the damage gets through. */
async function judge(
  each: FormatCase,
  bytes: Uint8Array,
  digest: string,
  name: (typeof DAMAGE_NAMES)[number],
) {
  const damaged = damage(name, bytes, each);
  if (damaged === undefined) return '-';
  const known = await verify(damaged, { ...optionsOf(each), sha256: digest });
  assert.equal(known.verdict, 'fail', `${name} with the digest: ${JSON.stringify(known.reasons)}`);
  const alone = await verify(damaged, optionsOf(each));
  const why = `${name} without a digest: ${alone.verdict} ${JSON.stringify(alone.reasons)}`;
  if (each.harmless?.[name] !== undefined) return 'ok';
  const guarded = each.payload?.guarded === true || each.verdict === 'pass';
  if (SILENT.has(name) && !guarded) assert.notEqual(alone.verdict, 'pass', why);
  else assert.ok(alone.verdict === 'fail' || alone.verdict === 'inconclusive', why);
  return SHORT[alone.verdict] ?? alone.verdict;
}

type Files = ReadonlyMap<string, Uint8Array>;

const with_ = (files: Files, path: string, bytes: Uint8Array | undefined): Files => {
  const copy = new Map(files);
  if (bytes === undefined) copy.delete(path);
  else copy.set(path, bytes);
  return copy;
};

const allCount = ({ files, sets: found }: TreeVerdict): boolean =>
  [...files, ...found].every((verdict) => verdict.counts) && files.length > 0;

const show = ({ files, sets: found }: TreeVerdict): string =>
  JSON.stringify(
    [...files, ...found].map(({ label, format, verdict, reasons }) => ({ label, format, verdict, reasons })),
  );

for (const each of sets) {
  describe(`set ${each.kind}: ${each.name}`, () => {
    const files = each.files();
    const digests = digestsOf(files);
    const options = { role: each.role ?? 'model', table: true, ...each.options } as const;

    it('raises no alarm while it is whole [P5-04]', async () => {
      const alone = await verifyFiles(files, options);
      const set = alone.sets.find(({ label, format }) => label === each.root && format === each.kind);
      assert.ok(set, show(alone));
      assert.equal(set.verdict, each.verdict, show(alone));
      assert.ok(allCount(alone), show(alone));
      const known = await verifyFiles(files, { ...options, digests });
      const proven = known.sets.find(({ label, format }) => label === each.root && format === each.kind);
      assert.equal(proven?.verdict, each.verdictWithDigest ?? 'pass', show(known));
      assert.ok(allCount(known), show(known));
      if (each.table !== undefined) sameTable(set, each.table);
    });

    it('lets no damage of one of its files pass [P5-04]', async () => {
      for (const [path, bytes] of files) await judgeFile(each, files, path, bytes);
      const free = Object.keys(each.optional ?? {}).length;
      setLines.push(
        `${each.kind} ${each.name}: ${files.size} files, none of it counts${free > 0 ? `; ${free} may be absent` : ''}`,
      );
    });

    it('lets no exchange of two of its files pass', async () => {
      for (const [a, b] of pairs(each, files)) {
        const swapped = with_(with_(files, a, files.get(b)), b, files.get(a));
        const verdict = await verifyFiles(swapped, options);
        assert.ok(!allCount(verdict), `${a} and ${b} exchanged: ${show(verdict)}`);
      }
    });
  });
}

async function judgeFile(each: SetCase, files: Files, path: string, bytes: Uint8Array): Promise<void> {
  const digests = digestsOf(files);
  const options = { role: each.role ?? 'model', ...each.options } as const;
  if (each.optional?.[path] === undefined) {
    const verdict = await verifyFiles(with_(files, path, undefined), { ...options, digests });
    assert.ok(!allCount(verdict), `${path} missing: ${show(verdict)}`);
  }
  const middle = bytes.slice();
  middle[bytes.length >> 1] = (middle[bytes.length >> 1] ?? 0) ^ 0x10;
  const damaged: [string, Uint8Array][] = [
    ['cut', bytes.subarray(0, -1)],
    ['half', bytes.subarray(0, bytes.length >> 1)],
    ['empty', new Uint8Array(0)],
    ['appended', new Uint8Array(Buffer.concat([bytes, new Uint8Array(100)]))],
    ['flip', middle],
  ];
  for (const [name, content] of damaged) {
    const known = await verifyFiles(with_(files, path, content), { ...options, digests });
    assert.ok(!allCount(known), `${path} ${name} with digests: ${show(known)}`);
    const alone = await verifyFiles(with_(files, path, content), { ...options, allowDegraded: false });
    assert.ok(!allCount(alone), `${path} ${name} without digests: ${show(alone)}`);
  }
}

/** Files of one size that are not the same. */
function pairs(each: SetCase, files: Files): [string, string][] {
  const paths = [...files.keys()].filter((path) => each.exchangeable?.[path] === undefined);
  return paths.flatMap((a, i) =>
    paths.slice(i + 1).flatMap((b): [string, string][] => {
      const [first, second] = [files.get(a), files.get(b)];
      const sameSize = first !== undefined && second !== undefined && first.length === second.length;
      return sameSize && Buffer.compare(first, second) !== 0 ? [[a, b]] : [];
    }),
  );
}
