import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PickleSkim } from '../../src/verify/pickle/skim.ts';
import { growth, LINEAR } from '../growth.ts';
import { joined, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { tarFile } from './tar-writer.ts';
import { EVIL, PADDINGS, type Padding, textProgram } from './text-programs.ts';
import { zipFile } from './zip-writer.ts';

const KIB = 1024;
/** Around what is looked at first. */
const SIZES = [0, 64 * KIB - 30, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1];
/** Around what is read at once, alone and behind the first. */
const LONG_SIZES = [1024 * KIB - 10, 1024 * KIB, 1088 * KIB - 10, 1088 * KIB, 3000 * KIB];

const ROLES: Options[] = [
  { role: 'log', label: 'train.log' },
  { role: 'config', label: 'config.yaml' },
  { role: 'metrics', label: 'metrics.csv' },
  { role: 'dataset', label: 'rows.csv' },
  { role: 'model', label: 'model.txt' },
];

async function mustFail(content: Uint8Array, options: Options, imported: boolean): Promise<void> {
  const found = await verifyWithDigest(content, options);
  const why = JSON.stringify([found.format, found.verdict, found.reasons.slice(0, 3)]);
  assert.equal(found.verdict, 'fail', why);
  if (imported) assert.deepEqual(found.imports, ['os.system'], why);
}

const named = (what: string): Padding => {
  const padding = PADDINGS.find((each) => each.what === what);
  assert.ok(padding, what);
  return padding;
};

describe('a program of text behind padding of any length', () => {
  for (const padding of PADDINGS)
    it(`[issue 16] fails, whatever fills it: ${padding.what}`, async () => {
      for (const size of SIZES)
        await mustFail(textProgram(padding, size), { role: 'log', label: 'train.log' }, !padding.refused);
    });

  for (const what of ['one STRING', 'one UNICODE', 'one BINUNICODE', 'comments as STRING lines', 'a log'])
    it(`[issue 16] fails, however long it is: ${what}`, async () => {
      for (const size of LONG_SIZES)
        await mustFail(textProgram(named(what), size), { role: 'log', label: 'train.log' }, true);
    });

  for (const options of ROLES)
    it(`[issue 16] fails in every role: ${options.role} ${options.label}`, async () => {
      for (const what of ['one STRING', 'a log', 'a table', 'a config'])
        await mustFail(textProgram(named(what), 100 * KIB), options, true);
    });

  const evil = textProgram(named('one STRING'), 100 * KIB);
  const long = textProgram(named('one STRING'), 33 * 1024 * KIB);
  for (const { what, content } of [
    { what: 'a zip archive', content: zipFile([{ name: 'notes.txt', data: evil }]) },
    { what: 'a deflated zip archive', content: zipFile([{ name: 'notes', data: evil, deflate: true }]) },
    {
      what: 'a zip archive, where it is too long to be unpacked',
      content: zipFile([{ name: 'notes', data: long, deflate: true }]),
    },
    { what: 'a tar archive', content: tarFile({ name: 'notes.txt', data: evil }) },
    { what: 'a tar archive in gzip', content: gzipSync(tarFile({ name: 'a', data: evil })) },
    { what: 'gzip', content: gzipSync(evil) },
  ])
    it(`[issue 16] fails in every container: ${what}`, async () => {
      await mustFail(new Uint8Array(content), { role: 'archive', label: 'results' }, true);
    });

  it('[issue 16] fails as a member that is one too many to be looked into', async () => {
    const budgets = { membersExamined: 1 };
    const files = [
      { name: 'a.txt', data: Buffer.from('nothing') },
      { name: 'b.txt', data: evil },
    ];
    for (const content of [zipFile(files), tarFile(...files)])
      await mustFail(content, { role: 'archive', label: 'results', budgets }, true);
  });
});

describe('a long text that begins like a program', () => {
  const prose = 'the loss went down and the learning rate with it.\n'.repeat(3000);
  for (const start of [
    '). ',
    '].\n',
    '(V100, one card) ',
    `V${'x'.repeat(200_000)}\n`,
    `S'${'x'.repeat(200_000)}'\n`,
    'N0N0',
    'cat\ndog\n',
    `(V${'x'.repeat(70_000)}\n`,
    'P100 of 8\n0',
    "I1\nS'a'\nNN",
  ])
    it(`[issue 16] is a text: ${JSON.stringify(start.slice(0, 20))}`, async () => {
      const { format, verdict, reasons } = await verify(start + prose, { role: 'log', label: 'train.log' });
      assert.deepEqual([format, verdict], ['text', 'pass-degraded'], JSON.stringify(reasons[0]));
    });

  it('[issue 16] is a text where the program never comes to an end', async () => {
    for (const start of ['N', 'cos\nsystem\n', 'V'])
      assert.equal(
        (await verify(`${start}${'Vabc\n0'.repeat(20_000)}`, { role: 'log', label: 'a.log' })).format,
        'text',
      );
  });
});

describe('the walk of a text', () => {
  it('[issue 16] does not depend on the pieces in which it comes', () => {
    for (const padding of PADDINGS) {
      const program = textProgram(padding, 300);
      for (const pieceBytes of [1, 2, 3, 7, 64]) {
        const skim = new PickleSkim(program.length);
        for (let at = 0; at < program.length; at += pieceBytes)
          skim.feed(program.subarray(at, at + pieceBytes));
        assert.equal(skim.state, 'program', `${padding.what} in pieces of ${pieceBytes}`);
      }
    }
  });

  it('[issue 16] takes time in proportion to its length', async () => {
    for (const what of ['one STRING', 'MARK and POP_MARK', 'one LONG', 'PUT and POP']) {
      const programs = new Map([100_000, 400_000].map((n) => [n, textProgram(named(what), n)]));
      const ratio = await growth(100_000, (n) => {
        const program = programs.get(n) as Uint8Array;
        const skim = new PickleSkim(program.length);
        for (let at = 0; at < program.length; at += 1024) skim.feed(program.subarray(at, at + 1024));
      });
      assert.ok(ratio < LINEAR, `${what}: four times as much took ${ratio.toFixed(1)} times as long`);
    }
  });

  it('[issue 16] ends where no interpreter would go on', () => {
    for (const text of [
      'R',
      '0',
      'a',
      't',
      'Sx\n',
      'Ig\n',
      'Fabc\n',
      'gx\n',
      'T\xff\xff\xff\xff',
      'ca b\nc\n',
      'c\nx\n',
    ]) {
      const skim = new PickleSkim(100);
      skim.feed(Buffer.from(text, 'latin1'));
      assert.equal(skim.state, 'none', JSON.stringify(text));
    }
    const skim = new PickleSkim(100);
    skim.feed(joined(Buffer.from('('), Buffer.from(EVIL)));
    assert.equal(skim.state, 'program');
  });
});
