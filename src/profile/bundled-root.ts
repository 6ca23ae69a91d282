import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { parseYaml } from '../strict-yaml/parse.ts';
import type { FileKind } from '../strict-yaml/read.ts';
import { identifier, Source, stamp } from './schema/stamp.ts';

export const BUNDLED_ROOT: FileKind = {
  name: 'facts about the bundled root',
  start: 'Take the ones that come with gpu-lease.',
  manyValues: 'Write the values out.',
};

const BundledRootSchema = mapping({
  schema: z.literal(1),
  id: identifier,
  sources: z.record(identifier, Source),
  roots: z.tuple([mapping({ id: identifier, sha256: z.string().regex(/^[0-9a-f]{64}$/), ...stamp })]),
});

/** Which root of Sigstore comes with gpu-lease, and in which month it was seen to be the one in use. */
export type BundledRoot = z.output<typeof BundledRootSchema>['roots'][0];

/** @throws Problems of kind `usage`, every fault with its line and column */
export const parseBundledRoot = (text: string, fileName: string): BundledRoot =>
  parseYaml(text, fileName, BundledRootSchema, BUNDLED_ROOT).value.roots[0];
