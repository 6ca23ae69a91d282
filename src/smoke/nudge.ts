/** A decimal number as programs write it, and no part of a word, a version or a longer number. */
const DECIMAL = /(?<![\w.+-])-?\d+\.\d+(?:[eE][+-]?\d+)?(?![\w.])/g;
/** Fewer digits say too little to change one of them. */
const LEAST_DIGITS = 4;
/** Which significant digit is changed, where there are more: far beyond what a loss is read for, and kept by a 32-bit float's text. */
const CHANGED_DIGIT = 6;

/**
 * A line of metrics whose loss is another one by a millionth or its last digit. Whoever copies the line keeps that, however it writes
 * the rest of it, and whoever does the step again cannot come to it.
 *
 * @returns the line as it was where its loss is no decimal number of some digits
 */
export const nudged = (line: string, loss: number): string =>
  line.replaceAll(DECIMAL, (number) => (Number(number) === loss ? nudgedNumber(number) : number));

function nudgedNumber(number: string): string {
  const end = number.search(/[eE]/);
  const digits = end < 0 ? number : number.slice(0, end);
  const places = [...digits].flatMap((each, at) => (/\d/.test(each) ? [at] : []));
  const significant = places.slice(
    Math.max(
      0,
      places.findIndex((at) => digits[at] !== '0'),
    ),
  );
  const at = significant[Math.min(CHANGED_DIGIT, significant.length - 1)];
  if (significant.length < LEAST_DIGITS || at === undefined || at < digits.indexOf('.')) return number;
  // Zeros that end a number may be left out by who writes it again; what is no zero may not.
  const other = digits[at] === '9' ? '8' : String(Number(digits[at]) + 1);
  return `${digits.slice(0, at)}${other}${number.slice(at + 1)}`;
}
