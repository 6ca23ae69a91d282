import { z } from 'zod';
import {
  COUNT_RANGE,
  DURATION,
  type Reading,
  readCountRange,
  readDuration,
  readSize,
  readSizeRange,
  SIZE,
  SIZE_RANGE,
} from './quantity.ts';

/** `schema` with one more rule: a fault is the end of a sentence that starts with the value. */
export const refined = <Schema extends z.ZodType<string, string>>(
  schema: Schema,
  faultOf: (text: string) => string | undefined,
) =>
  schema.superRefine((text, context) => {
    const fault = faultOf(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

const quantity = <T>(read: (text: string) => Reading<T>, pattern: RegExp, examples: string[]) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? undefined : `is not text with its unit, such as ${examples.join(' or ')}`,
    })
    .meta({ pattern: pattern.source, examples })
    .transform((text, context) => {
      const reading = read(text);
      if (reading.ok) return reading.value;
      context.addIssue({ code: 'custom', message: reading.why });
      return z.NEVER;
    });

/** Seconds. */
export const duration = quantity(readDuration, DURATION, ['90s', '10min', '2h']);
/** Bytes. */
export const size = quantity(readSize, SIZE, ['512MB', '4GB', '16GiB']);
/** Inclusive bounds in GB. */
export const sizeRange = quantity(readSizeRange, SIZE_RANGE, ['40GB+', '24GB..48GB']);
export const countRange = quantity(readCountRange, COUNT_RANGE, ['8+', '4..16']);

export const oneLine = z
  .string()
  .min(1, 'is empty')
  .max(512, 'is longer than 512 characters')
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'holds a control character');
