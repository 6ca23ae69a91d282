import { Broken, type Findings } from '../contract/findings.ts';
import type { Part, SetSubject } from '../contract/set.ts';
import { nameIn } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Claim, dataRegions } from './data-file.ts';
import { resolveLocation } from './location.ts';
import { openModel } from './open-model.ts';
import type { ExternalTensor, OnnxTensors } from './tensor.ts';

interface ReadModel {
  complete: boolean;
  settle(complete: boolean): void;
  /** Where what is judged now lies. */
  lookAt(findings: Findings): void;
  tensors: OnnxTensors;
}

export class ModelsReading {
  readonly #subject: SetSubject;
  readonly #models: ReadModel[] = [];
  readonly #claims = new Map<string, Claim[]>();
  readonly #present: Set<string>;
  #dataComplete = true;

  constructor(subject: SetSubject) {
    this.#subject = subject;
    this.#present = new Set(subject.tree.files.map(({ path }) => path));
  }

  async readModel(path: string): Promise<void> {
    const part = await this.#subject.part(path);
    let findings = part.findings;
    // The judge of a model also judges tensors in other files, whose reasons must name those.
    const shared: Part = Object.defineProperty({ ...part }, 'findings', { get: () => findings });
    const isRead = await part.findings.guard(async () => {
      const { walk, externals, tensors } = openModel(shared);
      const complete = await part.pass(walk.regions());
      this.#models.push({
        complete,
        tensors,
        settle: (all) => walk.finish(all),
        lookAt: (other) => {
          findings = other;
        },
      });
      for (const tensor of externals) {
        const isPlaced = await part.findings.guard(() => this.#claim(path, tensor, tensors));
        this.#dataComplete &&= isPlaced;
      }
    });
    this.#dataComplete &&= isRead;
  }

  async readData(path: string): Promise<void> {
    const part = await this.#subject.part(path);
    const claims = this.#claims.get(path) ?? [];
    for (const model of this.#models) model.lookAt(part.findings);
    const isPlaced = await part.findings.guard(async () => {
      const { regions, checkSums } = dataRegions(part, claims);
      const complete = await part.pass(regions);
      this.#dataComplete &&= complete;
      if (complete) checkSums();
    });
    if (isPlaced) return;
    this.#dataComplete = false;
    await part.pass([]);
  }

  settle(): void {
    for (const model of this.#models) {
      model.lookAt(this.#subject.findings);
      model.settle(model.complete && this.#dataComplete);
    }
  }

  #claim(model: string, tensor: ExternalTensor, of: OnnxTensors): void {
    const path = this.#pathOf(model, tensor);
    const offset = numberOf(tensor, 'offset') ?? 0;
    const length = numberOf(tensor, 'length');
    if (length !== undefined && length !== tensor.bytes) {
      const what = `${quoted(tensor.name)} does not have the size of its shape and type`;
      const sizes = { expected: `${tensor.bytes} bytes`, found: `${length} bytes` };
      throw new Broken('L2', 'tensor-size', what, { offset: tensor.at, ...sizes });
    }
    const list = this.#claims.get(path);
    if (list === undefined) this.#claims.set(path, [{ tensor, of, offset }]);
    else list.push({ tensor, of, offset });
  }

  #pathOf(model: string, tensor: ExternalTensor): string {
    const { at: offset } = tensor;
    const name = quoted(tensor.name);
    const location = tensor.entries.get('location');
    if (location === undefined) {
      const what = `${name} lies in another file and does not say which`;
      throw new Broken('L2', 'external-location', what, { offset });
    }
    const resolved = resolveLocation(model, location);
    const where = { offset, found: quoted(location) };
    if ('wrong' in resolved)
      throw new Broken('L2', 'external-escape', `the location of ${name} ${resolved.wrong}`, where);
    if (resolved.path === model)
      throw new Broken('L2', 'external-escape', `${name} is said to lie in the model itself`, where);
    if (!this.#present.has(resolved.path)) {
      const what = `${name} lies in ${quoted(nameIn(resolved.path))}, which is not there`;
      throw new Broken('L2', 'file-missing', what, where);
    }
    return resolved.path;
  }
}

function numberOf(tensor: ExternalTensor, key: string): number | undefined {
  const text = tensor.entries.get(key);
  if (text === undefined) return undefined;
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Broken('L2', 'external-range', `the ${key} of ${quoted(tensor.name)} is no count of bytes`, {
    offset: tensor.at,
    found: JSON.stringify(text.slice(0, 40)),
  });
}
