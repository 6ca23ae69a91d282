import { badArguments } from './call.ts';
import { EntryOrder, RowOrder } from './sparse-order.ts';
import {
  type IndexRule,
  isInt,
  PyGlobal,
  PyObject,
  PyTensor,
  PyTuple,
  type PyValue,
  type SymbolModel,
} from './value.ts';

export const SPARSE = '_rebuild_sparse_tensor';
/** Looks a layout up by its name. */
export const LAYOUT_OF = 'torch.serialization._get_layout';

/** Which side of a matrix is compressed, and whether what is kept are blocks. */
const COMPRESSED: ReadonlyMap<string, { byRow: boolean; blocks: boolean }> = new Map([
  ['torch.sparse_csr', { byRow: true, blocks: false }],
  ['torch.sparse_csc', { byRow: false, blocks: false }],
  ['torch.sparse_bsr', { byRow: true, blocks: true }],
  ['torch.sparse_bsc', { byRow: false, blocks: true }],
]);
const COO = 'torch.sparse_coo';
/** All that PyTorch 2.15 has. */
export const LAYOUTS: ReadonlySet<string> = new Set([
  ...[...COMPRESSED.keys(), COO],
  ...['torch.strided', 'torch.jagged', 'torch._mkldnn'],
]);

const demand = (ok: boolean): void => {
  if (!ok) throw badArguments(SPARSE);
};

/** `_rebuild_sparse_tensor(layout, parts)` */
export const sparse: SymbolModel = {
  tier: 'A',
  call: ([layout, parts, ...more]) => {
    demand(layout !== undefined && parts instanceof PyTuple && more.length === 0);
    const { items } = parts as PyTuple;
    const name = nameOf(layout as PyValue);
    const sides = COMPRESSED.get(name);
    demand(sides !== undefined || name === COO);
    const data = new PyTuple(sides === undefined ? coordinates(items) : compressed(items, sides));
    return new PyObject(new PyGlobal(`torch._utils.${SPARSE}`, sparse), [layout as PyValue, data]);
  },
};

function nameOf(layout: PyValue): string {
  if (layout instanceof PyGlobal) return layout.name;
  return layout instanceof PyObject && layout.cls.name === LAYOUT_OF ? String(layout.args[0]) : '';
}

function counts(value: PyValue | undefined): number[] {
  const items = value instanceof PyTuple ? value.items : [];
  demand(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0));
  return items as number[];
}

/** `(indices, values, size[, is_coalesced])`, with what each row of the indices must stay below. */
function coordinates(items: readonly PyValue[]): PyValue[] {
  const [indices, values, sizes, ...rest] = items;
  if (!(indices instanceof PyTensor && values instanceof PyTensor)) throw badArguments(SPARSE);
  const size = counts(sizes);
  const [dimensions = 0, count] = indices.shape;
  demand(indices.shape.length === 2 && dimensions <= size.length && values.shape[0] === count);
  const order = rest[0] === true ? { order: new EntryOrder(dimensions) } : {};
  return [
    withRule(indices, { below: size.slice(0, dimensions), ...order }),
    values,
    sizes as PyValue,
    ...rest,
  ];
}

/**
 * `(places of the rows, indices, values, size)`, one of each for every matrix of a batch; the last two dimensions of the indices'
 * count are the matrix (`_validate_sparse_compressed_tensor_args`, PyTorch 2.15).
 */
function compressed(
  items: readonly PyValue[],
  { byRow, blocks }: { byRow: boolean; blocks: boolean },
): PyValue[] {
  const [places, indices, values, sizes, ...rest] = items;
  if (!(places instanceof PyTensor && indices instanceof PyTensor && values instanceof PyTensor))
    throw badArguments(SPARSE);
  const size = counts(sizes);
  const batch = places.shape.length - 1;
  const [blockRows = 1, blockColumns = 1] = blocks ? values.shape.slice(batch + 1) : [];
  const rows = (size[batch] ?? 0) / blockRows;
  const columns = (size[batch + 1] ?? 0) / blockColumns;
  const [along, across] = byRow ? [rows, columns] : [columns, rows];
  const count = indices.shape[batch] ?? 0;
  demand(batch >= 0 && size.length >= batch + 2 && indices.shape.length === batch + 1);
  demand(places.shape[batch] === along + 1 && values.shape[batch] === count && Number.isInteger(across));
  demand([places, indices].every(({ shape, stride }) => (shape[batch] ?? 0) < 2 || stride[batch] === 1));
  for (let i = 0; i < batch; i += 1)
    demand([places, indices, values].every(({ shape }) => shape[i] === size[i]));
  const order = new RowOrder(places.shape, count);
  const climbing = { below: [count + 1], climbs: { last: count, most: across }, order: order.places };
  const within = { below: [across], order: order.indices };
  return [withRule(places, climbing), withRule(indices, within), values, sizes as PyValue, ...rest];
}

const withRule = ({ storage, dtype, beside, ...tensor }: PyTensor, rule: IndexRule): PyTensor =>
  new PyTensor(storage, dtype, tensor, beside, rule);
