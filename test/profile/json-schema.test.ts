import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { generateProfileSchema } from '../../scripts/generate-profile-schema.ts';
import { namesIn, SHIPPED, textOf } from './profiles.ts';

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  description?: string;
}

describe('the JSON Schema of profiles', () => {
  const [generated] = generateProfileSchema();
  const schema: Schema = JSON.parse(generated?.content ?? '{}');

  it('is the one that was generated last', () => {
    const path = generated?.path ?? '';
    assert.ok(generated);
    const committed = readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');
    assert.ok(
      committed === generated.content,
      `${path} is out of date: node --import tsx scripts/generate-profile-schema.ts`,
    );
  });

  it('refuses unknown keys, and knows every key of the profiles that we ship', () => {
    assert.equal(schema.additionalProperties, false);
    for (const id of namesIn(SHIPPED)) {
      const keys = Object.keys(parse(textOf(id)) as object);
      assert.deepEqual(
        keys.filter((key) => !schema.properties?.[key]),
        [],
        id,
      );
      assert.deepEqual(
        schema.required?.filter((key) => !keys.includes(key)),
        [],
        id,
      );
    }
  });

  it('says what the parts of a profile are for', () => {
    for (const key of ['tiers', 'verbs', 'meters', 'clocks', 'teardown', 'overrides']) {
      assert.ok((schema.properties?.[key]?.description?.length ?? 0) > 20, key);
    }
  });

  it('is named at the top of every profile that we ship, so that editors find it', () => {
    for (const id of namesIn(SHIPPED)) {
      assert.match(
        textOf(id),
        /^# yaml-language-server: \$schema=\.\.\/schemas\/profile\.schema\.json\n/,
        id,
      );
    }
  });
});
