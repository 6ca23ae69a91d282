import { type Code, findInCode } from './code.ts';
import type { ShortOption } from './option-names.ts';

/** The environment variable by which a script takes this option: `os.environ.get("MAX_STEPS", 100)`. */
export function environmentOption(code: Code, { names }: ShortOption): string | undefined {
  for (const name of names) {
    const variable = name.toUpperCase().replace(/\W/g, '_');
    const read = new RegExp(
      `\\b(?:os\\.)?(?:environ(?:\\.get\\(|\\[)|getenv\\()\\s*['"]((?:[A-Z]+_)?${variable})['"]`,
    );
    const file = findInCode(code, read);
    if (file === undefined) continue;
    const text = code.files.find(({ path }) => path === file.file)?.code ?? '';
    const found = read.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
