import { posix } from 'node:path';
import { quoteWord } from '../box/shell-quote.ts';
import { installerOf } from '../job/requirements-file.ts';

const PIP = 'python3 -m pip install --disable-pip-version-check';

/** What one box has downloaded the next need not, where both see the durable tier. */
const CACHE =
  '[ -z "$GPU_LEASE_DURABLE" ] || [ -n "$PIP_CACHE_DIR" ] || export PIP_CACHE_DIR="$GPU_LEASE_DURABLE/.gpu-lease-pip"';

/**
 * Shell for the setup of a box; the keeper sets `GPU_LEASE_REQUIREMENTS` to the pushed text and `GPU_LEASE_CODE` to the code
 * directory, which pip expands in the file. The interpreter is named: a bare `pip` may belong to another Python (AD6).
 *
 * @param constraints text that the file names as `CONSTRAINTS`
 */
export function installCommand(file: string, torch: 'keep-image' | 'as-pinned', constraints = ''): string {
  const laid = `printf %s ${quoteWord(constraints)} >"$GPU_LEASE_BASE/constraints.txt" || exit\n`;
  return `${constraints === '' ? '' : laid}${installOf(file, torch)}`;
}

function installOf(file: string, torch: 'keep-image' | 'as-pinned'): string {
  const installer = installerOf(file);
  switch (installer) {
    case 'pip':
      return ofList(torch);
    case 'uv':
    case 'poetry':
      return ofLock(file, installer, torch);
    case 'project':
      return ofProject(torch);
    case 'conda':
      return ofEnvironment(torch);
  }
}

/** What depends on a newer PyTorch would take that one: where the image's own does not do, pip says so and stops. */
const ofList = (torch: 'keep-image' | 'as-pinned'): string =>
  torch === 'as-pinned'
    ? `${CACHE}\n${PIP} -r "$GPU_LEASE_REQUIREMENTS"`
    : `${CACHE}\n${held(torch)}\n${PIP} -c "$GPU_LEASE_BASE/held.txt" -r "$GPU_LEASE_REQUIREMENTS"`;

/**
 * Of a lock the tool that wrote it says what it holds, in a directory of its own beside the run; pip installs exactly that, with
 * its digests and nothing else, into the Python that trains.
 */
function ofLock(file: string, installer: 'uv' | 'poetry', torch: 'keep-image' | 'as-pinned'): string {
  const tools = '"$GPU_LEASE_BASE/tools"';
  const wanted = installer === 'uv' ? 'uv' : 'poetry poetry-plugin-export';
  const exported =
    installer === 'uv'
      ? 'export --frozen --quiet --no-emit-project --no-header --output-file'
      : 'export --format requirements.txt --output';
  return [
    CACHE,
    `${PIP} --quiet --target ${tools} ${wanted} || exit`,
    `(cd "$GPU_LEASE_CODE"/${quoteWord(posix.dirname(file))} && PYTHONPATH=${tools} python3 -m ${installer} ${exported} "$GPU_LEASE_BASE/locked.all" >/dev/null) || exit`,
    `awk '${torch === 'keep-image' ? WITHOUT_TORCH : '1'}' "$GPU_LEASE_BASE/locked.all" >"$GPU_LEASE_BASE/locked.txt" || exit`,
    `${PIP} --no-deps -r "$GPU_LEASE_BASE/locked.txt"`,
  ].join('\n');
}

/**
 * Of a project its dependencies, by pip; the project itself lies in the code. What depends on PyTorch would take its newest:
 * the image's own is held by a constraint.
 */
function ofProject(torch: 'keep-image' | 'as-pinned'): string {
  return [
    CACHE,
    `python3 -c '${DEPENDENCIES}' "$GPU_LEASE_REQUIREMENTS" ${torch} >"$GPU_LEASE_BASE/project.txt" || exit`,
    held(torch),
    `${PIP} -r "$GPU_LEASE_BASE/project.txt" -c "$GPU_LEASE_BASE/held.txt"`,
  ].join('\n');
}

