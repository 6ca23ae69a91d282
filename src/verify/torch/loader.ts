import type { Subject } from '../contract/format.ts';

/**
 * All that PyTorch's weights-only unpickler knows (torch/_weights_only_unpickler.py): what torch.save writes in its default
 * protocol, 2. Since 2.6 torch.load uses it unless told otherwise.
 */
const WEIGHTS_ONLY = new Set([
  ...Buffer.from('cRbaesu(tN)]}JKMGXUQhjqr.', 'latin1'),
  ...[0x80, 0x81, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8f],
]);

const SHOWN = 5;

/** Says when a file does not load as torch.load loads by default, because of the opcodes that its program is written in. */
export function judgeLoader({ findings, allowDegraded }: Subject, opcodes: readonly number[]): void {
  const beyond = opcodes.filter((opcode) => !WEIGHTS_ONLY.has(opcode));
  if (beyond.length === 0) return;
  const hex = beyond.slice(0, SHOWN).map((opcode) => `0x${opcode.toString(16).padStart(2, '0')}`);
  const what =
    'is written in opcodes that torch.load refuses by default: it loads only with weights_only=False; torch.save writes protocol 2 unless told otherwise';
  const where = { found: `opcodes ${hex.join(', ')}` };
  if (allowDegraded) findings.degraded('L2', 'unsafe-loader', what, where);
  else findings.fail('L2', 'unsafe-loader', `${what}, and the roster does not allow that`, where);
}
