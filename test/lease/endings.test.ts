import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endsAll } from '../../src/lease/endings.ts';
import { cellEnded, jobWith, opened, RUNNING, told } from './told-run.ts';

describe('events that end all the work of an attempt', () => {
  const cells = ['a', 'b'].map((name) => ({ name, vars: {} }));
  const two = [opened({ cells: ['a', 'b'] }, jobWith({ cells })), ...RUNNING.slice(1)];

  it('are those of the last cells, together with what the record has', () => {
    assert.equal(endsAll(told(RUNNING), []), false);
    assert.equal(endsAll(told(RUNNING), [cellEnded('dead')]), true);
    assert.equal(endsAll(told(two), [cellEnded('finished', 'a')]), false);
    assert.equal(endsAll(told(two), [cellEnded('finished', 'a'), cellEnded('dead', 'b')]), true);
    assert.equal(endsAll(told([...two, cellEnded('finished', 'a')]), [cellEnded('dead', 'b')]), true);
  });
});
