import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  installerOf
} from "./job-requirements-file.shared.mjs";
import {
  quoteWord
} from "./box-shell-quote.shared.mjs";

// src/launch/install-command.ts
import { posix } from "node:path";
var PIP = "python3 -m pip install --disable-pip-version-check";
var CACHE = '[ -z "$GPU_LEASE_DURABLE" ] || [ -n "$PIP_CACHE_DIR" ] || export PIP_CACHE_DIR="$GPU_LEASE_DURABLE/.gpu-lease-pip"';
function installCommand(file, torch, constraints = "") {
  const laid = `printf %s ${quoteWord(constraints)} >"$GPU_LEASE_BASE/constraints.txt" || exit
`;
  return `${constraints === "" ? "" : laid}${installOf(file, torch)}`;
}
function installOf(file, torch) {
  const installer = installerOf(file);
  switch (installer) {
    case "pip":
      return ofList(torch);
    case "uv":
    case "poetry":
      return ofLock(file, installer, torch);
    case "project":
      return ofProject(torch);
    case "conda":
      return ofEnvironment(torch);
  }
}
var ofList = (torch) => torch === "as-pinned" ? `${CACHE}
${PIP} -r "$GPU_LEASE_REQUIREMENTS"` : `${CACHE}
${held(torch)}
${PIP} -c "$GPU_LEASE_BASE/held.txt" -r "$GPU_LEASE_REQUIREMENTS"`;
function ofLock(file, installer, torch) {
  const tools = '"$GPU_LEASE_BASE/tools"';
  const wanted = installer === "uv" ? "uv" : "poetry poetry-plugin-export";
  const exported = installer === "uv" ? "export --frozen --quiet --no-emit-project --no-header --output-file" : "export --format requirements.txt --output";
  return [
    CACHE,
    `${PIP} --quiet --target ${tools} ${wanted} || exit`,
    `(cd "$GPU_LEASE_CODE"/${quoteWord(posix.dirname(file))} && PYTHONPATH=${tools} python3 -m ${installer} ${exported} "$GPU_LEASE_BASE/locked.all" >/dev/null) || exit`,
    `awk '${torch === "keep-image" ? WITHOUT_TORCH : "1"}' "$GPU_LEASE_BASE/locked.all" >"$GPU_LEASE_BASE/locked.txt" || exit`,
    `${PIP} --no-deps -r "$GPU_LEASE_BASE/locked.txt"`
  ].join("\n");
}
function ofProject(torch) {
  return [
    CACHE,
    `python3 -c '${DEPENDENCIES}' "$GPU_LEASE_REQUIREMENTS" ${torch} >"$GPU_LEASE_BASE/project.txt" || exit`,
    held(torch),
    `${PIP} -r "$GPU_LEASE_BASE/project.txt" -c "$GPU_LEASE_BASE/held.txt"`
  ].join("\n");
}
function ofEnvironment(torch) {
  return [
    CACHE,
    `prefix=$(python3 -c 'import sys; print(sys.prefix)') || exit`,
    'if [ ! -d "$prefix/conda-meta" ]; then echo "the Python that trains ($prefix) is none of conda: environment.yml cannot be installed into it" >&2; exit 1; fi',
    'for conda in micromamba mamba conda "$prefix/bin/conda" "$CONDA_EXE" ""; do [ -z "$conda" ] || ! command -v "$conda" >/dev/null 2>&1 || break; done',
    '[ -n "$conda" ] || { echo "this box has neither conda, mamba nor micromamba" >&2; exit 1; }',
    'cp "$GPU_LEASE_REQUIREMENTS" "$GPU_LEASE_BASE/environment.yml" || exit',
    held(torch),
    ...torch === "keep-image" ? [BEFORE] : [],
    'export PIP_CONSTRAINT="$GPU_LEASE_BASE/held.txt"',
    'case $conda in *micromamba) "$conda" install --yes --prefix "$prefix" --file "$GPU_LEASE_BASE/environment.yml" ;; *) "$conda" env update --prefix "$prefix" --file "$GPU_LEASE_BASE/environment.yml" ;; esac || exit',
    torch === "keep-image" ? AFTER : ":"
  ].join("\n");
}
var TORCH_BUILD = `
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
var BEFORE = `torch_build() { python3 -c '${TORCH_BUILD}'; }
[ -f "$GPU_LEASE_BASE/torch.image" ] || torch_build >"$GPU_LEASE_BASE/torch.image" || exit`;
var AFTER = `[ ! -s "$GPU_LEASE_BASE/torch.image" ] || [ "$(torch_build)" = "$(cat "$GPU_LEASE_BASE/torch.image")" ] || { echo "conda put another PyTorch in the place of the image's own: a package of the environment needs the one of conda. List that package under pip:, which keeps the image's own, or write torch: as-pinned" >&2; false; }`;
var held = (torch) => torch === "as-pinned" ? ': >"$GPU_LEASE_BASE/held.txt" || exit' : `python3 -m pip list --format freeze --disable-pip-version-check 2>/dev/null | grep -E '^(torch|torchvision|torchaudio|triton)==' >"$GPU_LEASE_BASE/held.txt"`;
var DEPENDENCIES = `
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
var WITHOUT_TORCH = "/^[A-Za-z0-9]/ { out = /^(torch|torchvision|torchaudio|triton|pytorch-triton|nvidia-[a-z0-9-]+)( |=|;|@|\\[|$)/ } !out { print }";

export {
  installCommand
};
