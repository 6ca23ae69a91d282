import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { planVerify } from '../../src/cli/verify-plan.ts';
import { inspect } from '../../src/cli/verify-targets.ts';
import type { Problem } from '../../src/problem.ts';
import type { DocumentedVerdict, VerifyDocument } from '../../src/report/verify-document.ts';
import { programCommand } from '../installation.ts';
import { sha256Of } from '../verify/memory-source.ts';
import { safetensorsFile, weights, wholeCheckpoint } from '../verify/safetensors-writer.ts';
import { torchFile } from '../verify/torch-writer.ts';
import { deviations } from './json-docs.ts';
import { runVerify } from './verify-run.ts';

function folderOf(t: TestContext, files: Record<string, Uint8Array | string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'verify-face-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return dir;
}

async function documentOf(dir: string, ...args: string[]): Promise<VerifyDocument & { exitCode: number }> {
  const { stdout, problems, exitCode } = await runVerify(dir, [...args, '--json']);
  assert.deepEqual(problems, [], 'no problem');
  assert.equal(stdout.trim().split('\n').length, 1, 'one line');
  return { ...JSON.parse(stdout), exitCode };
}

const rowOf = ({ files, sets }: VerifyDocument, label: string): DocumentedVerdict => {
  const row = [...files, ...sets].find((each) => each.label === label);
  assert.ok(row, `${label} is among ${[...files, ...sets].map((each) => each.label)}`);
  return row;
};

const codesOf = ({ reasons }: DocumentedVerdict): string[] => reasons.map(({ code }) => code);

/** As `TensorFlow` leaves it: the weights lie in a folder beside the program. */
const SAVED_MODEL = join(import.meta.dirname, '..', 'verify', 'fixtures', 'tensorflow', 'saved-model');

it('[issue 16] a program of TensorFlow that is named alone is seen with the folder of its weights', async () => {
  const { sets, exitCode } = await documentOf(SAVED_MODEL, 'saved_model.pb');
  assert.deepEqual(
    sets.map(({ verdict, reasons }) => [verdict, reasons.map(({ code }) => code)]),
    [['pass-degraded', ['no-checksum']]],
  );
  assert.equal(exitCode, 0);
});

const shard = (names: string[], seed: number): Uint8Array =>
  safetensorsFile(Object.fromEntries(names.map((name) => [name, { data: weights(64, seed) }])));

const SHARDS = {
  'model-00001-of-00002.safetensors': shard(['model.a.weight', 'model.b.weight'], 1),
  'model-00002-of-00002.safetensors': shard(['model.c.weight'], 2),
  'model.safetensors.index.json': JSON.stringify({
    metadata: {},
    weight_map: {
      'model.a.weight': 'model-00001-of-00002.safetensors',
      'model.b.weight': 'model-00001-of-00002.safetensors',
      'model.c.weight': 'model-00002-of-00002.safetensors',
    },
  }),
};

