import type { WrittenPath } from '../reading/written-path.ts';
import type { Place } from '../repository.ts';
import type { Paste } from '../trainer.ts';

/** Where a script names its folder itself, the expression that lets us name it. */
export function outputPaste(
  { fixed }: WrittenPath,
  { name, now, at }: { name?: string; now: string; at?: Place },
): Paste[] {
  if (!fixed) return [];
  const instead = ours(now, fixed.folder);
  return [
    {
      at: at ?? fixed.place,
      why: `writes to ${now.slice(0, 80)}, where nothing is looked for: what must survive lies under $GPU_LEASE_OUT`,
      lines: [
        'import os',
        name === undefined ? `${instead}  # in place of ${now.slice(0, 80)}` : `${name}=${instead},`,
      ],
    },
  ];
}

/** The same path below our directory, and below its own folder everywhere else. */
function ours(now: string, folder: string): string {
  const directory = `os.environ.get("GPU_LEASE_OUT", ${JSON.stringify(folder)})`;
  const [, prefix = '', quote = '', text] = /^([fF]?)(['"])([^'"]*)\2$/.exec(now) ?? [];
  if (text === undefined) {
    const first = new RegExp(`(['"])(?:\\./)?${folder.replace(/[^\w-]/g, '\\$&')}/?\\1`);
    return first.test(now) ? now.replace(first, directory) : `os.path.join(${directory}, ${now})`;
  }
  const below =
    folder === '.'
      ? text
      : text
          .replace(/^(\.?\/)+/, '')
          .split('/')
          .slice(1)
          .join('/');
  return below === '' ? directory : `os.path.join(${directory}, ${prefix}${quote}${below}${quote})`;
}
