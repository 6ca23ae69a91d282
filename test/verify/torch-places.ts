/** Where the content of a stored member lies in a zip archive that torch.save wrote: found by its name. */
export function memberAt(file: Uint8Array, name: string): { from: number; to: number } {
  const bytes = Buffer.from(file);
  const local = bytes.indexOf(name) - 30;
  const central = bytes.lastIndexOf(name) - 46;
  const from = local + 30 + name.length + bytes.readUInt16LE(local + 28);
  return { from, to: from + bytes.readUInt32LE(central + 24) };
}

/** Where float32 numbers stand one after another in a file. */
export function floatsAt(file: Uint8Array, values: readonly number[]): { from: number; to: number } {
  const wanted = Buffer.from(Float32Array.from(values).buffer);
  const from = Buffer.from(file).indexOf(wanted);
  if (from < 0) throw new Error('these numbers are not in the file');
  return { from, to: from + wanted.length };
}

/** `from`, `from + 1`, ... as `torch.arange` gives them. */
export const countUp = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_none, i) => from + i);
