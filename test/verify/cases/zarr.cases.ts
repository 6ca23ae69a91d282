import type { Cases, SetCase } from '../cases.ts';
import { fixtureFiles, oracle } from '../fixtures.ts';

const of = (name: string): SetCase => {
  const files = fixtureFiles(`zarr/${name}`);
  return {
    kind: 'zarr',
    name,
    root: 'model.zarr',
    files: () => files,
    table: oracle(`zarr/${name}.table.json`),
    verdict: 'pass-degraded',
    optional: Object.fromEntries(
      [...files.keys()].flatMap((path) =>
        /(^|\/)(\.zgroup|\.zattrs|model\.zarr\/zarr\.json)$/.test(path)
          ? [
              [
                path,
                'a group is a folder, its mark says nothing more, nor do attributes of which there are none',
              ],
            ]
          : [],
      ),
    ),
    exchangeable: Object.fromEntries(
      [...files.keys()].map((path) => [
        path,
        'nothing in a chunk says where it belongs: only a digest sees it',
      ]),
    ),
  };
};

export const cases: Cases = {
  sets: [
    of('v2-raw'),
    of('v2-zlib'),
    of('v2-nested'),
    of('v3-gzip-crc'),
    of('v3-sharded'),
    of('v3-zstd'),
    of('v2-blosc'),
    of('v3-blosc'),
    of('v2-filters'),
    of('v3-types'),
  ],
};
