import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mendedText } from '../../src/job/mended-text.ts';
import { jobText, KNOWN, load } from './job-text.ts';

const mended = (text: string) => mendedText(text, 'gpu-lease.yml', KNOWN);

describe('a job file that does not load', () => {
  it('is mended where it is sure what is meant, and every other byte stays', () => {
    const text = `# mine\n${jobText({
      artifacts: 'artefacts:   # what must be there\n- { path: model.safetensors,role: modle }',
      candidates: 'candidates: locla',
      retry: 'retry: 3',
      g: 'gpus:\n  A100: 8 # two boxes would be too dear',
      on: 'on-finish: prak',
    })}`;
    const { text: now, problems } = mended(text);
    assert.ok(
      problems.every(({ isAnswered }) => isAnswered),
      JSON.stringify(problems, undefined, 1),
    );
    assert.equal(
      now,
      text
        .replace('artefacts:', 'artifacts:')
        .replace('modle', 'model')
        .replace('candidates: locla', 'candidates: [local]')
        .replace('retry: 3', 'retry: { max: 3 }')
        .replace('gpus:\n  A100: 8', 'resources: { gpu: { name: A100, count: 8 } }')
        .replace('prak', 'park'),
    );
    assert.ok(load(now));
  });

  it('is mended in its syntax first, and then in what it says', () => {
    const text = jobText({ smoke: 'smoke:\n  run: sh train.sh --steps 3\n   timout: 60s', b: 'retry: 2' });
    assert.equal(
      mended(text).text,
      text.replace('   timout: 60s', '  timeout: 60s').replace('retry: 2', 'retry: { max: 2 }'),
    );
  });

  it('keeps what only a person can say, and tells it', () => {
    const text = jobText({
      b: 'budget: {usd: 1, hours: 1}',
      a: 'artefacts: []',
      smoke: 'smoke: {run: x, timeout: 90}',
    });
    const { text: now, problems } = mended(text);
    assert.equal(now, text, 'two keys of one name would be worse than one that is unknown');
    assert.deepEqual(
      problems.map(({ problem: { code }, isAnswered }) => [code, isAnswered]),
      [
        ['wrong-type', false],
        ['missing-key', false],
        ['unknown-key', false],
      ],
    );
  });

  it('is none where the file loads', () => {
    assert.deepEqual(mended(jobText()), { text: jobText(), problems: [] });
  });
});
