import { readyZstd } from '../codec/zstd.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import { type ChunkTable, readChunkTable } from './chunks.ts';
import { Cursor, hdf5Broken } from './cursor.ts';
import { type Dataspace, readDataspace } from './dataspace.ts';
import { type Datatype, readDatatype } from './datatype.ts';
import type { Hdf5File } from './file.ts';
import { checkFillValues } from './fill-value.ts';
import { type Filter, guards, readFilters, unreadable } from './filters.ts';
import { type Layout, readLayout } from './layout.ts';
import { MESSAGE, type ObjectHeader, only, resolved } from './object.ts';
import { mayHoldZstd } from './packed-chunks.ts';

export interface Hdf5Dataset {
  /** Every path that leads to it, without a leading slash. From the file: untrusted text. */
  names: string[];
  fileOffset: number;
  type: Datatype;
  shape: readonly number[];
  elements: number;
  layout: Layout;
  filters: Filter[];
  /** Only of chunked data. */
  chunks?: ChunkTable;
  /** A checksum of the format covers every byte of the data. */
  guarded: boolean;
  /** Not all of its data were ever written; what is missing reads as a fill value. */
  isUnwritten: boolean;
}

export const isDataset = ({ messages }: ObjectHeader): boolean =>
  messages.some(({ type }) => type === MESSAGE.layout);

/** Everything about a dataset but its data, which it claims. */
export async function readDataset(file: Hdf5File, header: ObjectHeader): Promise<Hdf5Dataset> {
  const message = async (type: number) => {
    const found = only(header, type);
    if (found === undefined) return undefined;
    const { bytes, fileOffset } = await resolved(file, found);
    return new Cursor(bytes, fileOffset, file.widths);
  };
  const [typePart, spacePart, layoutPart] = [
    await message(MESSAGE.datatype),
    await message(MESSAGE.dataspace),
    await message(MESSAGE.layout),
  ];
  if (typePart === undefined || spacePart === undefined || layoutPart === undefined)
    throw hdf5Broken('a dataset without type, shape or layout', header.fileOffset);
  if (only(header, MESSAGE.externalFiles) !== undefined)
    throw new Unsettled('L2', 'hdf5-external', 'keeps data in another file', { offset: header.fileOffset });
  await checkFillValues(file, header);
  const type = readDatatype(typePart);
  const space = readDataspace(spacePart);
  const filterPart = await message(MESSAGE.filters);
  const dataset: Hdf5Dataset = {
    names: [],
    fileOffset: header.fileOffset,
    type,
    shape: space.shape ?? [],
    elements: space.elements,
    layout: readLayout(layoutPart),
    filters: filterPart === undefined ? [] : readFilters(filterPart),
    guarded: false,
    isUnwritten: false,
  };
  // A null space holds no element, not even an empty list of them.
  if (space.shape === undefined) delete dataset.type.number;
  await claimData(file, dataset, space);
  return dataset;
}

async function claimData(file: Hdf5File, dataset: Hdf5Dataset, space: Dataspace): Promise<void> {
  const { layout, type, elements, filters, fileOffset } = dataset;
  const needed = type.bytes * elements;
  if (layout.kind === 'chunked') {
    if (layout.elementBytes !== type.bytes) throw sizeLies(fileOffset, type.bytes, layout.elementBytes);
    const other = unreadable(filters);
    const chunks = await readChunkTable(file, { layout, shape: dataset.shape, space, filters }, fileOffset);
    if (other.length > 0)
      throw new Unsettled('L1', 'hdf5-filter', 'data are compressed in a way that we cannot read', {
        offset: fileOffset,
        found: other.join(', '),
      });
    if (filters.some(({ id }) => mayHoldZstd(id))) await readyZstd();
    dataset.chunks = chunks;
    dataset.isUnwritten = chunks.written < chunks.addresses.length;
    dataset.guarded = !layout.edgesUnfiltered && chunks.masks.every((mask) => guards(filters, mask));
    return;
  }
  if (filters.length > 0) throw hdf5Broken('data without chunks have filters', fileOffset);
  if (layout.kind === 'contiguous' && layout.address === undefined) {
    dataset.isUnwritten = elements > 0;
    return;
  }
  if (layout.bytes !== needed && !(elements === 0 && layout.kind === 'compact'))
    throw sizeLies(fileOffset, needed, layout.bytes);
  if (layout.kind === 'contiguous') file.claim(layout.address as number, layout.bytes, 'data');
  // Compact data lie in the object's header, under its checksum where it has one.
  else dataset.guarded = true;
}

const sizeLies = (offset: number, expected: number, found: number): Broken =>
  new Broken('L2', 'size-lies', 'data have another size than their type and shape say', {
    offset,
    expected: `${expected} bytes`,
    found: `${found} bytes`,
  });