describe('gpu-lease verify', () => {
  it('ends with 0, 1, 3 or 4 as the worst of what it saw, and --fail-on says from where [P5-04]', async (t) => {
    const cut = torchFile().subarray(0, 400);
    const dir = folderOf(t, {
      'whole.pt': torchFile(),
      'cut.pt': cut,
      'plain.safetensors': wholeCheckpoint(),
      'strange.bin': Buffer.alloc(5000, 'Zq7\u0001\u0002\u0003'),
      'metrics.jsonl': '{"step":1,"loss":0.5}\n{"step":2,"loss":0.4}\n{"step":3,"lo',
    });
    const codeOf = async (...args: string[]) => (await runVerify(dir, args)).exitCode;
    assert.equal(await codeOf('whole.pt'), 0);
    assert.equal(await codeOf('whole.pt', 'cut.pt', 'strange.bin'), 1);
    assert.equal(await codeOf('whole.pt', 'strange.bin', 'plain.safetensors'), 3);
    assert.equal(await codeOf('whole.pt', 'plain.safetensors', '--fail-on', 'degraded'), 4);
    assert.equal(await codeOf('plain.safetensors', 'metrics.jsonl'), 4);
    assert.equal(await codeOf('metrics.jsonl', '--fail-on', 'inconclusive'), 0);
    assert.equal(await codeOf('strange.bin', '--fail-on', 'inconclusive'), 3);
    assert.equal(await codeOf('strange.bin', '--fail-on', 'fail'), 0);
    assert.equal(await codeOf('cut.pt', '--fail-on', 'fail'), 1);
  });

  it('takes a whole file for whole where its format has no checksum, and says that this is as far as it can tell', async (t) => {
    const dir = folderOf(t, {
      'out/last.safetensors': wholeCheckpoint(),
      'out/metrics.jsonl': '{"step":1,"loss":0.5}\n{"step":2,"loss":0.4}\n',
      'out/config.ini': '[model]\nwidth = 64\n',
      ...Object.fromEntries(Object.entries(SHARDS).map(([name, bytes]) => [`out/model/${name}`, bytes])),
    });
    const { exitCode, stdout } = await runVerify(dir, ['out']);
    assert.equal(exitCode, 0, stdout);
    assert.match(
      stdout,
      /^out\/last\.safetensors .* pass-degraded .* whole as far as the format can tell: safetensors carries no checksum/m,
    );
    assert.equal((await runVerify(dir, ['out', '--fail-on', 'degraded'])).exitCode, 4);
    writeFileSync(join(dir, 'out', 'metrics.jsonl'), '{"step":1,"loss":0.5}\n{"step":2,"lo');
    const cut = await runVerify(dir, ['out']);
    assert.equal(cut.exitCode, 4, 'a line that was cut is no want of the format');
    assert.doesNotMatch(cut.stdout, /metrics\.jsonl .*whole as far/);
  });

  it('asks for a proof of every file where --require says so: a checksum of its own, or the manifest', async (t) => {
    const plain = wholeCheckpoint();
    const dir = folderOf(t, {
      'plain.safetensors': plain,
      'own.pt': torchFile(),
      SHA256SUMS: `${sha256Of(plain)}  plain.safetensors\n`,
    });
    const codeOf = async (...args: string[]) => (await runVerify(dir, args)).exitCode;
    const listed = ['--manifest', 'SHA256SUMS'];
    assert.equal(await codeOf('plain.safetensors', 'own.pt'), 0);
    assert.equal(await codeOf('own.pt', '--require', 'checksum'), 0);
    assert.equal(await codeOf('plain.safetensors', 'own.pt', '--require', 'checksum'), 4);
    assert.equal(await codeOf('plain.safetensors', 'own.pt', '--require', 'checksum', ...listed), 0);
    assert.equal(await codeOf('plain.safetensors', '--require', 'manifest', ...listed), 0);
    assert.equal(await codeOf('plain.safetensors', 'own.pt', '--require', 'manifest', ...listed), 4);
    assert.equal(await codeOf('plain.safetensors', '--require', 'manifest'), 2, 'there is no manifest');
  });

  it('takes numbers for what --dtype says they are, and zeros that --may-be-zero names', async (t) => {
    const zeros = {
      'a.weight': { data: weights(64) },
      'b.mixer.weight': { shape: [8, 8], data: weights(64).fill(0) },
    };
    const dir = folderOf(t, {
      'out/train.bin': Buffer.from(Uint16Array.from({ length: 500 }, (_none, i) => i).buffer),
      'out/cache.dat': Buffer.from(Float32Array.from({ length: 500 }, (_none, i) => i / 3).buffer),
      'model.safetensors': safetensorsFile(zeros),
    });
    const codeOf = async (...args: string[]) => (await runVerify(dir, args)).exitCode;
    assert.equal(await codeOf('out'), 3);
    assert.equal(await codeOf('out/train.bin', '--dtype', 'uint16'), 0);
    assert.equal(await codeOf('out', '--dtype', 'float32'), 0);
    assert.equal(await codeOf('out', '--dtype', 'words'), 2);
    assert.equal(await codeOf('model.safetensors'), 1);
    assert.equal(await codeOf('model.safetensors', '--may-be-zero', 'b.mixer.*'), 0);
  });

  it('needs more than a whole file where a pickle asks for an unsafe loader', async (t) => {
    const unsafe = execFileSync('python3', [
      '-c',
      'import argparse, pickle, sys; sys.stdout.buffer.write(pickle.dumps({"args": argparse.Namespace(lr=0.1)}, 2))',
    ]);
    const dir = folderOf(t, { 'args.pkl': unsafe });
    const { exitCode, stdout } = await runVerify(dir, ['args.pkl', '--role', 'archive']);
    assert.equal(exitCode, 4, stdout);
    assert.doesNotMatch(stdout, /whole as far/);
  });

  it('shows that it reads before the first byte is read', async (t) => {
    const dir = folderOf(t, { 'last.safetensors': wholeCheckpoint() });
    const seen: [string, number, number][] = [];
    await inspect(planVerify(['last.safetensors'], settingsOf({ given: {} }, {}, dir)), {
      signal: new AbortController().signal,
      onProgress: (...each) => seen.push(each),
    });
    const { length } = wholeCheckpoint();
    assert.deepEqual(seen[0], ['last.safetensors', 0, length]);
    assert.deepEqual(seen.at(-1), ['last.safetensors', length, length]);
  });

  it('takes a directory as a tree and shows its sets as rows of their own', async (t) => {
    const dir = folderOf(t, Object.fromEntries(Object.entries(SHARDS).map(([k, v]) => [`out/${k}`, v])));
    const found = await documentOf(dir, 'out');
    assert.deepEqual(
      found.files.map(({ label }) => label),
      Object.keys(SHARDS).map((name) => `out/${name}`),
    );
    assert.deepEqual(
      found.sets.map(({ label, format }) => [label, format]),
      [['out/model.safetensors.index.json', 'safetensors-shards']],
    );
    assert.equal(found.files[0]?.partOf, 'out/model.safetensors.index.json');
    const { stdout } = await runVerify(dir, ['out']);
    assert.match(stdout, /^file +format +role +level +verdict +tensors +bytes +why\n/);
    assert.match(stdout, /^out\/model\.safetensors\.index\.json +safetensors-shards .* pass /m);
  });

  it('counts a shard for nothing where another is missing, also when only that file is named', async (t) => {
    const { 'model-00002-of-00002.safetensors': _gone, ...rest } = SHARDS;
    const dir = folderOf(t, { ...rest, 'other.pt': torchFile() });
    const found = await documentOf(dir, 'model-00001-of-00002.safetensors');
    assert.equal(found.exitCode, 1);
    assert.deepEqual(
      found.files.map(({ label }) => label),
      ['model-00001-of-00002.safetensors'],
    );
    const alone = rowOf(found, 'model-00001-of-00002.safetensors');
    assert.ok(codesOf(alone).includes('set-not-whole'));
    assert.deepEqual([alone.verdict, alone.counts], ['pass-degraded', false]);
    assert.ok(codesOf(rowOf(found, 'model.safetensors.index.json')).includes('shard-missing'));
  });

  it('[issue 16] names the bad file of a set; the others say to what they belong and are not red themselves', async (t) => {
    const bad = SHARDS['model-00002-of-00002.safetensors'].slice(0, -8);
    const dir = folderOf(t, { ...SHARDS, 'model-00002-of-00002.safetensors': bad });
    const found = await documentOf(dir, '.');
    const seen = (label: string) => {
      const { verdict, counts, reasons } = rowOf(found, label);
      return [verdict, counts, reasons.find(({ code }) => code === 'set-not-whole')?.severity];
    };
    assert.deepEqual(seen('model-00001-of-00002.safetensors'), ['pass-degraded', false, 'note']);
    assert.deepEqual(seen('model-00002-of-00002.safetensors'), ['fail', false, undefined]);
    const set = found.sets[0];
    assert.deepEqual([set?.verdict, set?.reasons[0]?.file], ['fail', 'model-00002-of-00002.safetensors']);
    assert.deepEqual([found.exitCode, found.verdict, found.counts.fail], [1, 'fail', 1]);
    const { stdout } = await runVerify(dir, ['.']);
    assert.match(
      stdout,
      /^model-00001\S+ .* pass-degraded .*belongs to \S+ \(safetensors-shards\): "?model-00002-of-00002/m,
    );
  });

  it('keeps the order of the words, and says a file once', async (t) => {
    const dir = folderOf(t, { 'b.pt': torchFile(), 'a.pt': torchFile(), 'c/d.pt': torchFile() });
    const { files } = await documentOf(dir, 'b.pt', 'c', 'a.pt', './b.pt', 'c/d.pt');
    assert.deepEqual(
      files.map(({ label }) => label),
      ['b.pt', 'c/d.pt', 'a.pt'],
    );
  });

  it('lists links, pipes and unreadable things, and never follows one', async (t) => {
    const dir = folderOf(t, { 'out/a.pt': torchFile(), 'elsewhere/secret.pt': torchFile() });
    symlinkSync('../elsewhere/secret.pt', join(dir, 'out/link.pt'));
    symlinkSync('../elsewhere', join(dir, 'out/folder'));
    linkSync(join(dir, 'out/a.pt'), join(dir, 'second-name.pt'));
    execFileSync('mkfifo', [join(dir, 'out/pipe.pt')]);
    const found = await documentOf(dir, 'out');
    assert.equal(found.exitCode, 1);
    assert.deepEqual(codesOf(rowOf(found, 'out/a.pt')), ['hard-linked']);
    assert.equal(rowOf(found, 'out/a.pt').verdict, 'pass');
    for (const label of ['out/link.pt', 'out/folder'])
      assert.deepEqual(codesOf(rowOf(found, label)), ['symbolic-link']);
    assert.deepEqual(codesOf(rowOf(found, 'out/pipe.pt')), ['not-a-file']);
    assert.equal(found.files.length, 4);
    assert.deepEqual(codesOf(rowOf(await documentOf(dir, 'out/link.pt'), 'out/link.pt')), ['symbolic-link']);
    assert.equal((await documentOf(dir, 'out/pipe.pt')).exitCode, 1);
  });

  it('has nothing to praise in an empty directory', async (t) => {
    const dir = folderOf(t, {});
    const found = await documentOf(dir, '.');
    assert.equal(found.exitCode, 1);
    assert.deepEqual(codesOf(rowOf(found, '.')), ['nothing-there']);
  });

  it('holds files against a manifest, and misses what it lists', async (t) => {
    const whole = wholeCheckpoint();
    const dir = folderOf(t, { 'out/a.safetensors': whole, 'out/b.safetensors': whole });
    const list = (a: string) =>
      [
        `${a}  a.safetensors`,
        `${sha256Of(whole)} *./b.safetensors`,
        `${sha256Of(whole)}  gone/c.pt`,
        '',
      ].join('\n');
    writeFileSync(join(dir, 'out/SHA256SUMS'), list(sha256Of(whole)));
    const found = await documentOf(dir, 'out', '--manifest', 'out/SHA256SUMS');
    assert.equal(rowOf(found, 'out/a.safetensors').verdict, 'pass');
    assert.equal(rowOf(found, 'out/b.safetensors').sha256, sha256Of(whole));
    assert.deepEqual(codesOf(rowOf(found, 'out/gone/c.pt')), ['missing']);
    assert.equal(found.exitCode, 1);
    assert.equal(found.files.length, 3, 'the manifest itself is no artifact');
    writeFileSync(join(dir, 'out/SHA256SUMS'), list('0'.repeat(64)));
    const other = await documentOf(dir, 'out', '--manifest', 'out/SHA256SUMS');
    assert.ok(codesOf(rowOf(other, 'out/a.safetensors')).includes('digest-mismatch'));
  });

  it('gives digests when asked, and none otherwise', async (t) => {
    const dir = folderOf(t, { 'a.pt': torchFile() });
    assert.equal((await documentOf(dir, 'a.pt')).files[0]?.sha256, undefined);
    assert.equal((await documentOf(dir, 'a.pt', '--sha256')).files[0]?.sha256, sha256Of(torchFile()));
  });

  it('asks of a checkpoint what it was told to ask', async (t) => {
    const dir = folderOf(t, { 'a.safetensors': wholeCheckpoint(), 'notes.txt': 'x\n' });
    const codes = async (...args: string[]) =>
      codesOf(rowOf(await documentOf(dir, '.', ...args), 'a.safetensors'));
    assert.deepEqual(await codes('--contains', 'model, optimizer,step', '--step', '40'), ['no-checksum']);
    assert.ok((await codes('--contains', 'scheduler')).includes('key-missing'));
    assert.ok((await codes('--min-step', '41')).some((code) => /step/.test(code)));
    assert.equal(rowOf(await documentOf(dir, '.', '--role', 'model'), 'a.safetensors').role, 'model');
    assert.equal(rowOf(await documentOf(dir, '.', '--role', 'model'), 'notes.txt').role, 'log');
    assert.equal(rowOf(await documentOf(dir, '.', '--role', 'opaque'), 'notes.txt').role, 'opaque');
  });

  describe('what is asked of files that are of no set', () => {
    const model = safetensorsFile({ 'model.w': { data: weights(64) } });
    const optimizer = safetensorsFile({ 'optimizer.exp_avg': { data: weights(64, 2) } });
    const state = safetensorsFile(
      { 'optimizer.exp_avg': { data: weights(64, 2) } },
      { metadata: { step: '40' } },
    );
    const both = safetensorsFile({
      'model.w': { data: weights(64) },
      'optimizer.exp_avg': { data: weights(64, 2) },
    });
    const found = async (dir: string, ...args: string[]) => {
      const { files, sets, exitCode } = await documentOf(dir, ...args);
      const rows = [...files, ...sets].filter(({ verdict }) => verdict === 'fail');
      return { exitCode, failed: rows.map((row) => `${row.label} ${codesOf(row)[0]}`) };
    };
    const NONE = { exitCode: 0, failed: [] };

    it('may stand in any file of a directory', async (t) => {
      const dir = folderOf(t, {
        'out/model.safetensors': model,
        'out/optimizer.safetensors': optimizer,
        'out/notes.txt': 'x\n',
        'run/weights.safetensors': model,
        'run/training_state.safetensors': state,
      });
      assert.deepEqual(await found(dir, 'out', '--contains', 'model,optimizer'), NONE);
      assert.deepEqual(await found(dir, 'run', '--contains', 'model,optimizer', '--min-step', '40'), NONE);
      assert.deepEqual(await found(dir, 'run', '--min-step', '41'), {
        exitCode: 1,
        failed: ['run/training_state.safetensors step-behind'],
      });
    });

    it('is told once of the folder where nobody holds it', async (t) => {
      const dir = folderOf(t, {
        'out/model.safetensors': model,
        'out/optimizer.safetensors': optimizer,
        'other/weights.safetensors': model,
        'other/both.safetensors': both,
      });
      const { files, sets } = await documentOf(dir, 'out', '--contains', 'model,scaler,rng', '--step', '4');
      assert.deepEqual(
        files.map(({ verdict }) => verdict),
        ['pass-degraded', 'pass-degraded'],
      );
      assert.deepEqual(
        sets.map(({ label, format, verdict, level, reasons }) => ({
          ...{ label, format, verdict, level },
          reasons: reasons.map(({ code, expected }) => [code, expected]),
        })),
        [
          {
            ...{ label: 'out', format: 'folder', verdict: 'fail', level: 'L2' },
            reasons: [
              ['key-missing', 'scaler'],
              ['key-missing', 'rng'],
              ['step-missing', '4'],
            ],
          },
        ],
      );
      assert.deepEqual(await found(dir, '.', '--contains', 'scaler'), {
        exitCode: 1,
        failed: ['other key-missing', 'out key-missing'],
      });
    });

    it('is told of each of a series that lacks what another holds', async (t) => {
      const dir = folderOf(t, {
        'out/epoch-1.safetensors': both,
        'out/epoch-2.safetensors': model,
        'out/optimizer.safetensors': optimizer,
      });
      assert.deepEqual(await found(dir, 'out', '--contains', 'optimizer'), {
        exitCode: 1,
        failed: ['out/epoch-2.safetensors key-missing'],
      });
    });

    it('may stand beside a set, or in it for a file beside it', async (t) => {
      const dir = folderOf(t, { ...SHARDS, 'optimizer.safetensors': optimizer });
      assert.deepEqual(await found(dir, '.', '--contains', 'model,optimizer'), NONE);
      const { exitCode, failed } = await found(dir, '.', '--contains', 'scaler');
      assert.equal(exitCode, 1);
      assert.ok(failed.includes('model-00001-of-00002.safetensors key-missing'), failed.join());
    });

    it('is no news in a file that could not be read', async (t) => {
      const dir = folderOf(t, {
        'model.safetensors': model,
        'optimizer.safetensors': optimizer.subarray(0, optimizer.length - 8),
      });
      const { files, sets } = await documentOf(dir, '.', '--contains', 'optimizer');
      assert.deepEqual(
        files.map(({ verdict }) => verdict),
        ['pass-degraded', 'fail'],
      );
      assert.deepEqual(sets, []);
    });

    it('goes to each file that is named, whose part another role may hold', async (t) => {
      const dir = folderOf(t, {
        'model.safetensors': model,
        'best.safetensors': both,
        'optimizer.safetensors': optimizer,
        'config.json': '{"a": 1}',
      });
      const pair = ['model.safetensors', 'optimizer.safetensors', 'config.json'];
      assert.deepEqual(await found(dir, ...pair, '--contains', 'model,optimizer'), NONE);
      assert.deepEqual(await found(dir, 'model.safetensors', 'best.safetensors', '--contains', 'optimizer'), {
        exitCode: 1,
        failed: ['model.safetensors key-missing'],
      });
      assert.deepEqual(await found(dir, 'model.safetensors', '--contains', 'optimizer'), {
        exitCode: 1,
        failed: ['model.safetensors key-missing'],
      });
      assert.deepEqual(await found(dir, ...pair, '--contains', 'scaler'), {
        exitCode: 1,
        failed: pair.map((name) => `${name} key-missing`),
      });
    });

    it('must have somebody to answer it', async (t) => {
      const dir = folderOf(t, { 'out/rows.jsonl': '{"step": 1, "loss": 2}\n', 'out/notes.txt': 'x\n' });
      assert.deepEqual(await found(dir, 'out', '--contains', 'model'), {
        exitCode: 1,
        failed: ['out nothing-to-ask'],
      });
      assert.deepEqual(await found(dir, 'out'), NONE);
    });
  });

  it('sees that nothing changed since the checkpoint before', async (t) => {
    const at = (step: string, seed: number) =>
      safetensorsFile({ 'model.w': { data: weights(64, seed) } }, { metadata: { step } });
    const dir = folderOf(t, {
      'step-1.safetensors': at('1', 1),
      'step-2.safetensors': at('2', 1),
      'step-3.safetensors': at('3', 2),
    });
    const codes = async (file: string) =>
      codesOf(rowOf(await documentOf(dir, file, '--previous', 'step-1.safetensors'), file));
    assert.ok((await codes('step-2.safetensors')).includes('unchanged'));
    assert.ok(!(await codes('step-3.safetensors')).includes('unchanged'));
    const none = await runVerify(folderOf(t, { 'a.pt': torchFile(), 'b.txt': 'x\n' }), [
      'a.pt',
      '--previous',
      'b.txt',
    ]);
    assert.equal(none.problems[0]?.code, 'no-tensors');
  });

  it('says everything that is wrong with what was asked, before it reads anything', async (t) => {
    const dir = folderOf(t, { 'a.pt': torchFile(), sums: 'not a digest\n' });
    const asked = [
      'nowhere.pt',
      'a.pt',
      '--role',
      'chekpoint',
      '--step',
      'x',
      '--min-step=-1',
      '--jobs',
      '0',
    ];
    const more = [
      '--allow-import',
      'os',
      '--fail-on',
      'never',
      '--allow-degraded',
      'maybe',
      '--manifest',
      'sums',
    ];
    const files = ['--report', 'page.txt', '--sarif', 'no/such/dir/a.sarif', '--previous', 'gone.pt'];
    const { exitCode, problems, stdout } = await runVerify(dir, [...asked, ...more, ...files]);
    assert.equal(exitCode, 2);
    assert.equal(stdout, '');
    assert.deepEqual(problems.map(({ code }: Problem) => code).sort(), [
      'bad-allow-degraded',
      'bad-allow-import',
      'bad-fail-on',
      'bad-jobs',
      'bad-manifest',
      'bad-min-step',
      'bad-report',
      'bad-role',
      'bad-sarif',
      'bad-step',
      'no-such-path',
      'no-such-previous',
    ]);
    assert.match(problems.find(({ code }) => code === 'bad-role')?.next ?? '', /Did you mean "checkpoint"/);
    assert.equal((await runVerify(dir, [])).problems[0]?.code, 'no-path');
    assert.equal((await runVerify(dir, ['a.pt', '--report', 'a.pt'])).exitCode, 2);
  });

  it('prints the same bytes and writes the same files for the same artifacts', async (t) => {
    const dir = folderOf(t, { ...SHARDS, 'a.pt': torchFile(), 'cut.pt': torchFile().subarray(0, 400) });
    const once = async () => {
      const { stdout } = await runVerify(dir, [
        '.',
        '--json',
        '--sha256',
        '--report',
        'r.html',
        '--sarif',
        'r.sarif',
      ]);
      return [stdout, ...['r.html', 'r.sarif'].map((name) => readFileSync(join(dir, name), 'utf8'))];
    };
    const first = await once();
    assert.deepEqual(await once(), first);
    assert.deepEqual(
      readdirSync(dir).filter((name) => name.endsWith('.tmp')),
      [],
    );
    assert.ok(!first[0]?.includes(dir), 'nothing of this machine');
  });

  it('prints the same bytes for any number of threads', async (t) => {
    const dir = folderOf(t, { 'big.safetensors': headerOf(2 ** 26) });
    // Sparse: all zero, which is a finding of its own.
    truncateSync(join(dir, 'big.safetensors'), headerOf(2 ** 26).length + 2 ** 26);
    const [one, three] = [
      await documentOf(dir, '.', '--jobs', '1'),
      await documentOf(dir, '.', '--jobs', '3'),
    ];
    assert.ok(one.files[0]?.reasons.length);
    assert.deepEqual(three, one);
  });

  it('prints what docs/json.md promises', async (t) => {
    const dir = folderOf(t, { ...SHARDS, 'a.pt': torchFile() });
    const { exitCode: _code, ...found } = await documentOf(dir, '.');
    assert.deepEqual(deviations('verify', { ...found }), []);
    for (const verdict of [...found.files, ...found.sets]) {
      const { sha256: _sha256, tensors: _tensors, tensorsDigest: _digest, partOf: _set, ...always } = verdict;
      assert.deepEqual(deviations('file-verdict', always), []);
    }
    assert.deepEqual(Object.keys(found.counts), ['pass', 'pass-degraded', 'inconclusive', 'fail']);
  });

  it('says of a file that changes under the reader that it did', async (t) => {
    const big = safetensorsFile({
      'model.w': { data: new Uint8Array(128 << 20).fill(61), shape: [32 << 20] },
    });
    const dir = folderOf(t, { 'growing.safetensors': big });
    const path = join(dir, 'growing.safetensors');
    const plan = planVerify(['growing.safetensors'], settingsOf({ given: {} }, {}, dir));
    let isCut = false;
    const found = await inspect(plan, {
      signal: new AbortController().signal,
      onProgress(_label, done) {
        if (done === 0) return;
        if (!isCut) truncateSync(path, big.length - 4096);
        isCut = true;
      },
    });
    const [row] = found.files;
    assert.ok(row && codesOf(row).includes('changed-while-reading'), JSON.stringify(row?.reasons));
  });
});