/**
 * Into the very environment whose Python trains, by whichever of the three programs the box has. conda's own Python and PyTorch
 * are left out of the pushed text already; pip, which it calls, reads the constraint from its environment.
 */
function ofEnvironment(torch: 'keep-image' | 'as-pinned'): string {
  return [
    CACHE,
    `prefix=$(python3 -c 'import sys; print(sys.prefix)') || exit`,
    'if [ ! -d "$prefix/conda-meta" ]; then echo "the Python that trains ($prefix) is none of conda: environment.yml cannot be installed into it" >&2; exit 1; fi',
    'for conda in micromamba mamba conda "$prefix/bin/conda" "$CONDA_EXE" ""; do [ -z "$conda" ] || ! command -v "$conda" >/dev/null 2>&1 || break; done',
    '[ -n "$conda" ] || { echo "this box has neither conda, mamba nor micromamba" >&2; exit 1; }',
    'cp "$GPU_LEASE_REQUIREMENTS" "$GPU_LEASE_BASE/environment.yml" || exit',
    held(torch),
    ...(torch === 'keep-image' ? [BEFORE] : []),
    'export PIP_CONSTRAINT="$GPU_LEASE_BASE/held.txt"',
    'case $conda in *micromamba) "$conda" install --yes --prefix "$prefix" --file "$GPU_LEASE_BASE/environment.yml" ;; *) "$conda" env update --prefix "$prefix" --file "$GPU_LEASE_BASE/environment.yml" ;; esac || exit',
    torch === 'keep-image' ? AFTER : ':',
  ].join('\n');
}

/** The build that a `python3` would load, without loading it; nothing where there is none. */
const TORCH_BUILD = `
import sys
from importlib.util import find_spec
sys.path.pop(0)
torch = find_spec("torch")
for folder in (torch and torch.submodule_search_locations) or []:
    try:
        print(open(folder + "/version.py").read())
    except OSError:
        pass
`;

/** As it was before conda's first try on this box. */
const BEFORE = `torch_build() { python3 -c '${TORCH_BUILD}'; }
[ -f "$GPU_LEASE_BASE/torch.image" ] || torch_build >"$GPU_LEASE_BASE/torch.image" || exit`;

/** No list knows every package that conda has only with its own PyTorch. */
const AFTER =
  '[ ! -s "$GPU_LEASE_BASE/torch.image" ] || [ "$(torch_build)" = "$(cat "$GPU_LEASE_BASE/torch.image")" ] || { echo "conda put another PyTorch in the place of the image\'s own: a package of the environment needs the one of conda. List that package under pip:, which keeps the image\'s own, or write torch: as-pinned" >&2; false; }';

/** What the image has of PyTorch, as constraints that only it fulfils; none where it has none. */
const held = (torch: 'keep-image' | 'as-pinned'): string =>
  torch === 'as-pinned'
    ? ': >"$GPU_LEASE_BASE/held.txt" || exit'
    : `python3 -m pip list --format freeze --disable-pip-version-check 2>/dev/null | grep -E '^(torch|torchvision|torchaudio|triton)==' >"$GPU_LEASE_BASE/held.txt"`;

/** In Python, because pip brings a reader of TOML where Python has none. Names are compared as pip compares them. */
const DEPENDENCIES = `
import re, sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)["project"]
for line in project.get("dependencies", []):
    name = re.sub("[-_.]+", "-", re.match("[A-Za-z0-9._-]*", line.strip()).group()).lower()
    if sys.argv[2] == "as-pinned" or name not in ("torch", "torchvision", "torchaudio"):
        print(line)
`;

/** With PyTorch go the parts of CUDA that its wheels bring: the image's own build has them. Lines of digests go with their package. */
const WITHOUT_TORCH =
  '/^[A-Za-z0-9]/ { out = /^(torch|torchvision|torchaudio|triton|pytorch-triton|nvidia-[a-z0-9-]+)( |=|;|@|\\[|$)/ } !out { print }';
