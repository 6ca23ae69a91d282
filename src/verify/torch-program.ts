import { Broken } from './findings.ts';
import type { Subject } from './format.ts';
import type { PickleImports } from './pickle-imports.ts';
import { PickleMachine } from './pickle-machine.ts';
import { isInt, PyFloat, PyGlobal, PyStorage, type PyTensor, PyTuple, type PyValue } from './pickle-value.ts';
import { walkPickled } from './pickle-walk.ts';
import type { StepRecord } from './step-record.ts';
import { reachOf } from './tensor-view.ts';

/** A storage that the pickled object refers to, and the tensors that lie on it. */
export interface ReferredStorage {
  storage: PyStorage;
  tensors: { name: string; top: string; tensor: PyTensor }[];
}

/** What `data.pkl` describes. */
export interface TorchProgram {
  storages: Map<string, ReferredStorage>;
  /** Where the optimizer keeps its own step counts. */
  metaTensors: number;
}

/** Walks `data.pkl` as it is fed; every persistent id must be a storage of this container. */
export class TorchProgramReader {
  readonly #subject: Subject;
  readonly #machine: PickleMachine;
  readonly #storages = new Map<string, ReferredStorage>();

  constructor(subject: Subject, imports: PickleImports, programBytes: number) {
    this.#subject = subject;
    const world = {
      find: (module: string, name: string) => imports.find(module, name),
      persistent: (id: PyValue) => this.#storage(id),
      note: (code: string, what: string) => subject.findings.note('L2', code, what),
    };
    this.#machine = new PickleMachine(world, subject.budgets, programBytes);
  }

  feed(piece: Uint8Array): void {
    this.#machine.feed(piece);
  }

  end(steps: StepRecord): TorchProgram {
    const root = this.#machine.end();
    const program: TorchProgram = { storages: this.#storages, metaTensors: 0 };
    const { keys, facts, budgets } = this.#subject;
    const shown: [string, string | number | boolean | null][] = [];
    walkPickled(root, budgets.pickleDepth, {
      tensor: (path, top, tensor) => {
        keys.addTensor(path, top);
        this.#place(program, path, top, tensor);
      },
      scalar: (path, top, value) => {
        const plain =
          value instanceof PyFloat ? value.value : typeof value === 'bigint' ? Number(value) : value;
        keys.addValue(path, top, plain === null);
        if (typeof plain === 'number') steps.offer(path, plain);
        if (path === top && shown.length < 64)
          shown.push([path.slice(0, 120), typeof plain === 'string' ? plain.slice(0, 200) : plain]);
      },
      opaque: (path, top) => keys.addValue(path, top),
    });
    facts.scalars = Object.fromEntries(shown);
    return program;
  }

  /** `('storage', StorageType, key, location, numel)` and nothing else. */
  #storage(id: PyValue): PyStorage {
    const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
    const sound =
      id instanceof PyTuple &&
      id.items.length === 5 &&
      word === 'storage' &&
      type instanceof PyGlobal &&
      type.model.storage === true &&
      typeof key === 'string' &&
      typeof location === 'string' &&
      isInt(elements) &&
      elements >= 0;
    if (!sound)
      throw new Broken('L2', 'pickle-bad-call', 'the pickle program asks for something else than a storage');
    const storage = new PyStorage(type.model.dtype, key, location, elements);
    const known = this.#storages.get(key);
    if (known === undefined) {
      this.#storages.set(key, { storage, tensors: [] });
      return storage;
    }
    if (known.storage.dtype !== storage.dtype || known.storage.elements !== elements) {
      throw new Broken(
        'L2',
        'storage-contradicts',
        `storage ${JSON.stringify(key)} is described in two ways`,
      );
    }
    return known.storage;
  }

  #place(program: TorchProgram, name: string, top: string, tensor: PyTensor): void {
    const { storage, dtype } = tensor;
    if (storage === undefined) {
      program.metaTensors += 1;
      return;
    }
    // An untyped storage counts bytes, a tensor on it elements.
    const elements =
      storage.dtype === undefined ? storage.elements / ((dtype?.bits ?? 8) / 8) : storage.elements;
    if (reachOf(tensor) > elements) {
      this.#subject.findings.fail(
        'L2',
        'tensor-outside',
        `${JSON.stringify(name)} reaches beyond its storage`,
        {
          expected: `at most ${elements} elements`,
          found: `reaches ${reachOf(tensor)}`,
        },
      );
    }
    this.#storages.get(storage.key)?.tensors.push({ name, top, tensor });
  }
}
