// Over ten seconds: the installed Keras builds each of its classes many times over.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isKnownKeras, kerasBuiltins } from '../../src/verify/hdf5/keras-builtins.ts';
import { frameworksBin, missing } from '../requirement.ts';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'keras-classes.py');

/** As the script prints it: of a class nothing where it takes everything, of an argument the words where it must be one. */
interface Asked {
  version: string;
  classes: Record<string, Record<string, string[] | null> | null>;
  activations: string[];
  dtypes: string[];
}

function asked(): Asked {
  const env = { ...process.env, KERAS_BACKEND: 'torch', CUDA_VISIBLE_DEVICES: '' };
  const said = execFileSync(join(frameworksBin, 'python3'), [script, 'ask'], { env, encoding: 'utf8' });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '');
}

describe('the table of the classes of Keras', { skip: missing('frameworks') }, () => {
  it('[issue 16] has whatever the newest Keras that we have takes', () => {
    const { version, classes, activations, dtypes } = asked();
    const table = kerasBuiltins();
    assert.ok(isKnownKeras(version), version);
    assert.deepEqual(
      [
        ...activations.filter((each) => !table.activations.has(each)),
        ...dtypes.filter((each) => !table.dtypes.has(each)),
      ],
      [],
    );
    const lacking = Object.entries(classes).flatMap(([name, taken]) => {
      const known = table.classes.get(name);
      if (known === undefined) return table.classes.has(name) ? [] : [name];
      if (taken === null) return [`${name} takes anything`];
      return Object.entries(taken).flatMap(([key, words]) => {
        if (!known.has(key)) return [`${name} ${key}`];
        const mustBe = known.get(key);
        if (mustBe === undefined) return [];
        const some = words?.[0] === '@activation' ? activations : words;
        return (some ?? [`anything`])
          .filter((word) => !mustBe.has(word))
          .map((word) => `${name} ${key} ${word}`);
      });
    });
    assert.ok(Object.keys(classes).length > 250);
    assert.deepEqual(lacking, []);
  });
});
