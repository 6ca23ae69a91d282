import { setSecret } from '@actions/core';

/** Shorter texts are common words, ports or regions: masking one would blank half the log and drop outputs that hold it. */
const MIN_LENGTH = 8;

/**
 * Tells the runner to blank a secret and its usual other forms in everything that is logged from now on. A secret of
 * several lines is masked line by line, which the runner does anyway, but without its short lines ("{", "}").
 * @returns false where the value is too short to be masked safely, so that the caller can say so
 */
export function maskSecret(value: string, mask: (form: string) => void = setSecret): boolean {
  const lines = value.split(/\r?\n/).filter((line) => line.trim().length >= MIN_LENGTH);
  const forms = lines.flatMap((line) => [line, encodeURIComponent(line), base64(line)]);
  if (lines.length > 0) forms.push(base64(value));
  for (const form of new Set(forms)) mask(form);
  return lines.length > 0 || value === '';
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
