import type { AuditExpectation, AuditFinding, AuditReport } from './audit-finding.ts';
import { type AuditReading, wholeNumber } from './audit-reading.ts';
import { quoteWord } from './shell-quote.ts';
import { oneLine } from './stranger-text.ts';

export interface Room {
  freeBytes: number;
  totalBytes: number;
  /** `undefined`: the file system has no fixed number of inodes, or it could not be read. */
  freeInodes: number | undefined;
  totalInodes: number | undefined;
}

/** From `stat -f`, else from the two `df` lines; `undefined` when neither could be read. */
export function roomOf(reading: AuditReading, name: string): Room | undefined {
  const stats = reading.value(`${name}.statfs`)?.split(' ').map(wholeNumber);
  const [block, blocks, freeBlocks, inodes, freeInodes] = stats ?? [];
  if (block !== undefined && blocks !== undefined && freeBlocks !== undefined) {
    const fixed = inodes !== undefined && inodes > 0;
    return {
      freeBytes: block * freeBlocks,
      totalBytes: block * blocks,
      freeInodes: fixed ? freeInodes : undefined,
      totalInodes: fixed ? inodes : undefined,
    };
  }
  const bytes = dfNumbers(reading.lines(`${name}.df`).at(-1));
  if (bytes === undefined) return undefined;
  const counts = dfNumbers(reading.lines(`${name}.dfi`).at(-1));
  const fixed = counts !== undefined && counts.total > 0;
  return {
    freeBytes: bytes.free * 1024,
    totalBytes: bytes.total * 1024,
    freeInodes: fixed ? counts.free : undefined,
    totalInodes: fixed ? counts.total : undefined,
  };
}

/** A POSIX `df` line: the device may hold blanks, the numbers stand together. */
function dfNumbers(line: string | undefined): { total: number; free: number } | undefined {
  const [, total, free] = /\s(\d{1,16})\s+\d{1,16}\s+(\d{1,16})\s+\d{1,3}%\s/.exec(line ?? '') ?? [];
  return total === undefined ? undefined : { total: Number(total), free: Number(free) };
}

interface Mount {
  options: string;
  type: string;
  point: string;
}

function mountOf(reading: AuditReading, name: string): Mount | undefined {
  const [, options, type, point] =
    /^(\S+) (\S+) (\/.*)$/.exec(reading.lines(`${name}.mount`).at(-1) ?? '') ?? [];
  return options === undefined || type === undefined || point === undefined
    ? undefined
    : { options, type, point };
}

/** The disk under the run and the durable tier: bytes and inodes of the real mounts, and what they can be used for. */
export function judgePlaces(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  return [
    ...judgeWork(reading, expected, measured),
    ...(expected.durableDir === undefined ? [] : durableOrNone(reading, expected, measured)),
    ...judgeClosing(reading),
  ];
}

function judgeWork(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const path = shown(reading.value('work.path'));
  const mount = mountOf(reading, 'work');
  measured['workDir'] = path;
  if (reading.value('data.there') === '1') measured['dataIsThere'] = true;
  if (mount) measured['workMount'] = mount.point;
  const hung = reading.value('work.exit') === 'timeout';
  const room = roomOf(reading, 'work');
  if (room === undefined) return [unreadable(path, hung)];
  measured['diskFreeBytes'] = room.freeBytes;
  measured['diskTotalBytes'] = room.totalBytes;
  if (room.freeInodes !== undefined) measured['diskFreeInodes'] = room.freeInodes;
  const findings = [
    ...withoutDataDisk(reading, expected, path),
    ...judgeRoom(
      path,
      room,
      (expected.diskBytes ?? 200_000_000) + besideRun(reading, expected),
      expected.inodes ?? 1000,
    ),
    ...judgeData(reading, expected),
  ];
  if (reading.value('work.writable') !== '1')
    findings.push(notWritable('P0-03', path, mount, ownerOf(reading, 'work')));
  return findings;
}

const isOneMount = (reading: AuditReading, one: string, other: string): boolean =>
  reading.value(`${one}.device`) !== undefined &&
  reading.value(`${one}.device`) === reading.value(`${other}.device`);

/** What else comes onto the mount of the run: data without a mount of its own, and durable copies on the same one. */
function besideRun(reading: AuditReading, expected: AuditExpectation): number {
  const { dataBytes = 0, durableBytes = 0 } = expected;
  const ofData = ownPlaceOfData(reading, expected) === undefined ? dataBytes : 0;
  return ofData + (isOneMount(reading, 'durable', 'work') ? durableBytes : 0);
}

