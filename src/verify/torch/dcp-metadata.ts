import { Broken } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { isInt, PyDict, PyGlobal, PyList, PyObject, PyTuple, type PyValue } from '../pickle/value.ts';
import type { Dtype } from '../tensor/dtype.ts';

/** A box of a tensor: where it begins and how far it goes, per dimension, in elements. */
export interface Chunk {
  offsets: readonly number[];
  sizes: readonly number[];
}

export interface DcpTensor {
  /** Absent when the metadata names a type that we do not know. */
  dtype: Dtype | undefined;
  size: readonly number[];
  chunks: readonly Chunk[];
}

/** What lies at one place of one file. */
export interface DcpItem {
  name: string;
  /** Of the chunk; absent for a pickled object. */
  offsets?: readonly number[];
  /** In the checkpoint's folder. From the box: untrusted text. */
  file: string;
  offset: number;
  length: number;
  /** The bytes are compressed or otherwise changed. */
  transformed: boolean;
}

export interface DcpMetadata {
  tensors: Map<string, DcpTensor>;
  objects: Set<string>;
  items: DcpItem[];
}

/** Reads the pickled `Metadata` object. Everything in it must have the form that torch.distributed.checkpoint gives it. */
export function dcpMetadata(root: PyValue): DcpMetadata {
  const metadata = ofClass(root, 'Metadata');
  const described = attribute(metadata, 'state_dict_metadata');
  const stored = attribute(metadata, 'storage_data');
  if (!(described instanceof PyDict) || !(stored instanceof PyDict))
    throw malformed('has no table of its items');
  const result: DcpMetadata = { tensors: new Map(), objects: new Set(), items: [] };
  for (const [name, value] of described.entries.values()) {
    if (typeof name !== 'string') throw malformed('names an item with what is no text');
    if (isOfClass(value, 'BytesStorageMetadata')) result.objects.add(name);
    else result.tensors.set(name, tensorOf(value, name));
  }
  for (const [index, info] of stored.entries.values()) result.items.push(itemOf(index, info));
  return result;
}

function tensorOf(value: PyValue, name: string): DcpTensor {
  const tensor = ofClass(value, 'TensorStorageMetadata');
  const chunks = attribute(tensor, 'chunks');
  if (!(chunks instanceof PyList)) throw malformed(`lists no chunks of ${quoted(name)}`);
  const size = counts(attribute(tensor, 'size'), name);
  return {
    dtype: dtypeOf(attribute(tensor, 'properties')),
    size,
    chunks: chunks.items.map((item) => {
      const chunk = ofClass(item, 'ChunkStorageMetadata');
      const [offsets, sizes] = [
        counts(attribute(chunk, 'offsets'), name),
        counts(attribute(chunk, 'sizes'), name),
      ];
      if (offsets.length !== size.length || sizes.length !== size.length)
        throw malformed(`gives a chunk of ${quoted(name)} another number of dimensions`);
      return { offsets, sizes };
    }),
  };
}

/** The first of the properties, which are kept as a tuple. */
function dtypeOf(properties: PyValue | undefined): Dtype | undefined {
  const state = properties instanceof PyObject ? properties.state : undefined;
  const [first] = state instanceof PyTuple ? state.items : [];
  const dtype = first ?? attribute(properties, 'dtype');
  return dtype instanceof PyGlobal ? dtype.model.dtype : undefined;
}

function itemOf(index: PyValue, value: PyValue): DcpItem {
  const key = ofClass(index, 'MetadataIndex');
  const info = ofClass(value, '_StorageInfo');
  const name = attribute(key, 'fqn');
  const offsets = attribute(key, 'offset');
  const [file, offset, length] = ['relative_path', 'offset', 'length'].map((each) => attribute(info, each));
  const transforms = attribute(info, 'transform_descriptors');
  const sound =
    typeof name === 'string' &&
    typeof file === 'string' &&
    isInt(offset) &&
    isInt(length) &&
    offset >= 0 &&
    length >= 0 &&
    Number.isSafeInteger(offset + length);
  if (!sound) throw malformed('does not say where an item lies');
  return {
    name,
    ...(offsets === undefined || offsets === null ? {} : { offsets: counts(offsets, name) }),
    file,
    offset,
    length,
    transformed:
      transforms !== undefined &&
      transforms !== null &&
      !(transforms instanceof PyTuple && transforms.items.length === 0) &&
      !(transforms instanceof PyList && transforms.items.length === 0),
  };
}

function counts(value: PyValue | undefined, name: string): number[] {
  const items = value instanceof PyTuple || value instanceof PyList ? value.items : undefined;
  if (items === undefined || !items.every((item) => isInt(item) && item >= 0))
    throw malformed(`gives ${quoted(name)} a shape that is none`);
  return items as number[];
}

const isOfClass = (value: PyValue | undefined, name: string): value is PyObject =>
  value instanceof PyObject && value.cls.name.endsWith(`.${name}`);

function ofClass(value: PyValue | undefined, name: string): PyObject {
  if (!isOfClass(value, name)) throw malformed(`holds something else where a ${name} belongs`);
  return value;
}

/** An attribute of an object whose state is its `__dict__`. */
function attribute(value: PyValue | undefined, name: string): PyValue | undefined {
  const state = value instanceof PyObject ? value.state : undefined;
  return state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : undefined;
}

const malformed = (what: string): Broken =>
  new Broken('L2', 'dcp-metadata', `the metadata ${what.slice(0, 200)}`);
