/**
 * What others say of the same files: `node bench/scanners.mjs [--write]`. Files are made by their own producers, damaged, or programs that
 * would run something (bench/scanners/make.py); scanners and producers come from PyPI (scripts/scanners.sh). Prints a table in Markdown, each
 * file with what each tool says of it, and a line of JSON; `--write` puts the table into docs/verify.md. Seconds are of this machine: what
 * counts are the words. A tool that cannot be had is left out by name.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const place = process.env.GPU_LEASE_SCANNERS ?? join(homedir(), '.cache/gpu-lease-scanners');
const bin = join(place, 'python/bin');
const here = import.meta.dirname;
const PAGE = join(here, '../docs/verify.md');
const MARKS = ['<!-- scanners -->', '<!-- /scanners -->'];

/** `words`: what an exit code says; any other is that it could not tell. */
const TOOLS = [
  {
    name: '`gpu-lease verify`',
    command: ({ path }) => [process.execPath, join(here, '../dist/gpu-lease.mjs'), 'verify', path],
    words: { 0: 'passed', 1: 'refused', 4: 'doubted' },
  },
  {
    name: 'picklescan',
    needs: join(bin, 'picklescan'),
    command: ({ path }) => [join(bin, 'picklescan'), '--path', path],
    words: { 0: 'passed', 1: 'refused' },
  },
  {
    name: 'modelscan',
    needs: join(bin, 'modelscan'),
    command: ({ path }) => [join(bin, 'modelscan'), '--path', path],
    words: { 0: 'passed', 1: 'refused' },
  },
  {
    name: 'fickling',
    needs: join(bin, 'fickling'),
    command: ({ path }) => [join(bin, 'fickling'), '--check-safety', path],
    words: { 0: 'passed', 1: 'refused' },
  },
  { name: 'torch, `weights_only`', reader: 'weights_only' },
  { name: 'safetensors', reader: 'safetensors' },
  {
    name: '`zip -T`',
    needs: '/usr/bin/zip',
    command: ({ path }) =>
      readFileSync(path).subarray(0, 2).equals(Buffer.from('PK')) ? ['/usr/bin/zip', '-T', path] : undefined,
    words: { 0: 'passed', 8: 'refused', 3: 'refused', 2: 'refused' },
  },
];

function asked(tool, files) {
  const { said, seconds, peakBytes } =
    tool.reader === undefined ? byCommand(tool, files) : byReader(tool.reader, files);
  return { name: tool.name, said, seconds, peakBytes };
}

/** fickling leaves a file where it is started. */
const run = (commands) =>
  JSON.parse(
    execFileSync(join(bin, 'python'), [join(here, 'scanners/ask.py')], {
      encoding: 'utf8',
      cwd: root,
      input: JSON.stringify(commands),
      maxBuffer: 64 * 1024 ** 2,
    }),
  );

function byCommand({ command, words }, files) {
  const commands = files.map(command);
  const { codes, ...cost } = run(commands.filter((each) => each !== undefined));
  const said = commands.map((each) => (each === undefined ? 'unread' : (words[codes.shift()] ?? 'unread')));
  return { said, ...cost };
}

function byReader(reader, files) {
  const paths = files.map(({ path }) => path);
  const { output, ...cost } = run([[join(bin, 'python'), join(here, 'scanners/load.py'), reader, ...paths]]);
  const said = output
    .trim()
    .split('\n')
    .map((code) => ({ 0: 'passed', 1: 'refused' })[code] ?? 'unread');
  return { said, ...cost };
}

function versions() {
  const names = ['picklescan', 'modelscan', 'fickling', 'torch', 'safetensors'];
  const code = `import importlib.metadata as m; print(", ".join(n + " " + m.version(n).split("+")[0] for n in ${JSON.stringify(names)}))`;
  return execFileSync(join(bin, 'python'), ['-c', code], { encoding: 'utf8' }).trim();
}

/** Of what is healthy a refusal is an alarm for nothing, of the rest a pass is a miss. */
function row({ name, said, seconds, peakBytes }, files) {
  const count = (kind, word) => files.filter((file, i) => file.kind === kind && said[i] === word).length;
  const doubts = (kind) => (count(kind, 'doubted') > 0 ? ` and ${count(kind, 'doubted')}` : '');
  const cells = (kind) => [
    `${count(kind, 'refused')}${doubts(kind)}`,
    count(kind, 'passed'),
    count(kind, 'unread'),
  ];
  const [alarms, passed, left] = cells('healthy');
  return [
    name,
    passed,
    alarms,
    left,
    ...cells('damaged'),
    ...cells('malicious'),
    seconds.toFixed(0),
    Math.round(peakBytes / 1e6),
  ];
}

const HEAD = [
  'tool',
  'healthy: passed',
  'refused',
  'not read',
  'damaged: caught',
  'missed',
  'not read',
  'malicious: caught',
  'missed',
  'not read',
  'seconds',
  'MB',
];

const root = mkdtempSync(join(tmpdir(), 'bench-scanners-'));
if (!existsSync(join(bin, 'picklescan'))) {
  rmSync(root, { recursive: true });
  console.error(
    `scanners: skipped, there is no ${join(bin, 'picklescan')}; sh scripts/scanners.sh installs it`,
  );
  process.exit(0);
}
try {
  const made = execFileSync(join(bin, 'python'), [join(here, 'scanners/make.py'), root], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const files = made
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([kind, path, what]) => ({ kind, path, what }));
  const results = TOOLS.filter(({ needs }) => needs === undefined || existsSync(needs)).map((tool) =>
    asked(tool, files),
  );
  const counts = ['healthy', 'damaged', 'malicious'].map(
    (kind) => `${files.filter((file) => file.kind === kind).length} ${kind}`,
  );
  const table = [HEAD, HEAD.map(() => '---'), ...results.map((each) => row(each, files))];
  const text = `${counts.join(', ')} files; ${versions()}; one process for each file, but one for all of torch's and one for all of safetensors'.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
  console.log(text);
  for (const [i, file] of files.entries())
    console.log(
      `${file.kind} ${basename(file.path)} (${file.what}): ${results.map(({ name, said }) => `${name} ${said[i]}`).join(', ')}`,
    );
  console.log(JSON.stringify({ files: files.length, results: results }));
  if (values.write) {
    const page = readFileSync(PAGE, 'utf8');
    const [from, to] = MARKS.map((mark) => page.indexOf(mark));
    writeFileSync(PAGE, `${page.slice(0, from + MARKS[0].length)}\n\n${text}\n\n${page.slice(to)}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
