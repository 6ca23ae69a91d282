/** A text of a document that some loader unpacks and unpickles. */
export interface PickledText {
  /** Of the value that it stands for. Untrusted text. */
  name: string;
  text: string;
  /** In the file. */
  offset: number;
  /** Whatever it is, its loader takes it for a pickle. */
  isSure: boolean;
}

/** Under this key Stable-Baselines3 keeps what JSON has no words for. */
const SERIALIZED = ':serialized:';
/** PROTO and a number from 2 to 5, in base64 and, as Ray Tune writes what it must, in hexadecimal. */
const BEGINS = /^(gA[I-X]|800[2-5])/;

/** @param key under which it stands */
export const pickledTextIn = (
  key: string | number | undefined,
  text: string,
  where: Pick<PickledText, 'name' | 'offset'>,
): PickledText | undefined =>
  key === SERIALIZED || BEGINS.test(text) ? { ...where, text, isSure: key === SERIALIZED } : undefined;
