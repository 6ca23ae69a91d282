import { posix } from 'node:path';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { byPip } from './conda-by-pip.ts';
import { fromCode } from './local-paths.ts';
import { type FilteredRequirements, filterRequirements } from './requirements.ts';

/** As conda calls what the image's own build consists of; with another Python none of it would be found any more. */
const KEPT_BY_IMAGE =
  /^(python|pytorch|torchvision|torchaudio|pytorch-cuda|pytorch-gpu|pytorch-mutex|libtorch|cudatoolkit|cuda-toolkit|cuda-version)$/;

export interface FilteredEnvironment extends FilteredRequirements {
  /** Requirements of conda that pip installs in its place, as written. */
  moved: string[];
}

/**
 * An `environment.yml` without what the image already has (`keep-image`), and without the name and place of the environment: it is
 * installed into the one that trains. The lists of pip in it are filtered as requirements are, and what conda would bring a PyTorch
 * of its own for stands among them: pip keeps to the image's own by a constraint.
 *
 * @param from path of the file within the code, and `read` for others there, as of `filterRequirements`
 */
export function filterEnvironment(
  text: string,
  torch: 'keep-image' | 'as-pinned',
  from: { path: string; read?: (path: string) => string | undefined },
): FilteredEnvironment {
  const document = parseDocument(text);
  const listed = document.get('dependencies');
  const { conda, pip } = split(isSeq(listed) ? listed.items : []);
  const isKept = torch === 'keep-image';
  const dropped = conda.filter((line) => isKept && KEPT_BY_IMAGE.test(nameOf(line)));
  const moved = conda.flatMap((line) => {
    const instead = isKept ? byPip(line) : undefined;
    return instead === undefined ? [] : [{ line, instead }];
  });
  const lists = filterRequirements(pip.join('\n'), torch, from);
  const folder = posix.dirname(from.path);
  const byPipNow = [
    ...lists.text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [fromCode(line, folder)])),
    ...moved.map(({ instead }) => instead),
  ];
  const away = new Set([...dropped, ...moved.map(({ line }) => line)]);
  document.delete('name');
  document.delete('prefix');
  document.set('dependencies', [
    ...conda.filter((line) => !away.has(line)),
    ...(byPipNow.length > 0 ? [{ pip: byPipNow }] : []),
  ]);
  return {
    text: document.toString(),
    constraints: lists.constraints,
    dropped: [...dropped, ...lists.dropped],
    unread: lists.unread,
    moved: moved.map(({ line }) => line),
  };
}

/** conda takes the last list of pip alone; of several none is lost here. */
function split(items: readonly unknown[]): { conda: string[]; pip: string[] } {
  const pip = items.flatMap((item) => {
    const list = isMap(item) ? item.get('pip') : undefined;
    return isSeq(list) ? list.items.map(textOf) : [];
  });
  return { conda: items.filter((item) => isScalar(item)).map(textOf), pip };
}

const textOf = (item: unknown): string => String(isScalar(item) ? item.value : item);

/** `conda-forge::pytorch=2.5`, `pytorch >=2`, `cudatoolkit`. */
const nameOf = (line: string): string =>
  line
    .replace(/^.*::/, '')
    .trim()
    .replace(/[\s=<>!~[].*$/, '')
    .toLowerCase();
