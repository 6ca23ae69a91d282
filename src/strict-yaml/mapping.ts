import { z } from 'zod';

/**
 * A mapping that knows all of its keys. The message of its unknown-key issue is the list of the valid ones, separated
 * by spaces: `explain.ts` makes the sentence, one per key, and finds the nearest.
 */
export const mapping = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });
