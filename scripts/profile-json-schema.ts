import { z } from 'zod';
import { ProfileSchema } from '../src/profile/schema.ts';

/** JSON Schema (draft-07, which YAML language servers read best) of `profiles/*.yml`, for completion in editors. */
export function profileJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(ProfileSchema, {
    target: 'draft-7',
    io: 'input',
    reused: 'ref',
  });
  return {
    $schema,
    title: 'gpu-lease profile',
    description:
      'What one platform does: storage, verbs, meters, clocks; each fact with its source and month.',
    ...schema,
  };
}
