import type { ZipDirectory, ZipEntry } from '../archive/zip-directory.ts';
import { openMember } from '../archive/zip-examine.ts';
import { type MemberSink, ZipSpan } from '../archive/zip-span.ts';
import { Unsettled } from '../contract/findings.ts';
import type { InnerOptions, Subject, Walk } from '../contract/format.ts';
import { partOf } from '../contract/key-book.ts';
import { quoted } from '../contract/untrusted.ts';
import { type FileVerdict, holdsTensors, NO_TENSORS, together } from '../contract/verdict.ts';
import { StepRecord } from '../read/step-record.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { KerasConfig } from './keras-config.ts';
import { KerasWriter } from './keras-writer.ts';

const CONFIG = 'config.json';
const METADATA = 'metadata.json';
const WEIGHTS = /(^|\/)[^/]*\.weights\.h5$/;

export async function openKeras(subject: Subject, { entries, crcOff }: ZipDirectory): Promise<Walk> {
  const { budgets, keys } = subject;
  const rules = { crcOff, subject, expansion: { bytes: 0, limit: budgets.expandedBytes } };
  const config = new KerasConfig(subject);
  const writer = new KerasWriter(budgets);
  const steps = new StepRecord(subject);
  let tensors = NO_TENSORS;
  for (const { name } of entries) if (!name.endsWith('/')) keys.addValue(name, name);
  /** The CRC of the config is compared all the same; what it names is listed even when it is wrong. */
  const sinkOf = ({ name, offset, bytes }: ZipEntry): MemberSink | undefined => {
    const reader = name === CONFIG ? config : name === METADATA ? writer : undefined;
    return (
      reader && {
        feed: (piece, fileOffset) => reader.feed(piece, fileOffset < 0 ? offset : fileOffset),
        end: () => reader.end(offset + bytes),
      }
    );
  };
  return {
    checksummed: !crcOff,
    reaches: 'L3',
    *regions() {
      for (const entry of entries) yield new ZipSpan(entry, rules, sinkOf(entry));
    },
    async inside() {
      const weights = entries.filter(({ name }) => WEIGHTS.test(name));
      for (const entry of weights) {
        const prefix = weights.length === 1 ? '' : `${entry.name}/`;
        const options = { role: subject.role, proven: !crcOff, prefix };
        const verdict = await examineWeights(subject, entry, options);
        if (verdict.facts.step !== undefined) steps.offer('iteration', verdict.facts.step);
        tensors = together(tensors, verdict.tensors);
      }
      judgeWeights(subject, entries, weights.length);
    },
    finish() {
      config.settle(writer.version);
      steps.settle();
      judgeParameters(subject);
    },
    tensors: () => tensors,
  };
}

async function examineWeights(
  subject: Subject,
  entry: ZipEntry,
  options: InnerOptions,
): Promise<FileVerdict> {
  const { structureBytes } = subject.budgets;
  const opened = await openMember(subject, entry, structureBytes);
  if (opened !== undefined) return await subject.examine(opened.source, { ...opened.options, ...options });
  const what = `${quoted(entry.name)} is compressed and too large to be held`;
  const sizes = { expected: `<= ${structureBytes} bytes`, found: `${entry.bytes} bytes` };
  throw new Unsettled('L2', 'keras-deflated', what, { offset: entry.offset, ...sizes });
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
    findings.fail('L3', 'parameter-count', 'another number of parameters than the model was said to have', {
      expected: String(expectation.parameters),
      found: String(found),
    });
}
