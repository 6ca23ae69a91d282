/** Text as YAML: quoted on one line, or as a block where it has lines of its own. */
export function yamlText(text: string, indent: string): string {
  const isPlain = /^[\x20-\x7e\n]+$/.test(text) && !/^\s|\s$/.test(text);
  if (!text.includes('\n') || !isPlain) return JSON.stringify(text);
  return `|-\n${text
    .split('\n')
    .map((line) => `${indent}  ${line}`)
    .join('\n')}`;
}

const WIDTH = 116;

/** A comment, folded to the width of the file; nothing of it can end the comment. */
export function comment(text: string, indent = ''): string[] {
  const words = text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+/g, ' ')
    .split(/ +/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > WIDTH) lines.push(`${indent}# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

export const check = (text: string, indent = ''): string[] => comment(`CHECK: ${text}`, indent);
