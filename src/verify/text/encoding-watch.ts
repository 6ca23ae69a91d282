import { Broken, type Findings } from '../contract/findings.ts';

const ODD = '\ufffd';

/**
 * Whether a table is UTF-8, or of an older encoding of one byte for each character, as statistics offices and old spreadsheets write
 * them. A bit that flips in UTF-8 makes one odd byte, mostly among letters that are whole; text of Latin-1 has many and no others.
 */
export class EncodingWatch {
  #strict: InstanceType<typeof TextDecoder> | undefined = new TextDecoder('utf-8', { fatal: true });
  readonly #lenient = new TextDecoder('utf-8');
  #odd = 0;
  #whole = 0;
  #oddPlace: number | undefined;

  /** @param text the same bytes, each as a character */
  feed(piece: Uint8Array, text: string, offset: number): void {
    try {
      this.#strict?.decode(piece, { stream: true });
      if (this.#strict !== undefined) {
        if (/[\x80-\xff]/.test(text)) this.#whole += 1;
        return;
      }
    } catch {
      this.#strict = undefined;
      this.#oddPlace = offset;
    }
    for (const [char] of this.#lenient.decode(piece, { stream: true }).matchAll(/[^\0-\x7f]/gu))
      if (char === ODD) this.#odd += 1;
      else this.#whole += 1;
  }

  /** @throws Broken where it is UTF-8 that was damaged */
  judge(findings: Findings): void {
    if (this.#oddPlace === undefined) return;
    const where = { offset: this.#oddPlace, found: `${this.#odd} odd, ${this.#whole} whole` };
    if (this.#whole >= this.#odd) throw new Broken('L1', 'not-utf8', 'is not all UTF-8', where);
    if (this.#odd === 1) {
      const what = 'has one byte that is no UTF-8: a letter of Latin-1, or a bit that flipped';
      findings.inconclusive('L1', 'not-utf8', what, where);
    } else {
      const what = 'is not UTF-8 and loads only with its encoding, as encoding="latin-1"';
      findings.degraded('L1', 'not-utf8', what, where);
    }
  }
}
