/**
 * Packages that conda installs only with a PyTorch of its own, and pip knows by the same name. Not all that there are: where conda
 * brings its PyTorch nevertheless, the setup fails with words (`install-command.ts`). Source: the recipes of conda-forge, which list
 * pytorch, or one of these, among what they are built with or need to run; read on 2026-11-25.
 */
const NEEDS_TORCH: ReadonlySet<string> = new Set(
  'accelerate botorch captum diffusers fastai gpytorch kornia lightning monai open-clip-torch peft pyro-ppl pytorch-lightning pytorch-metric-learning segmentation-models-pytorch sentence-transformers timm torchdata torchmetrics torchtext trl'.split(
    ' ',
  ),
);

/**
 * A requirement of conda as one of pip, which keeps the image's PyTorch by a constraint: `conda-forge::torchmetrics=1.4` is
 * `torchmetrics==1.4.*`. `undefined` for what needs no PyTorch, or whose version pip cannot be told.
 */
export function byPip(line: string): string | undefined {
  const [, name = '', wanted = ''] = /^(?:.*::)?\s*([A-Za-z0-9._-]+)\s*(.*)$/.exec(line.trim()) ?? [];
  const known = name.toLowerCase();
  if (!NEEDS_TORCH.has(known)) return undefined;
  const version = versionForPip(wanted.trim());
  return version === undefined ? undefined : `${known}${version}`;
}

/** conda's `=2.1` is any 2.1; with a build behind it, or after a space, it is that version alone. */
function versionForPip(wanted: string): string | undefined {
  if (wanted === '' || wanted === '*') return '';
  const [, equals = '', version, build] =
    /^(={0,2})\s*(\d[\w.]*(?:\.\*)?)(?:[= ]\s*([\w.*]+))?$/.exec(wanted) ?? [];
  if (version !== undefined)
    return equals === '=' && build === undefined && !version.endsWith('*')
      ? `==${version}.*`
      : `==${version}`;
  const parts = wanted.split(',').map((part) => part.replace(/\s+/g, ''));
  return parts.every((part) => /^(?:[<>]=?|[!=~]=)\d[\w.]*(?:\.\*)?$/.test(part))
    ? parts.join(',')
    : undefined;
}
