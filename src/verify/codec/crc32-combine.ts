/** Advances a CRC-32 over `count` zero bytes, by squaring the matrix of one zero bit (the method of zlib's crc32_combine). */
const POLYNOMIAL = 0xedb88320;
type Matrix = Int32Array;

function times(matrix: Matrix, vector: number): number {
  let product = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit += 1, rest >>>= 1) {
    if (rest & 1) product ^= matrix[bit] as number;
  }
  return product;
}

const squared = (matrix: Matrix): Matrix => matrix.map((column) => times(matrix, column));

/** Of one zero byte, of two, of four, and so on. */
const POWERS: Matrix[] = [];

function power(i: number): Matrix {
  if (POWERS.length === 0) {
    const bit = Int32Array.from({ length: 32 }, (_none, i) => (i === 0 ? POLYNOMIAL | 0 : 1 << (i - 1)));
    POWERS.push(squared(squared(squared(bit))));
  }
  while (POWERS.length <= i) POWERS.push(squared(POWERS.at(-1) as Matrix));
  return POWERS[i] as Matrix;
}

/** CRC-32 of two stretches together, from the CRC-32 of each and the length of the second in bytes. */
export function combineCrc32(first: number, second: number, secondBytes: number): number {
  let crc = first | 0;
  for (let i = 0, rest = secondBytes; rest > 0; i += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) crc = times(power(i), crc);
  }
  return (crc ^ second) >>> 0;
}
