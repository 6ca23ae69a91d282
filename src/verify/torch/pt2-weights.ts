import { Broken, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { ReferredStorage } from '../pickle/storage-scan.ts';
import { reachOf } from '../pickle/tensor-view.ts';
import { PyStorage, PyTensor } from '../pickle/value.ts';
import { isObject, type JsonObject, parsedJson } from '../read/json-object.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';

/** What a table of weights or constants says: raw elements by the member that holds them, and members that are files of torch.save. */
export interface Pt2Table {
  raw: Map<string, ReferredStorage>;
  saved: { name: string; member: string }[];
}

/** `ScalarType` of the schema of exported programs, from PyTorch's source. */
const TYPES: Record<number, Dtype> = {
  1: DTYPES.u8,
  2: DTYPES.i8,
  3: DTYPES.i16,
  4: DTYPES.i32,
  5: DTYPES.i64,
  6: DTYPES.f16,
  7: DTYPES.f32,
  8: DTYPES.f64,
  10: DTYPES.c64,
  11: DTYPES.c128,
  12: DTYPES.bool,
  13: DTYPES.bf16,
  28: DTYPES.u16,
  29: DTYPES.f8_e4m3,
  30: DTYPES.f8_e5m2,
  31: DTYPES.f8_e4m3fnuz,
  32: DTYPES.f8_e5m2fnuz,
  33: DTYPES.e8m0,
  34: DTYPES.u32,
  35: DTYPES.u64,
};
/** `Layout` of the same schema: elements one after another by strides. */
const STRIDED = 7;
const MOST_DIMENSIONS = 1000;

/**
 * `{config: {name: {path_name, use_pickle, tensor_meta}}}`, as a `*_weights_config.json` or `*_constants_config.json` has it.
 *
 * @param folder of the table; what it names lies beside it
 * @param bytesOf a member by its name, when it is there
 * @throws Broken when it contradicts the archive
 */
export function readPt2Table(
  text: string,
  folder: string,
  bytesOf: (member: string) => number | undefined,
): Pt2Table {
  const table: Pt2Table = { raw: new Map(), saved: [] };
  for (const [name, entry] of Object.entries(configIn(text, folder))) {
    const path = isObject(entry) ? entry['path_name'] : undefined;
    if (!isObject(entry) || typeof path !== 'string') throw malformed(folder, `${quoted(name)} has no place`);
    const member = folder + path;
    const bytes = bytesOf(member);
    if (bytes === undefined)
      throw new Broken('L2', 'storage-missing', `${quoted(name)} is not in the archive`, {
        expected: quoted(member),
      });
    if (entry['use_pickle'] !== false) takeSaved(table, name, member, entry['tensor_meta']);
    else takeRaw(table, name, { member, bytes }, entry['tensor_meta']);
  }
  return table;
}

function configIn(text: string, folder: string): JsonObject {
  const parsed = parsedJson(text);
  const config = isObject(parsed) ? parsed['config'] : undefined;
  if (isObject(config)) return config;
  throw malformed(folder, 'is no table of tensors');
}

function takeSaved(table: Pt2Table, name: string, member: string, meta: unknown): void {
  if (meta === null || meta === undefined)
    throw new Unsettled('L2', 'pt2-object', `${quoted(name)} is an object of a class that we do not know`);
  table.saved.push({ name, member });
}

function takeRaw(
  table: Pt2Table,
  name: string,
  { member, bytes }: { member: string; bytes: number },
  meta: unknown,
): void {
  const tensor = tensorOf(name, meta);
  const { dtype } = tensor;
  const size = (dtype as Dtype).bits / 8;
  const known = table.raw.get(member);
  // Tensors of different types can lie on one storage; then its bytes have no type of their own.
  const same = known === undefined || known.storage.dtype === dtype;
  const storage = new PyStorage(same ? dtype : undefined, member, same ? bytes / size : bytes);
  if (reachOf(tensor) * size > bytes || bytes % size !== 0)
    throw new Broken('L2', 'tensor-outside', `${quoted(name)} is not of the size of its elements`, {
      expected: `at least ${reachOf(tensor) * size} bytes, whole elements`,
      found: `${bytes} bytes`,
    });
  const top = name.split('.', 1)[0] ?? '';
  const placed = new PyTensor(storage, dtype, tensor);
  const tensors = known?.tensors ?? [];
  tensors.push({ name, top, tensor: placed });
  table.raw.set(member, { storage, tensors });
}

function tensorOf(name: string, meta: unknown): PyTensor {
  if (!isObject(meta)) throw malformed(name, 'says nothing about its tensor');
  const dtype = typeof meta['dtype'] === 'number' ? TYPES[meta['dtype']] : undefined;
  if (dtype === undefined)
    throw new Unsettled('L2', 'dtype-unknown', `${quoted(name)} is of a type that we do not know`, {
      found: String(meta['dtype']).slice(0, 40),
    });
  if (meta['layout'] !== STRIDED)
    throw new Unsettled('L2', 'pt2-layout', `${quoted(name)} is not laid out by strides`);
  const shape = counts(name, meta['sizes']);
  const stride = counts(name, meta['strides']);
  const [offset] = counts(name, [meta['storage_offset']]);
  if (shape.length !== stride.length || shape.length > MOST_DIMENSIONS)
    throw malformed(name, 'has not as many strides as sizes');
  return new PyTensor(undefined, dtype, { offset: offset as number, shape, stride });
}

/** `[{as_int: 3}, ...]` */
function counts(name: string, list: unknown): number[] {
  const items = Array.isArray(list) ? list : [undefined];
  return items.map((item) => {
    const count = isObject(item) ? item['as_int'] : undefined;
    if (!Number.isSafeInteger(count) || (count as number) < 0)
      throw malformed(name, 'has a size, stride or offset that is no count');
    return count as number;
  });
}

const malformed = (where: string, what: string): Broken =>
  new Broken('L2', 'pt2-malformed', `${quoted(where)} ${what}`);
