/** Shorter texts are common words, ports or regions: hiding one would blank half of a log and drop outputs that hold it. */
const MIN_LENGTH = 8;
/** "00000000" and "--------" stand in many a text that is no secret. */
const MIN_DIFFERENT = 3;
/** Where `base64`, PEM and `xxd -p` break their lines. */
const WRAPS = [76, 64, 60];

/**
 * The forms in which a secret shows up when a program prints it without meaning to, or hardly hiding it: as it is, line by
 * line, base64 (at each of the three alignments that it can have inside something longer, and in lines), base64url,
 * percent-encoded, hexadecimal, escaped for JSON, and back to front. The longest come first, so that what replaces them
 * one after the other leaves no end standing. A program that wants to can always make up another one.
 * @returns empty for a value that is too short or too plain to be hidden
 */
export function secretForms(value: string): string[] {
  const whole = value.trim();
  const lines = whole.split(/\r?\n/).map((line) => line.trim());
  const parts = [...lines, whole, value];
  const forms = parts.filter(isTelling).flatMap(formsOf);
  // Of several lines each one counts by itself: the runner of a workflow would mask every one, "}" and all.
  return [...new Set(forms.filter((each) => isTelling(each) && !/[\r\n]/.test(each)))].sort(
    (a, b) => b.length - a.length,
  );
}

const isTelling = (text: string): boolean =>
  text.length >= MIN_LENGTH &&
  new Set(text).size >= MIN_DIFFERENT &&
  !/^-+(?:BEGIN|END) [A-Z ]+-+$/.test(text);

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64');
  const escaped = JSON.stringify(text).slice(1, -1);
  const encoded = encodeURIComponent(bytes.toString('utf8'));
  const all = [
    text,
    escaped,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    hex.replace(/../g, '%$&'),
    hex.toUpperCase().replace(/../g, '%$&'),
    hex,
    hex.toUpperCase(),
    base64,
    ...[0, 1, 2].map((before) => alignedBase64(bytes, before)),
    ...WRAPS.flatMap((columns) => [...inLines(base64, columns), ...inLines(hex, columns)]),
  ];
  const forUrls = all.map((each) => (/^[\w+/]+=*$/.test(each) ? urlSafe(each) : each));
  return [...all, ...forUrls, [...text].reverse().join(''), [...base64].reverse().join('')];
}

/** What of the encoding does not depend on the `before` bytes in front of the secret, nor on what follows it. */
function alignedBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Whole lines, of an encoding that is longer than one. */
function inLines(text: string, columns: number): string[] {
  if (text.length <= columns) return [];
  return Array.from({ length: Math.ceil(text.length / columns) }, (_, i) =>
    text.slice(i * columns, (i + 1) * columns),
  );
}

const urlSafe = (base64: string): string =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
