import type { CheckpointMeaning } from '../checkpoint/meaning.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { PickleImports } from '../pickle/imports.ts';
import { PickleMachine } from '../pickle/machine.ts';
import { storageOf } from '../pickle/storage-id.ts';
import type { ReferredStorage } from '../pickle/storage-scan.ts';
import { judgeReach } from '../pickle/tensor-view.ts';
import { type PyGlobal, type PyStorage, PyTensor, PyTuple, type PyValue } from '../pickle/value.ts';
import { plainOf, walkPickled } from '../pickle/walk.ts';
import type { StepRecord } from '../read/step-record.ts';

/** What `data.pkl` describes. */
export interface TorchProgram {
  storages: Map<string, ReferredStorage>;
  /** Where the optimizer keeps its own step counts. */
  metaTensors: number;
  /** The saved object. */
  root: PyValue;
  /** What it is written in, ascending. */
  opcodes: readonly number[];
}

/** How a container spells the storages that its program refers to. `add`: the storage as far as it is known by now. */
export type StorageSpelling = (
  id: PyValue,
  add: (storage: PyStorage) => PyStorage,
) => PyStorage | PyTensor | PyGlobal | undefined;

/** What a program is read for, and entered into. */
export interface ProgramContext {
  subject: Subject;
  meaning: Pick<CheckpointMeaning, 'number'>;
  imports: PickleImports;
  steps: StepRecord;
}

export interface ProgramOptions {
  spelling?: StorageSpelling;
  /** Something else follows it. */
  openEnded?: boolean;
  /** Of programs before it that refer to the same ones. */
  storages?: Map<string, ReferredStorage>;
}

/** Walks the program of a checkpoint as it is fed; every persistent id must be a storage of this container. */
export class TorchProgramReader {
  readonly #subject: Subject;
  readonly #steps: StepRecord;
  readonly #meaning: ProgramContext['meaning'];
  readonly #machine: PickleMachine;
  readonly #storages: Map<string, ReferredStorage>;

  constructor(
    { subject, imports, steps, meaning }: ProgramContext,
    programBytes: number,
    { spelling = zipSpelling, openEnded = false, storages = new Map() }: ProgramOptions = {},
  ) {
    this.#subject = subject;
    this.#steps = steps;
    this.#meaning = meaning;
    this.#storages = storages;
    const world = {
      find: (module: string, name: string) => imports.find(module, name),
      persistent: (id: PyValue) => this.#persistent(spelling, id),
      note: (code: string, what: string) => subject.findings.note('L2', code, what),
    };
    this.#machine = new PickleMachine(world, subject.budgets, programBytes, openEnded);
  }

  feed(piece: Uint8Array): void {
    this.#machine.feed(piece);
  }

  /** Of a program that something else follows: its length, once its STOP has come. */
  get stoppedAt(): number | undefined {
    return this.#machine.stoppedAt;
  }

  /** Of a program that fills what it was said to fill. */
  end(name: string): TorchProgram {
    return this.#describe(this.#machine.end(), name);
  }

  /** Of a program that something else follows. */
  stop(): TorchProgram {
    return this.#describe(this.#machine.value(), '');
  }

  #describe(root: PyValue, name: string): TorchProgram {
    const program: TorchProgram = {
      storages: this.#storages,
      metaTensors: 0,
      root,
      opcodes: this.#machine.opcodesUsed,
    };
    const { keys, facts, budgets } = this.#subject;
    const shown: [string, string | number | boolean | null][] = [];
    walkPickled(
      root,
      budgets.pickleDepth,
      {
        tensor: (path, top, tensor) => {
          keys.addTensor(path, top);
          this.#place(program, path, top, tensor);
        },
        scalar: (path, top, value) => {
          const plain = plainOf(value);
          keys.addValue(path, top, plain === null);
          if (typeof plain === 'number') {
            this.#steps.offer(path, plain);
            this.#meaning.number(path, plain);
          }
          if (path === top && shown.length < 64)
            shown.push([path.slice(0, 120), typeof plain === 'string' ? plain.slice(0, 200) : plain]);
        },
        opaque: (path, top) => keys.addValue(path, top),
      },
      name,
    );
    const before = Object.entries(facts.scalars);
    facts.scalars = Object.fromEntries([...before, ...shown].slice(0, 64));
    return program;
  }

  #persistent(spelling: StorageSpelling, id: PyValue): PyValue {
    const value = spelling(id, (storage) => this.#enter(storage));
    if (value === undefined)
      throw new Broken('L2', 'pickle-bad-call', 'the pickle program asks for something else than a storage');
    return value;
  }

  #enter(storage: PyStorage): PyStorage {
    const { key, dtype, elements } = storage;
    const known = this.#storages.get(key);
    if (known === undefined) {
      this.#storages.set(key, { storage, tensors: [] });
      return storage;
    }
    if (known.storage.dtype !== dtype || known.storage.elements !== elements) {
      throw new Broken('L2', 'storage-contradicts', `storage ${quoted(key)} is described in two ways`);
    }
    return known.storage;
  }

  #place(program: TorchProgram, name: string, top: string, tensor: PyTensor): void {
    const { storage } = tensor;
    if (storage === undefined) {
      program.metaTensors += 1;
      return;
    }
    judgeReach(this.#subject.findings, name, tensor);
    const placed = storage.from === 0 ? tensor : shifted(tensor, storage.from);
    this.#storages.get(storage.key)?.tensors.push({ name, top, tensor: placed });
  }
}

/** A tensor on a view, as one on the storage that the view is of. */
const shifted = (tensor: PyTensor, from: number): PyTensor => {
  const { storage, dtype, offset, shape, stride, rule } = tensor;
  return new PyTensor(storage, dtype, { offset: offset + from, shape, stride }, undefined, rule);
};

/** As torch.save spells it since 1.6: five items and nothing else. */
const zipSpelling: StorageSpelling = (id, add) => {
  const storage = id instanceof PyTuple && id.items.length === 5 ? storageOf(id) : undefined;
  return storage === undefined ? undefined : add(storage);
};
