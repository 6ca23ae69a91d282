import { Broken } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { isObject, parsedJson } from '../read/json-object.ts';

/** What a `*.index.json` of Hugging Face's layout says. Names in it are the box's: untrusted text. */
export interface ShardIndex {
  /** Tensor name to the plain name of a file beside the index. */
  weightMap: Map<string, string>;
  /** transformers and diffusers take `index["metadata"]` before anything else, even where it is empty; vLLM and accelerate do not. */
  hasMetadata: boolean;
  /** Bytes of all tensors; older writers count tied weights once. */
  totalSize?: number;
  /** Elements of all parameters, without buffers. */
  totalParameters?: number;
}

/** @throws Broken when it is no such index, or leads out of its folder */
export function parseShardIndex(text: string, path: string): ShardIndex {
  const parsed = parsedJson(text);
  if (parsed === undefined) throw malformed(path, 'is no JSON');
  const { weight_map: map, metadata } = isObject(parsed) ? parsed : {};
  if (!isObject(map)) throw malformed(path, 'has no weight_map');
  const weightMap = new Map<string, string>();
  for (const [tensor, shard] of Object.entries(map)) {
    const plain = typeof shard === 'string' && /^[^/\\]+$/.test(shard) && shard !== '..' && shard !== '.';
    if (!plain) throw malformed(path, `maps ${quoted(tensor)} to what is no plain file name`);
    weightMap.set(tensor, shard);
  }
  if (weightMap.size === 0) throw malformed(path, 'lists no tensor');
  return { weightMap, hasMetadata: isObject(metadata), ...countsIn(metadata) };
}

function countsIn(metadata: unknown): Pick<ShardIndex, 'totalSize' | 'totalParameters'> {
  const { total_size: size, total_parameters: parameters } = (metadata ?? {}) as Record<string, unknown>;
  return {
    ...(typeof size === 'number' ? { totalSize: size } : {}),
    ...(typeof parameters === 'number' ? { totalParameters: parameters } : {}),
  };
}

const malformed = (path: string, what: string): Broken =>
  new Broken('L2', 'index-malformed', `the index ${what}`, { file: path });