/** The job's word before the platform's disk; `undefined`: data sets come onto the mount of the run. */
function ownPlaceOfData(reading: AuditReading, { setsDir }: AuditExpectation): 'sets' | 'data' | undefined {
  const place = setsDir === undefined ? 'data' : 'sets';
  return roomOf(reading, place) === undefined || isOneMount(reading, place, 'work') ? undefined : place;
}

/** Where the data sets lie on the mount of the durable tier, its copies have to fit beside them. */
function judgeData(reading: AuditReading, expected: AuditExpectation): AuditFinding[] {
  const { dataBytes = 0, durableBytes = 0 } = expected;
  const place = ownPlaceOfData(reading, expected);
  if (dataBytes === 0 || place === undefined) return [];
  const room = roomOf(reading, place);
  if (room === undefined) return [];
  const beside = isOneMount(reading, place, 'durable') ? durableBytes : 0;
  return judgeRoom(shown(reading.value(`${place}.path`)), room, dataBytes + beside, 0);
}

function withoutDataDisk(
  reading: AuditReading,
  { workNeedsData, dataDir }: AuditExpectation,
  path: string,
): AuditFinding[] {
  if (!workNeedsData || reading.value('data.there') === '1') return [];
  return [
    {
      id: 'P0-03',
      level: 'info',
      what: `the data disk ${dataDir} is not on this box; the run lives in ${path}`,
      cause: 'not every box of the platform has one',
      fix: 'name a directory by `storage.work` of the job file, or take a box with a data disk',
    },
  ];
}

/** Bytes and inodes are two budgets: either of them empty is "no space left" (U7). */
function judgeRoom(path: string, room: Room, needBytes: number, needInodes: number): AuditFinding[] {
  const findings: AuditFinding[] = [];
  const used = (free: number, total: number) => (total > 0 ? Math.floor((100 * (total - free)) / total) : 0);
  const bytesUsed = used(room.freeBytes, room.totalBytes);
  if (room.freeBytes < needBytes || bytesUsed >= 95) {
    findings.push({
      id: 'U7',
      level: room.freeBytes < needBytes ? 'fail' : 'warn',
      what: `${path}: ${gigabytes(room.freeBytes)} free (${bytesUsed} % used), ${gigabytes(needBytes)} needed${missing(needBytes - room.freeBytes)}`,
      cause: 'the disk under the run is full or nearly so; a save would die half-written',
      fix: 'free space on that mount (model caches below ~/.cache are the usual hog), or ask for a larger disk',
      ...(room.freeBytes < needBytes && room.totalBytes > 0 && { fullAt: path }),
    });
  }
  const { freeInodes, totalInodes } = room;
  if (freeInodes === undefined || totalInodes === undefined) return findings;
  const inodesUsed = used(freeInodes, totalInodes);
  if (freeInodes < needInodes || inodesUsed >= 95) {
    findings.push({
      id: 'U7',
      level: freeInodes < needInodes ? 'fail' : 'warn',
      what: `${path}: ${freeInodes} inodes free (${inodesUsed} % used), ${needInodes} needed, while ${gigabytes(room.freeBytes)} are free`,
      cause: 'inodes run out before bytes do where there are many small files',
      fix: 'delete or archive small files on that mount; more bytes do not help',
    });
  }
  return findings;
}

const missing = (bytes: number): string => (bytes > 0 ? `: ${gigabytes(bytes)} are missing` : '');

/** A durable tier that is not what it should be holds nothing; where the box may lack it, that is said and no more. */
function durableOrNone(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const findings = judgeDurable(reading, expected, measured);
  const isUsable = findings.every(({ level }) => level !== 'fail');
  measured['durableIsUsable'] = isUsable;
  if (isUsable || !expected.durableMayLack) return findings;
  return findings.map((finding) =>
    finding.level === 'fail'
      ? { ...finding, level: 'warn', what: `${finding.what}: no durable copies are made on this box` }
      : finding,
  );
}

