import { viewOf, type ZipDirectory, type ZipEntry } from '../archive/zip-directory.ts';
import type { ZipKind } from '../archive/zip-kind.ts';
import { readMember } from '../archive/zip-member.ts';
import { type MemberSink, ZipSpan } from '../archive/zip-span.ts';
import { Unsettled } from '../contract/findings.ts';
import type { InnerOptions, Subject, Walk } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import { type FileVerdict, holdsTensors, type TensorSummary } from '../contract/verdict.ts';
import { StepRecord } from '../read/step-record.ts';
import { bytesSource, windowSource } from '../read/window-source.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { KerasConfig } from './keras-config.ts';

const CONFIG = 'config.json';
const METADATA = 'metadata.json';
const WEIGHTS = /(^|\/)[^/]*\.weights\.h5$/;
const LOCAL_BYTES = 30;

/** A zip of a config, a little metadata and the weights as HDF5. Facts from archives of keras 3.15. */
export const keras: ZipKind = {
  name: 'keras',
  proves:
    'strict zip; the whole config names only parts of Keras and carries no code; the weights inside checked as HDF5, in place; values',
  checksum: 'CRC-32 of every member',

  holds: ({ entries }: ZipDirectory) =>
    [CONFIG, METADATA].every((wanted) => entries.some(({ name }) => name === wanted)),

  async open(subject: Subject, { entries, crcOff }: ZipDirectory): Promise<Walk> {
    const { findings, budgets, keys } = subject;
    const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    const config = new KerasConfig(subject);
    const steps = new StepRecord(subject);
    const tensors: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };
    for (const { name } of entries) if (!name.endsWith('/')) keys.addValue(name, name);
    return {
      checksummed: !crcOff,
      reaches: 'L3',
      *regions() {
        for (const entry of entries)
          yield new ZipSpan(entry, rules, entry.name === CONFIG ? sinkOf(config, entry) : undefined);
      },
      async inside() {
        const weights = entries.filter(({ name }) => WEIGHTS.test(name));
        for (const entry of weights) {
          const prefix = weights.length === 1 ? '' : `${entry.name}/`;
          const verdict = await examineWeights(subject, entry, {
            role: subject.role,
            proven: !crcOff,
            prefix,
          });
          if (verdict.facts.step !== undefined) steps.offer('iteration', verdict.facts.step);
          tensors.count += verdict.tensors?.count ?? 0;
          tensors.elements += verdict.tensors?.elements ?? 0;
          tensors.nonFinite += verdict.tensors?.nonFinite ?? 0;
        }
        judgeWeights(subject, entries, weights.length);
      },
      finish() {
        config.settle();
        steps.settle();
        judgeParameters(subject);
      },
      tensors: () => tensors,
    };
  },
};

/** The CRC of the config is compared all the same; what it names is listed even when it is wrong. */
const sinkOf = (config: KerasConfig, { offset, bytes }: ZipEntry): MemberSink => ({
  feed: (piece, fileOffset) => config.feed(piece, fileOffset < 0 ? offset : fileOffset),
  end: () => config.end(offset + bytes),
});

/** A stored member is read where it lies; a deflated one is unpacked when it is small enough to be held. */
async function examineWeights(
  subject: Subject,
  entry: ZipEntry,
  options: InnerOptions,
): Promise<FileVerdict> {
  const { reader, budgets } = subject;
  if (entry.method === 'stored') {
    const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
    const from = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
    return await subject.examine(windowSource(reader, from, entry.bytes, entry.name), {
      ...options,
      fileOffset: from,
    });
  }
  if (entry.bytes > budgets.structureBytes)
    throw new Unsettled(
      'L2',
      'keras-deflated',
      `${JSON.stringify(entry.name)} is compressed and too large to be held`,
      {
        offset: entry.offset,
        expected: `<= ${budgets.structureBytes} bytes`,
        found: `${entry.bytes} bytes`,
      },
    );
  const unpacked = new Uint8Array(entry.bytes);
  let at = 0;
  await readMember(reader, entry, (piece) => {
    unpacked.set(piece, at);
    at += piece.length;
  });
  return await subject.examine(bytesSource(unpacked.subarray(0, at), entry.name), options);
}

function judgeWeights({ findings, role }: Subject, entries: readonly ZipEntry[], found: number): void {
  const other = entries.find(({ name }) => /\.weights\.(json|npz)$/.test(name));
  if (other !== undefined)
    findings.inconclusive('L2', 'keras-weights', 'keeps its weights in a way that we cannot read', {
      offset: other.offset,
      found: JSON.stringify(other.name),
    });
  else if (found === 0 && holdsTensors(role))
    findings.fail('L3', 'keras-no-weights', 'holds a config and no weights', {
      expected: 'model.weights.h5',
    });
}

function judgeParameters({ expectation, findings, table }: Subject): void {
  if (expectation.parameters === undefined) return;
  let found = 0;
  for (const { name, dtype, shape } of table.rows) {
    const isFloat = (DTYPES as Record<string, Dtype>)[dtype]?.kind === 'float';
    if (isFloat && partOf(name) === 'model') found += shape.reduce((product, size) => product * size, 1);
  }
  if (found !== expectation.parameters)
    findings.fail('L3', 'parameter-count', 'another number of parameters than declared', {
      expected: String(expectation.parameters),
      found: String(found),
    });
}
