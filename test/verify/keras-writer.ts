import { fixture } from './fixtures.ts';
import { zipFile } from './zip-writer.ts';

const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** The weights inside the archive that Keras wrote. */
export async function realWeights(): Promise<Uint8Array> {
  const bytes = fixture('keras/model.keras');
  const at = Buffer.from(bytes).indexOf(Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a));
  return bytes.slice(at, at + 26_176);
}

/** A Keras archive with the given config around real weights; of a version whose classes nobody knows, unless one is given. */
export async function kerasFile(
  config: unknown,
  options: { deflate?: boolean; weights?: Uint8Array; version?: string } = {},
): Promise<Uint8Array> {
  return zipFile([
    { name: 'metadata.json', data: text({ keras_version: options.version ?? '4.0.0' }) },
    {
      name: 'config.json',
      data: typeof config === 'string' ? new TextEncoder().encode(config) : text(config),
    },
    {
      name: 'model.weights.h5',
      data: options.weights ?? (await realWeights()),
      deflate: options.deflate === true,
    },
  ]);
}
