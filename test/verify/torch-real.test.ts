import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { codesOf, flipped, type Options, verify, verifyWithDigest } from './memory-source.ts';

const skip = missing('torch');
const folder = mkdtempSync(join(tmpdir(), 'verify-torch-'));
const script = join(import.meta.dirname, 'fixtures', 'make-checkpoints.py');
const python = (...args: string[]) =>
  execFileSync('/usr/bin/python3', args, { timeout: 120_000, encoding: 'utf8' });
const fileOf = (name: string) => new Uint8Array(readFileSync(join(folder, `${name}.pt`)));
const look = (name: string, over: Options = {}) => verify(fileOf(name), { allowDegraded: false, ...over });

after(() => rmSync(folder, { recursive: true, force: true }));

describe('checkpoints that PyTorch itself writes', { skip }, () => {
  before(() => void python(script, folder));

  for (const { name, tensors, over = {} } of [
    {
      name: 'full',
      tensors: 28,
      over: {
        contains: ['model', 'optimizer', 'scheduler', 'step', 'epoch', 'rng'],
        expectation: { step: 3, epoch: 1 },
      },
    },
    { name: 'dataparallel', tensors: 9, over: { contains: ['module.*.weight', 'model'] } },
    { name: 'f16', tensors: 9 },
    { name: 'bf16', tensors: 9 },
    { name: 'f64', tensors: 9 },
    { name: 'views', tensors: 6 },
    { name: 'nan-out-of-reach', tensors: 1 },
    { name: 'kinds', tensors: 6, over: { contains: ['sparse', 'complex', 'bool', 'empty'] } },
    { name: 'step-tensors', tensors: 3, over: { expectation: { step: 12, epoch: 2 } } },
    { name: 'parameter', tensors: 2 },
    { name: 'bare-tensor', tensors: 1 },
    { name: 'nested', tensors: 3, over: { contains: ['1.1.x'] } },
  ] as { name: string; tensors: number; over?: Options }[]) {
    it(`passes without a digest: ${name}`, async () => {
      const verdict = await look(name, over);
      assert.deepEqual(
        [verdict.verdict, verdict.level, verdict.tensors?.count],
        ['pass', 'L3', tensors],
        JSON.stringify(verdict.reasons),
      );
    });
  }

  for (const { name, verdict, code } of [
    { name: 'module', verdict: 'pass-degraded', code: 'unsafe-loader' },
    { name: 'protocol4', verdict: 'pass-degraded', code: 'unsafe-loader' },
    { name: 'protocol5', verdict: 'pass-degraded', code: 'unsafe-loader' },
    { name: 'training-state', verdict: 'pass-degraded', code: 'unsafe-loader' },
    { name: 'legacy', verdict: 'pass-degraded', code: 'no-checksum' },
    { name: 'script', verdict: 'pass-degraded', code: 'executable-content' },
    { name: 'bad-nan', verdict: 'fail', code: 'non-finite' },
    { name: 'bad-zero', verdict: 'fail', code: 'all-zero' },
    { name: 'bad-negative', verdict: 'fail', code: 'negative-square' },
  ]) {
    it(`is ${verdict} for ${name} [P5-07]`, async () => {
      const found = await look(name, { allowDegraded: true });
      assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
      assert.equal(codesOf(found)[0], code);
    });
  }

  it('names every class and every global that a whole module needs', async () => {
    const { imports } = await look('module', { allowDegraded: true });
    for (const each of [
      'torch.nn.modules.linear.Linear',
      'torch.nn.modules.batchnorm.BatchNorm1d',
      'builtins.set',
    ]) {
      assert.ok(imports.includes(each), imports.join());
    }
  });

  it('fails for what torch.load takes: one flipped bit in a storage', async () => {
    const whole = fileOf('protocol4');
    const at = whole.length / 2;
    const damaged = join(folder, 'damaged.bin');
    python(
      '-c',
      `
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
data[len(data) // 2] ^= 1
open(sys.argv[2], 'wb').write(data)
import torch
print(torch.load(sys.argv[2])['w'].shape)
`,
      join(folder, 'protocol4.pt'),
      damaged,
    );
    const verdict = await verifyWithDigest(flipped(whole, Math.floor(at)));
    assert.deepEqual(Buffer.compare(readFileSync(damaged), flipped(whole, Math.floor(at))), 0);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['crc-mismatch', 'unsafe-loader']]);
  });

  it('sees the tensors that torch.load sees, by name, shape and count', async () => {
    const names = JSON.parse(
      python(
        '-c',
        `
import json, sys, torch
data = torch.load(sys.argv[1])
out = {}
def walk(value, path):
    if isinstance(value, torch.Tensor): out[path] = value.numel()
    elif isinstance(value, dict): [walk(v, f"{path}.{k}" if path else str(k)) for k, v in value.items()]
    elif isinstance(value, (list, tuple)): [walk(v, f"{path}.{i}") for i, v in enumerate(value)]
walk(data, "")
print(json.dumps(out))
`,
        join(folder, 'full.pt'),
      ),
    ) as Record<string, number>;
    const verdict = await look('full', { contains: Object.keys(names) });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.equal(verdict.tensors?.count, Object.keys(names).length);
    assert.equal(
      verdict.tensors?.elements,
      Object.values(names).reduce((sum, count) => sum + count, 0),
    );
  });
});

describe('pickles that Python itself writes', { skip }, () => {
  for (const protocol of [0, 1, 2, 3, 4, 5]) {
    it(`are walked at protocol ${protocol}`, async () => {
      const path = join(folder, `p${protocol}.zip`);
      python(
        '-c',
        `
import collections, pickle, sys, zipfile
value = {'step': 7, 'neg': -5, 'big': 2**70, 'negbig': -2**70, 'f': 1.5, 'inf': float('inf'), 's': 'a\\n\\\\"\\'\\u00fc\\U0001f600', 'b': b'\\x00\\xff' * 200,
  'long': 'x' * 70000, 't': (1, (2, (3, 4, 5, 6))), 'l': [[], [1], list(range(2000))], 'd': {1: 2, (3, 'k'): None}, 'true': True, 'false': False, 'none': None,
  'set': {1, 2}, 'od': collections.OrderedDict(a=1), 'shared': []}
value['again'] = value['shared']
with zipfile.ZipFile(sys.argv[1], 'w') as out:
    out.writestr('archive/data.pkl', pickle.dumps(value, protocol=int(sys.argv[2])))
    out.writestr('archive/version', '3\\n')
`,
        path,
        String(protocol),
      );
      const verdict = await verify(new Uint8Array(readFileSync(path)), {
        role: 'config',
        contains: ['od.a', 'd.1', 's', 'b'],
      });
      assert.ok(['pass', 'pass-degraded'].includes(verdict.verdict), JSON.stringify(verdict.reasons));
      assert.deepEqual(
        [verdict.facts.step, verdict.facts.scalars['neg'], verdict.facts.scalars['s']],
        [7, -5, 'a\n\\"\'\u00fc\u{1f600}'],
      );
      assert.deepEqual([verdict.facts.scalars['big'], verdict.facts.scalars['true']], [2 ** 70, true]);
    });
  }
});
