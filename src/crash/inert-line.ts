/**
 * A line of a stranger's log as we may show it: no control characters, and nothing at which the Actions runner would
 * start to obey. It takes `::command::` at the start of a line (after blanks), and `##[command]` anywhere in it.
 */
export function inertLine(line: string): string {
  const plain = line
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\t/g, '  ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll('##[', '## [');
  return /^\s*::/.test(plain) ? `| ${plain}` : plain;
}
