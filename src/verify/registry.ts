import type { Format } from './format.ts';
import { jsonl } from './format-jsonl.ts';
import { safetensors } from './format-safetensors.ts';

/** In the order in which they are asked; the first that recognises the content reads the file. */
export const FORMATS: readonly Format[] = [safetensors, jsonl];
