import { posix } from 'node:path';

export type Installer = 'pip' | 'uv' | 'poetry';

/** By what a requirements file is installed, from its name. */
export function installerOf(file: string): Installer {
  const name = posix.basename(file);
  if (name === 'uv.lock') return 'uv';
  return name === 'poetry.lock' ? 'poetry' : 'pip';
}

const PIP = 'python3 -m pip install --disable-pip-version-check';

/** What one box has downloaded the next need not, where both see the durable tier. */
const CACHE =
  '[ -z "$GPU_LEASE_DURABLE" ] || [ -n "$PIP_CACHE_DIR" ] || export PIP_CACHE_DIR="$GPU_LEASE_DURABLE/.gpu-lease-pip"';

/**
 * Shell for the setup of a box; the keeper sets `GPU_LEASE_REQUIREMENTS` to the pushed text and `GPU_LEASE_CODE` to the code
 * directory, which pip expands in the file. The interpreter is named: a bare `pip` may belong to another Python (AD6).
 *
 * Of a lock the tool that wrote it says what it holds, in a directory of its own beside the run; pip installs exactly that, with
 * its digests and nothing else, into the Python that trains.
 */
export function installCommand(file: string, torch: 'keep-image' | 'as-pinned'): string {
  const installer = installerOf(file);
  if (installer === 'pip') return `${CACHE}\n${PIP} -r "$GPU_LEASE_REQUIREMENTS"`;
  const tools = '"$GPU_LEASE_BASE/tools"';
  const wanted = installer === 'uv' ? 'uv' : 'poetry poetry-plugin-export';
  const exported =
    installer === 'uv'
      ? 'export --frozen --quiet --no-emit-project --no-header --output-file'
      : 'export --format requirements.txt --output';
  return [
    CACHE,
    `${PIP} --quiet --target ${tools} ${wanted} || exit`,
    `(cd "$GPU_LEASE_CODE/${posix.dirname(file)}" && PYTHONPATH=${tools} python3 -m ${installer} ${exported} "$GPU_LEASE_BASE/locked.all" >/dev/null) || exit`,
    `awk '${torch === 'keep-image' ? WITHOUT_TORCH : '1'}' "$GPU_LEASE_BASE/locked.all" >"$GPU_LEASE_BASE/locked.txt" || exit`,
    `${PIP} --no-deps -r "$GPU_LEASE_BASE/locked.txt"`,
  ].join('\n');
}

/** With PyTorch go the parts of CUDA that its wheels bring: the image's own build has them. Lines of digests go with their package. */
const WITHOUT_TORCH =
  '/^[A-Za-z0-9]/ { out = /^(torch|torchvision|torchaudio|triton|pytorch-triton|nvidia-[a-z0-9-]+)( |=|;|@|\\[|$)/ } !out { print }';
