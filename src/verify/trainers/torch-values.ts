import { readZipDirectory, type ZipDirectory } from '../archive/zip-directory.ts';
import { readMember, readNote } from '../archive/zip-member.ts';
import { Findings } from '../contract/findings.ts';
import type { Part, SetSubject } from '../contract/set.ts';
import { PickleImports } from '../pickle/imports.ts';
import { PickleMachine } from '../pickle/machine.ts';
import { storageOf } from '../pickle/storage-id.ts';
import type { PyTensor, PyValue } from '../pickle/value.ts';
import { plainOf, walkPickled } from '../pickle/walk.ts';
import type { Dtype } from '../tensor/dtype.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { readScalar } from '../tensor/element-values.ts';

export type TorchValue = number | string | boolean | null;

const MOST_VALUES = 64;
const PROGRAM = /^([^/]+\/)data\.pkl$/;

/**
 * Single values of a file of `torch.save`, by their path (`distributed_state.num_processes`, `state.0.step`): what members
 * of a set must agree on. Tensors of one element count as values. Nothing is said about the file: it was verified alone, and
 * one that did not pass, or lies in another container, has no values.
 *
 * @returns the first 64 that are wanted
 */
export async function torchValues(
  subject: SetSubject,
  path: string,
  wanted: RegExp,
): Promise<Map<string, TorchValue>> {
  const values = new Map<string, TorchValue>();
  const alone = subject.verdictOf(path);
  if (alone?.format !== 'torch-zip' || !alone.verdict.startsWith('pass')) return values;
  const part = await subject.part(path);
  const directory = await readZipDirectory(part.reader, part.budgets);
  const { root, program } = await readProgram(part, directory);
  const tensors = new Map<string, PyTensor>();
  const keep = (name: string, value: TorchValue) => {
    if (wanted.test(name) && values.size < MOST_VALUES && !values.has(name)) values.set(name, value);
  };
  walkPickled(program, part.budgets.pickleDepth, {
    scalar: (name, _top, value) => keep(name, plainOf(value)),
    tensor: (name, _top, tensor) => {
      const isOne = tensor.shape.every((size) => size === 1) && tensor.offset === 0;
      if (isOne && wanted.test(name) && tensors.size < MOST_VALUES) tensors.set(name, tensor);
    },
    opaque: () => {},
  });
  for (const [name, tensor] of tensors) {
    const value = await elementOf(part, directory, root, tensor);
    if (value !== undefined) keep(name, value);
  }
  return values;
}

async function readProgram(
  part: Part,
  { entries }: ZipDirectory,
): Promise<{ root: string; program: PyValue }> {
  const entry = entries.find(({ name }) => PROGRAM.test(name));
  if (entry === undefined) return { root: '', program: null };
  // Its imports were judged when it was verified alone.
  const imports = new PickleImports({ ...part, findings: new Findings(), imports: new Set() });
  const world = {
    find: (module: string, name: string) => imports.find(module, name),
    persistent: (id: PyValue) => storageOf(id) ?? null,
    note: () => {},
  };
  const machine = new PickleMachine(world, part.budgets, entry.bytes);
  await readMember(part.reader, entry, part.budgets, (piece) => machine.feed(piece));
  return { root: PROGRAM.exec(entry.name)?.[1] ?? '', program: machine.end() };
}

async function elementOf(
  part: Part,
  { entries }: ZipDirectory,
  root: string,
  { storage, dtype }: PyTensor,
): Promise<number | undefined> {
  const member = (name: string) => entries.find((entry) => entry.name === root + name);
  const entry = storage === undefined ? undefined : member(`data/${storage.key}`);
  if (entry === undefined) return undefined;
  const text = await readNote(part.reader, entry, part.budgets);
  const order = member('byteorder');
  const isBig = order !== undefined && (await readNote(part.reader, order, part.budgets)) === 'big';
  const type: Dtype = dtype ?? storage?.dtype ?? DTYPES.u8;
  return text === undefined ? undefined : readScalar(type, Buffer.from(text, 'latin1'), !isBig);
}
