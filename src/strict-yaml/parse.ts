import type { z } from 'zod';
import { explain, isMapping, notAMapping, wordIssue } from './explain.ts';
import { inOrder } from './in-order.ts';
import { type FileKind, readYaml, type YamlSource } from './read.ts';

/**
 * One document, checked against a strict schema, whose mappings are made by `mapping`.
 *
 * @throws Problems of kind `usage`, all of them in the order of the file, each with its line and column and, for a misspelt key
 *   or word, the nearest one that is allowed there
 */
export function parseYaml<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  kind: FileKind,
): { value: z.output<S>; source: YamlSource } {
  const source = readYaml(text, file, kind);
  const raw = source.value;
  if (source.problems.length > 0) throw inOrder(source.problems);
  if (!isMapping(raw)) throw inOrder([notAMapping(source)]);
  const parsed = schema.safeParse(raw, { error: wordIssue });
  if (parsed.success) return { value: parsed.data, source };
  throw inOrder(parsed.error.issues.flatMap((issue) => explain(issue, [], raw, source)));
}
