import type { Cases, SetCase } from '../cases.ts';
import { fixtureFiles, oracle } from '../fixtures.ts';

/** Roots of the trees of one process: its manifest names older ones too, which nothing reads any more. */
const superseded = (files: ReadonlyMap<string, Uint8Array>): string[] => {
  const readers = [...files].filter(([path]) => !path.endsWith('process_0/manifest.ocdbt'));
  const isNamed = (path: string) => readers.some(([, bytes]) => Buffer.from(bytes).includes(path.slice(-24)));
  return [...files.keys()].filter((path) => /\/d\/[0-9a-f]{32}$/.test(path) && !isNamed(path));
};

const of = (name: string): SetCase => {
  const files = fixtureFiles(`orbax/${name}`);
  const chosen = (pattern: RegExp, reason: string) =>
    Object.fromEntries([...files.keys()].flatMap((path) => (pattern.test(path) ? [[path, reason]] : [])));
  return {
    kind: 'orbax',
    name,
    root: '7',
    role: 'checkpoint',
    files: () => files,
    table: oracle(`orbax/${name}.table.json`),
    options: { expectation: { step: 7 } },
    verdict: 'pass-degraded',
    optional: {
      ...chosen(/_CHECKPOINT_METADATA$|commit_success\.txt$/, 'not every version and store has this mark'),
      ...Object.fromEntries(
        superseded(files).map((path) => [path, 'may be a root that a later one replaced']),
      ),
      ...chosen(/_sharding$|array_metadatas\//, 'restores without it'),
    },
    exchangeable: chosen(
      /\/(0|0\.0|c\/0|c)$/,
      'nothing in a chunk says where it belongs: only a digest sees it',
    ),
  };
};

export const cases: Cases = {
  sets: [of('zarr2'), of('zarr3'), of('ocdbt-plain')],
};