describe('an interrupted verify', () => {
  it('ends at once, says so, and leaves nothing behind', async (t) => {
    const dir = folderOf(t, { 'a.pt': torchFile() });
    const controller = new AbortController();
    controller.abort();
    const args = ['.', '--report', 'r.html', '--sarif', 'r.sarif'];
    const { exitCode, problems, stdout } = await runVerify(dir, args, controller.signal);
    assert.equal(exitCode, 130);
    assert.equal(problems[0]?.code, 'interrupted');
    assert.equal(stdout, '');
    assert.deepEqual(readdirSync(dir), ['a.pt']);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`is over within a second of a ${signal}`, async (t) => {
      const dir = folderOf(t, {});
      // Sparse: as good as endless, and no room on the disk. A header in front, or nobody would read on.
      writeFileSync(join(dir, 'endless.safetensors'), headerOf(ENDLESS));
      truncateSync(join(dir, 'endless.safetensors'), headerOf(ENDLESS).length + ENDLESS);
      const { exitCode, seconds } = await interrupted(dir, signal);
      assert.equal(exitCode, 130);
      assert.ok(seconds < 1, `${seconds} s`);
      assert.deepEqual(readdirSync(dir), ['endless.safetensors']);
    });
  }

  it('killed outright, too, it leaves nothing but the old report', async (t) => {
    const dir = folderOf(t, { 'r.html': 'old' });
    writeFileSync(join(dir, 'endless.safetensors'), headerOf(ENDLESS));
    truncateSync(join(dir, 'endless.safetensors'), headerOf(ENDLESS).length + ENDLESS);
    await interrupted(dir, 'SIGKILL');
    assert.deepEqual(readdirSync(dir), ['endless.safetensors', 'r.html']);
    assert.equal(readFileSync(join(dir, 'r.html'), 'utf8'), 'old');
  });
});

const ENDLESS = 2 ** 40;

function headerOf(bytes: number): Uint8Array {
  const entry = { dtype: 'F32', shape: [bytes / 4], data_offsets: [0, bytes] };
  const header = Buffer.from(JSON.stringify({ 'model.w': entry }).padEnd(120));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header]);
}

async function interrupted(dir: string, signal: NodeJS.Signals) {
  const [node, main] = programCommand();
  const child = spawn(node, [main, 'verify', '.', '--report', 'r.html'], {
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // The first line of progress comes after five seconds of reading.
  await new Promise<void>((resolve) => child.stderr.setEncoding('utf8').on('data', () => resolve()));
  const began = performance.now();
  child.kill(signal);
  return { exitCode: await ended, seconds: (performance.now() - began) / 1000 };
}
