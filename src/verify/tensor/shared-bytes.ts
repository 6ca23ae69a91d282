/** Of a file of less, slices for several threads cost more than they save. */
export const WORTH_BYTES = 64 * 1024 ** 2;
