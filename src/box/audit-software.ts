import type { AuditExpectation, AuditFinding, AuditReport } from './audit-finding.ts';
import type { AuditReading } from './audit-reading.ts';
import { oneLine } from './stranger-text.ts';

/** Without these nothing can be laid down or hashed; both GNU and busybox have them. */
const NEEDED = ['tar', 'gzip', 'xargs', 'stat', 'find', 'awk', 'mktemp'];

/** The tools we need, the interpreter that will train and what it can import. */
export function judgeSoftware(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  return [
    ...judgeBytes(reading),
    ...judgeTools(reading, expected),
    ...(expected.conda ? judgeConda(reading) : []),
    ...(expected.python === undefined ? [] : judgePython(reading, expected, expected.python, measured)),
  ];
}

/** As an answer is read: what is no text of its own becomes the same sign wherever it stands. */
const EVERY_BYTE = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13),
).toString('utf8');

/** Found here it costs a moment; after the training it would leave files on the box that nobody can bring home. */
function judgeBytes(reading: AuditReading): AuditFinding[] {
  const came = reading.value('bytes');
  if (came === undefined || came === EVERY_BYTE) return [];
  const kept = [...EVERY_BYTE].filter((sign, at) => came[at] === sign).length;
  const how =
    came.length === EVERY_BYTE.length
      ? `${EVERY_BYTE.length - kept} of ${EVERY_BYTE.length} arrived as others`
      : `${EVERY_BYTE.length} were sent and ${came.length} arrived`;
  return [
    {
      id: 'P1-10',
      level: 'fail',
      what: `bytes do not come through as they are: ${how}`,
      cause:
        'something between the command and us alters them: a terminal, a filter or a wrapper of the login',
      fix: "log in by an account, or at a port, whose commands' output nothing touches (look at ForceCommand, `script`, `stty` and the start files); no file could be brought home unharmed",
    },
  ];
}

function judgeTools(reading: AuditReading, expected: AuditExpectation): AuditFinding[] {
  const missing = new Set(reading.values('missing'));
  const lacking = NEEDED.filter((tool) => missing.has(tool));
  if (missing.has('openssl') && missing.has('sha256sum')) lacking.push('sha256sum');
  if (expected.launcher === 'tmux' && missing.has('tmux')) lacking.push('tmux');
  const findings: AuditFinding[] = [];
  if (lacking.length > 0) {
    findings.push({
      id: 'P3-01',
      level: 'fail',
      what: `the box lacks ${lacking.join(', ')}`,
      cause: 'a minimal image',
      fix: 'install them in the image or by its package manager (coreutils, findutils, tar, tmux)',
    });
  }
  if (reading.value('temporary') === 'none') {
    findings.push({
      id: 'U7',
      level: 'fail',
      what: 'no temporary file could be made in /tmp, /dev/shm or the home directory',
      cause: 'their file systems are full (bytes or inodes) or read-only',
      fix: 'free space or inodes there; the GPU and the interpreter were not looked at',
    });
  }
  return findings;
}

/** Else the setup would fail after an hour of downloads, or fill an environment that nobody trains in. */
function judgeConda(reading: AuditReading): AuditFinding[] {
  const isConda = reading.value('conda.python') !== undefined;
  if (isConda && reading.value('conda') !== undefined) return [];
  return [
    {
      id: 'AD6',
      level: 'fail',
      what: isConda
        ? 'the box has neither conda, mamba nor micromamba, and the job installs an environment.yml'
        : "python3 is none of conda's, and the job installs an environment.yml",
      cause: 'an image without conda, or whose conda is not in the PATH of a login that is not interactive',
      fix: 'take an image with conda, name its Python (storage.python, such as /opt/conda/bin/python3), or list the packages in a requirements.txt',
    },
  ];
}

function judgePython(
  reading: AuditReading,
  expected: AuditExpectation,
  python: string,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const path = reading.value('python');
  const version = /^Python (\d+\.\d+\.\d+\S*)/.exec(reading.lines('python')[0] ?? '')?.[1];
  if (version !== undefined) measured['python'] = version;
  if (path) measured['pythonPath'] = oneLine(path, 200);
  if (!path || version === undefined) {
    const hung = reading.value('python.exit') === 'timeout';
    return [
      {
        id: 'AD6',
        level: 'fail',
        what: path
          ? `${python} is there and ${hung ? 'did not answer' : 'does not run'}`
          : `there is no ${python} (exit 127)`,
        cause: "the image's interpreter is elsewhere; a login that is not interactive does not read .bashrc",
        fix: otherPython(reading, python),
      },
    ];
  }
  return expected.framework ? judgeFramework(reading, expected, expected.framework, measured) : [];
}

function otherPython(reading: AuditReading, python: string): string {
  const others = reading.values('pythons').map((path) => oneLine(path, 200));
  const [first] = others;
  if (first === undefined) return 'name the interpreter by its full path, such as /opt/conda/bin/python';
  const more = others.length > 1 ? ` (there are also ${others.slice(1, 4).join(', ')})` : '';
  return `write \`${first}\` for ${python} in the \`run\` of the job${more}`;
}

function judgeFramework(
  reading: AuditReading,
  expected: AuditExpectation,
  { module, required }: NonNullable<AuditExpectation['framework']>,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const exit = reading.value('framework.exit');
  const level = required ? 'fail' : 'warn';
  const said = oneLine(reading.lines('framework.err').at(-1) ?? '', 200);
  if (exit === 'timeout') {
    const cause = 'a slow or hanging disk, or a driver that does not answer';
    return [
      {
        id: 'F-E09',
        level,
        what: `importing ${module} did not end in time`,
        cause,
        fix: 'import it by hand on the box, or take another box',
      },
    ];
  }
  if (exit !== '0') {
    const fix = required
      ? 'use an image that has it, or install it (requirements.torch: as-pinned)'
      : 'nothing to do if the setup installs it';
    return [
      {
        id: 'F-E09',
        level,
        what: `${module} cannot be imported: ${said}`,
        cause: 'it is not installed for that interpreter, or broken',
        fix,
      },
    ];
  }
  const version = /^version (\S{1,60})$/.exec(reading.lines('framework')[0] ?? '')?.[1];
  if (version !== undefined) measured[module] = version;
  const [, cuda, available, count] =
    /^cuda (\S+) (True|False) (\d+)$/.exec(reading.lines('framework')[1] ?? '') ?? [];
  if (module !== 'torch' || cuda === undefined) return [];
  measured['torchCuda'] = cuda;
  measured['torchGpus'] = Number(count);
  if (!expected.gpu || (available === 'True' && Number(count) >= expected.gpu.count)) return [];
  const triangle =
    /driver on your system is too old|forward compatibility|no kernel image|please update your driver/i.test(
      said,
    );
  return [
    {
      id: triangle || cuda === 'None' ? 'U28' : 'U31',
      level,
      what: `torch ${version ?? '?'} (CUDA ${cuda}) sees ${count} GPUs, ${expected.gpu.count} asked${said === '' ? '' : `: ${said}`}`,
      cause:
        cuda === 'None'
          ? 'this torch is built without CUDA'
          : triangle
            ? "driver, toolkit and torch do not fit each other; a tenant cannot change the host's driver"
            : 'no GPU reaches this interpreter; training would run a hundred times slower without an error',
      fix: "keep the image's own torch (requirements.torch: keep-image), or choose a box by its CUDA version",
    },
  ];
}
