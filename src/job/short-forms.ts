import { isMapping } from '../strict-yaml/explain.ts';
import type { Instead, Path } from '../strict-yaml/read.ts';
import { knownGpu } from './gpus.ts';

/**
 * What people who come from another tool write for the resources of a box (`gpu: A100:8`, `accelerators: {A100: 8}`, `memory: 24`),
 * and the line that says the same here. The file takes one form of each, so that nobody has to know two; the other is answered.
 */
export function gpuInstead(path: Path, value: unknown, within: unknown): Instead | undefined {
  const key = String(path.at(-1));
  const parent = path.slice(0, -1).join('.');
  if (parent === 'resources.gpu' && key !== 'memory') {
    const line = written('', wishOf(within));
    return line && { ...line, at: path.slice(0, -1) };
  }
  if (NAMES_OF_GPU.includes(key) && (parent === 'resources' || parent === ''))
    return written(parent === '' ? 'resources' : '', wishOf(value));
  if (SIZES.includes(`${parent}.${key}`)) return bound(key, value, 'GB');
  if (parent === 'resources' && (key === 'cpus' || key === 'cpu')) return bound('cpus', value, '');
  return;
}

const NAMES_OF_GPU = ['gpu', 'gpus', 'accelerator', 'accelerators', 'gpu_type', 'gpu-type', 'gpuType'];
const SIZES = ['resources.gpu.memory', 'resources.memory', 'resources.disk'];

interface Wish {
  names: string[];
  /** As the file takes it. */
  memory?: string;
  count?: number;
}

function written(parent: string, wish: Wish | undefined): Instead | undefined {
  if (!wish) return;
  const { names, memory, count } = wish;
  const [name, ...others] = names;
  const parts = [
    ...(name === undefined ? [] : [`name: ${others.length > 0 ? `[${names.join(', ')}]` : name}`]),
    ...(memory === undefined ? [] : [`memory: ${memory}`]),
    ...(count === undefined ? [] : [`count: ${count}`]),
  ];
  const line = `gpu: { ${parts.join(', ')} }`;
  return { line: parent === '' ? line : `${parent}: { ${line} }`, isSure: true };
}

/** `undefined` for what nobody could mean as cards. */
function wishOf(value: unknown): Wish | undefined {
  if (typeof value === 'number') return isCount(value) ? { names: [], count: value } : undefined;
  if (typeof value === 'string') return wishInText(value);
  const each = Array.isArray(value)
    ? value.map(wishOf)
    : isMapping(value)
      ? Object.entries(value).map(([name, count]) => wishInText(`${name}:${count}`))
      : [];
  const wishes = each.filter((wish) => wish !== undefined);
  const [first] = wishes;
  if (!first || wishes.length < each.length) return;
  // Of several cards a file names one number and one memory.
  const isOne = wishes.every(({ count, memory }) => count === first.count && memory === first.memory);
  return isOne ? { ...first, names: wishes.flatMap(({ names }) => names) } : undefined;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 64;

/** `A100:8`, `8xA100`, `A100-80GB:8`, `A100:40GB:2`, `24GB`, `A100,H100:4`. */
function wishInText(text: string): Wish | undefined {
  const wish: Wish = { names: [] };
  for (const part of text.split(':').flatMap(unmultiplied)) {
    const memory = /^(\d{1,3}) ?Gi?B ?\+?$/i.exec(part)?.[1];
    if (/^\d{1,2}$/.test(part) && isCount(Number(part))) wish.count = Number(part);
    else if (memory !== undefined) wish.memory = `${memory}GB+`;
    else if (/^\d{1,3}GB\.\.\d{1,3}GB$/.test(part)) wish.memory = part;
    else if (!addNames(wish, part)) return;
  }
  return wish.names.length > 0 || wish.memory !== undefined || wish.count !== undefined ? wish : undefined;
}

/** Into name and count. */
function unmultiplied(part: string): string[] {
  const text = part.trim();
  const [, before, after] = /^(\d{1,2}) ?x ?([A-Za-z].*)$/i.exec(text) ?? [];
  if (before !== undefined && after !== undefined) return [after, before];
  const [, name, count] = /^([A-Za-z].*?) ?x ?(\d{1,2})$/i.exec(text) ?? [];
  return name !== undefined && count !== undefined && knownGpu(name) ? [name, count] : [text];
}

/** @returns whether all of them are cards that we know; a memory in a name becomes a bound */
function addNames(wish: Wish, part: string): boolean {
  for (const name of part.split(',').map((each) => each.trim())) {
    const card = knownGpu(name);
    if (!card) return false;
    const { model, form, memoryGb } = card;
    const isSaid = memoryGb !== undefined && /\d ?Gi?B/i.test(name);
    wish.names.push(form === undefined ? model : `${model} ${form}`);
    if (isSaid) wish.memory = `${memoryGb}GB+`;
  }
  return true;
}

function bound(key: string, value: unknown, unit: string): Instead | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const digits = /^(\d{1,6}) ?\+?$/.exec(text)?.[1];
  if (digits === undefined || digits === '0') return;
  const note = `for at least ${digits}${unit && ` ${unit}`}`;
  return { line: `${key}: ${digits}${unit}+`, note, isSure: true };
}
