/** Files in which zarr describes a group or an array. */
export const METADATA = new Set(['.zarray', '.zgroup', '.zattrs', '.zmetadata', 'zarr.json']);
