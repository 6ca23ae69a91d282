import { z } from 'zod';
import { RunPredicateSchema } from '../src/attest/predicate-schema.ts';
import { RUN_PREDICATE } from '../src/attest/statement.ts';
import type { Generated } from './generate-job-schema.ts';

/** The JSON Schema of what a seal attests; its address is the type of the predicate. */
export function generatePredicateSchema(): Generated[] {
  const { $schema, ...schema } = z.toJSONSchema(RunPredicateSchema, { target: 'draft-7', io: 'input' });
  const whole = {
    $schema,
    $id: RUN_PREDICATE,
    title: 'What a sealed run of gpu-lease attests of its artifacts',
    ...schema,
  };
  return [{ path: 'schemas/run-predicate.v1.schema.json', content: `${JSON.stringify(whole, null, 2)}\n` }];
}
