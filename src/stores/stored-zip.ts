import { systemClock } from '../clock.ts';
import { Problem } from '../problem.ts';
import { readZipDirectory, type ZipEntry } from '../verify/archive/zip-directory.ts';
import { readMember } from '../verify/archive/zip-member.ts';
import { DEFAULT_BUDGETS } from '../verify/contract/budgets.ts';
import { Broken, Unsettled } from '../verify/contract/findings.ts';
import type { RangeSource } from '../verify/contract/source.ts';
import { BoundedReader } from '../verify/read/bounded-reader.ts';
import { openFileSource } from '../verify/read/file-source.ts';

export interface OpenZip {
  entries: { name: string; bytes: number }[];
  /** Inflated piece by piece; more than the directory says is refused. */
  read(name: string, sink: (piece: Uint8Array) => void): Promise<void>;
  close(): Promise<void>;
}

/** However long it takes to inflate what was downloaded; the stage has its own bound. */
const BUDGETS = { ...DEFAULT_BUDGETS, wallSeconds: 6 * 3600 };

/**
 * A zip on this disk, read strictly (`readZipDirectory`): whatever two programs could read differently is refused.
 *
 * @throws Problem `zip-broken`
 */
export const openZip = async (path: string): Promise<OpenZip> => openZipIn(await openFileSource(path));

/** The same for one that lies elsewhere, such as in memory; closed with it. */
export async function openZipIn(source: RangeSource): Promise<OpenZip> {
  try {
    const reader = new BoundedReader(source, BUDGETS, systemClock);
    const { entries } = await readZipDirectory(reader, BUDGETS);
    const files = new Map(
      entries.filter(({ name }) => !name.endsWith('/')).map((entry) => [entry.name, entry]),
    );
    return {
      entries: [...files.values()].map(({ name, bytes }) => ({ name, bytes })),
      read: (name, sink) => contentOf(reader, files.get(name), name, sink),
      close: () => source.close(),
    };
  } catch (error) {
    await source.close();
    throw broken(error);
  }
}

async function contentOf(
  reader: BoundedReader,
  entry: ZipEntry | undefined,
  name: string,
  sink: (piece: Uint8Array) => void,
): Promise<void> {
  if (entry === undefined) throw new RangeError(`the zip has no ${JSON.stringify(name)}`);
  await readMember(reader, entry, BUDGETS, sink).catch((error: unknown) => {
    throw broken(error);
  });
}

const broken = (error: unknown): Error => {
  if (!(error instanceof Broken || error instanceof Unsettled)) return error as Error;
  return new Problem(
    {
      code: 'zip-broken',
      kind: 'failed',
      what: `The archive that was downloaded cannot be read for certain: ${error.message}.`,
      next: 'Nothing of it counts and nothing was released. Run "gpu-lease collect" again.',
    },
    { cause: error },
  );
};
