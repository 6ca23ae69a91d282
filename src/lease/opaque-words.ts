/** Beside a level, because it says nothing about these files: ", 2 opaque files by their bytes only"; empty where there are none. */
export const opaqueWords = (files: number | undefined): string =>
  files
    ? `, ${files} opaque file${files === 1 ? '' : 's'} by ${files === 1 ? 'its' : 'their'} bytes only`
    : '';
