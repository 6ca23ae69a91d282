import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { lastName, nameFault, readSource } from '../../src/job/data-source.ts';
import { parseJob } from '../../src/job/load.ts';
import { Problems } from '../../src/problem.ts';

const JOB = `
name: tiny
run: sh train.sh
candidates: [local]
smoke: none
artifacts: [{ path: out.bin, role: opaque }]
`;
const known = { platforms: new Set(['local']) };
const jobWith = (data: unknown) => parseJob(stringify({ ...parse(JOB), data }), 'gpu-lease.yml', known);
const problemsOf = (data: unknown): string[] => {
  try {
    jobWith(data);
  } catch (error) {
    if (error instanceof Problems) return error.all.map(({ what }) => what);
    throw error;
  }
  return [];
};

describe('where data come from', () => {
  it('is a repository of the Hub at a revision, a folder of a bucket, or one address', () => {
    assert.deepEqual(readSource('hf://datasets/ada/corpus/data/en@refs/pr/7'), {
      source: { kind: 'hub', type: 'dataset', repo: 'ada/corpus', path: 'data/en', revision: 'refs/pr/7' },
    });
    assert.deepEqual(readSource('hf://ada/model'), {
      source: { kind: 'hub', type: 'model', repo: 'ada/model', revision: 'main' },
    });
    assert.deepEqual(readSource('s3://bucket/a/b/'), {
      source: { kind: 's3', bucket: 'bucket', prefix: 'a/b' },
    });
    assert.equal(lastName('/a/b%20c.bin'), 'b c.bin');
  });

  for (const text of [
    'ada/corpus',
    'hf://ada',
    'hf://ada/corpus/../other@main',
    'hf://ada/corpus@a..b',
    's3://B/x',
    's3://bucket/../x',
    'http://example.org/x.bin',
    'https://u:p@example.org/x.bin',
    'https://example.org/',
    'https://example.org/%2e%2e',
    'file:///etc/passwd',
  ])
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.ok('fault' in readSource(text));
    });

  it('never names a file that lies elsewhere', () => {
    for (const path of [
      '',
      '/a',
      '../a',
      'a/../b',
      'a//b',
      './a',
      'a\nb',
      'a\\b',
      'x'.repeat(300),
      '.gpu-lease/x',
    ])
      assert.notEqual(nameFault(path), undefined, path);
    assert.equal(nameFault('a b/-ü+(1)&.bin'), undefined);
  });
});

describe('`data` of a job', () => {
  it('says all that is wrong with it at once', () => {
    const problems = problemsOf([
      { from: 'hf://ada/corpus@main', to: '/etc' },
      { from: 'hf://ada/corpus@main', to: 'a', token: 'GITHUB_TOKEN' },
      { from: 'https://example.org/x.bin', to: 'a', region: 'eu' },
      { from: 's3://bucket/x', to: 'b', token: 'HF_TOKEN' },
    ]);
    assert.match(problems.join('\n'), /is absolute/);
    assert.equal(problems.length, 1, 'what is not well-formed hides how the parts go together');
    const rest = problemsOf([
      { from: 'hf://ada/corpus@main', to: 'a', token: 'GITHUB_TOKEN' },
      { from: 'https://example.org/x.bin', to: 'a', region: 'eu' },
      { from: 's3://bucket/x', to: 'b', token: 'HF_TOKEN' },
    ]);
    assert.equal(rest.length, 4, rest.join('\n'));
    for (const words of [
      /GITHUB_TOKEN, a token of GitHub/,
      /go to "a"/,
      /`region` is of an s3/,
      /opened by `access-key`/,
    ])
      assert.match(rest.join('\n'), words);
  });

  it('warns of what moves and of what nothing proves', () => {
    const { warnings } = jobWith([
      { from: 'hf://ada/corpus@main', to: 'a' },
      { from: `hf://ada/corpus@${'a'.repeat(40)}`, to: 'b' },
      { from: 'https://example.org/x.bin', to: 'c' },
    ]);
    assert.deepEqual(
      warnings.map(({ code }) => code).filter((code) => code.startsWith('data-')),
      ['data-moves', 'data-unproven'],
    );
  });
});
