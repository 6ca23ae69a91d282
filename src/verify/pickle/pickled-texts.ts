import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { PickledText } from './pickled-text.ts';
import { strayPickle } from './stray-pickle.ts';

/** As Python writes it, and no reader takes for something else. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEX = /^([0-9a-fA-F]{2})+$/;

const LOADS = 'holds pickles as text: its loader needs an unpickler that makes the objects they name';

/** Walks what such texts unpack to; what they would import is judged as in any other pickle that is only carried. */
export function walkPickledTexts(subject: Subject, texts: readonly PickledText[]): void {
  const { findings, allowDegraded } = subject;
  let pickles = 0;
  for (const { name, text, offset, isSure } of texts) {
    const bytes = unpacked(text, isSure);
    if (bytes === undefined) {
      // What Python leaves out of a text before it unpacks it is nobody's to guess.
      const what = `${quoted(name)} is packed as its writer never does`;
      if (isSure) findings.fail('L2', 'hidden-pickle', what, { offset });
      continue;
    }
    const walk = strayPickle(subject, { name, offset, bytes: bytes.length });
    walk.feed(bytes);
    walk.end();
    if (isSure || walk.isProgram) pickles += 1;
  }
  if (pickles === 0) return;
  const where = { found: `${pickles} of them` };
  if (allowDegraded) findings.degraded('L2', 'unsafe-loader', LOADS, where);
  else findings.fail('L2', 'unsafe-loader', `${LOADS}, and the roster does not allow that`, where);
}

function unpacked(text: string, isSure: boolean): Uint8Array | undefined {
  if (!isSure && HEX.test(text)) return new Uint8Array(Buffer.from(text, 'hex'));
  return BASE64.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined;
}