function judgeDurable(
  reading: AuditReading,
  expected: AuditExpectation,
  measured: AuditReport['measured'],
): AuditFinding[] {
  const path = shown(reading.value('durable.path') ?? expected.durableDir);
  const mount = mountOf(reading, 'durable');
  measured['durableDir'] = path;
  if (mount) measured['durableMount'] = mount.point;
  const finding = (what: string, cause: string, fix: string): AuditFinding => ({
    id: 'P0-13',
    level: 'fail',
    what,
    cause,
    fix,
  });
  if (reading.value('durable.exit') === 'timeout') {
    const fix = 'take another box, or mount it again; nothing that is copied there would be safe';
    return [
      finding(`${path} did not answer`, 'a network mount whose server is gone hangs every access', fix),
    ];
  }
  if (reading.value('durable.exists') !== '1') {
    const fix = 'mount it, or correct the durable directory; some rentals lack the disk they advertise';
    return [finding(`${path} does not exist`, 'the durable disk is not attached to this box', fix)];
  }
  const findings: AuditFinding[] = [];
  if (expected.durableIsMount !== false && (mount === undefined || mount.point === '/')) {
    const where = mount === undefined ? 'its mount could not be read' : 'it lies on the root file system';
    const fix = 'mount the durable disk there; a directory on the system disk dies with the box';
    findings.push(
      finding(
        `${path} is no mount of its own: ${where}`,
        'the durable disk is not attached to this box',
        fix,
      ),
    );
  }
  if (reading.value('durable.writable') !== '1')
    findings.push(notWritable('P0-13', path, mount, ownerOf(reading, 'durable')));
  const room = roomOf(reading, 'durable');
  if (room !== undefined) {
    measured['durableFreeBytes'] = room.freeBytes;
    findings.push(...judgeRoom(path, room, expected.durableBytes ?? 200_000_000, 100));
  }
  const device = reading.value('durable.device');
  if (device !== undefined && device !== '' && device === reading.value('work.device')) {
    findings.push({
      id: 'P0-02',
      level: 'warn',
      what: `${path} and ${shown(reading.value('work.path'))} are one file system`,
      cause: 'the copy lies beside the original and shares its fate and its space',
      fix: 'name a durable directory on another tier, or leave it out: what is pulled here is safe either way',
    });
  }
  return findings;
}

/** A rename closes a file only within one file system (XC-07). */
function judgeClosing(reading: AuditReading): AuditFinding[] {
  const cells = reading.value('cells.device');
  const work = reading.value('work.device');
  if (!cells || !work || cells === work) return [];
  return [
    {
      id: 'P0-14',
      level: 'fail',
      what: `the cells' directories are on another file system (device ${cells}) than the run (device ${work})`,
      cause:
        'something is mounted below the run directory; a rename across mounts is a copy that can stop half-way',
      fix: 'unmount it, or name a work directory on one file system',
    },
  ];
}

interface Owner {
  owner: string;
  /** As `chmod` takes it. */
  mode: string;
  login: string;
  /** The directory itself, or the nearest one above it that exists. */
  dir: string;
}

function ownerOf(reading: AuditReading, name: string): Owner | undefined {
  const said = /^(\S+) ([0-7]{3,4}) (\S+) (\/.*)$/.exec(reading.value(`${name}.owner`) ?? '');
  if (!said) return undefined;
  const [owner, mode, login, dir] = said.slice(1).map((each) => oneLine(each, 200));
  return owner && mode && login && dir ? { owner, mode, login, dir } : undefined;
}

function notWritable(
  id: string,
  path: string,
  mount: Mount | undefined,
  held: Owner | undefined,
): AuditFinding {
  const finding = {
    id,
    level: 'fail',
    what: `${path}: a probe file could not be written and read back`,
  } as const;
  if (mount?.options.split(',').includes('ro'))
    return { ...finding, cause: `${mount.point} is mounted read-only`, fix: 'remount it writable' };
  if (held && held.login !== 'root' && held.owner !== held.login)
    return {
      ...finding,
      cause: `${held.dir} belongs to ${held.owner} (mode ${held.mode}) and the login is ${held.login}; nothing is done by sudo here`,
      fix: `on the box run \`sudo install -d -o ${held.login} ${quoteWord(path)}\`, or log in by a user who may write there`,
    };
  return {
    ...finding,
    cause: `no permission there, a full disk, or a mount that refuses writes${held ? ` (${held.dir} belongs to ${held.owner}, mode ${held.mode}, and the login is ${held.login})` : ''}`,
    fix: 'free space on it, correct its owner, or remount it writable',
  };
}

const unreadable = (path: string, hung: boolean): AuditFinding => ({
  id: 'P0-03',
  level: 'fail',
  what: `${path}: free space could not be read${hung ? ' in time' : ''}`,
  cause: hung
    ? 'a mount whose server is gone hangs every access'
    : 'neither `stat -f` nor `df` gave an answer',
  fix: 'name a work directory on a disk that answers, or take another box',
});

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;

const shown = (path: string | undefined): string => oneLine(path ?? '?', 200);
