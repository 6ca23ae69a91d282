/** Files that announce a set whose parts lie in folders below: named alone, they are judged with those. */
const HEADS: ReadonlySet<string> = new Set([
  'saved_model.pb',
  '.zarray',
  '.zgroup',
  '.zmetadata',
  'zarr.json',
  'manifest.ocdbt',
  '_METADATA',
  '_CHECKPOINT_METADATA',
]);

export const hasPartsBelow = (name: string): boolean => HEADS.has(name);
