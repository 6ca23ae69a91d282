import { z } from 'zod';
import { JobFileSchema } from '../src/job/schema.ts';
import { SCHEMA_URL } from '../src/job/schema-url.ts';

/** The part of JSON Schema that ours is made of. */
export interface JsonSchema {
  description?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  [keyword: string]: unknown;
}

/** JSON Schema (draft-07, which YAML language servers read best) of `gpu-lease.yml`, for completion in editors. */
export function jobJsonSchema(): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(JobFileSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // A default stands in the schema as parsed (300 seconds); editors and readers need it as typed (5min).
      if (jsonSchema['typed'] === undefined) return;
      jsonSchema.default = jsonSchema['typed'] as string;
      delete jsonSchema['typed'];
    },
  });
  return {
    $schema,
    $id: SCHEMA_URL,
    title: 'gpu-lease job',
    description: 'What to run on a rented GPU, what it must leave behind, and what it may cost.',
    ...schema,
  } as JsonSchema;
}
