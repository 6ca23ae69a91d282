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
  BLOCK,
  fieldsOf,
  paddingOf,
  paxRecords
} from "./verify-codec-tar-block.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/launch/git-archive.ts
function readGitArchive(tar) {
  const members = [];
  let pax = {};
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const fields = fieldsOf(tar.subarray(at, at + BLOCK));
    const size = pax["size"] === void 0 ? fields.sizeBytes : Number(pax["size"]);
    const from = at + BLOCK;
    if (size === void 0 || !(from + size <= tar.length))
      throw new Error("git archive wrote a tar that ends early");
    const body = tar.subarray(from, from + size);
    at = from + size + paddingOf(size);
    if (fields.type === "x") {
      pax = Object.fromEntries((paxRecords(body) ?? []).map(([key, value]) => [key, textOf(value)]));
      continue;
    }
    if (fields.type === "L" || fields.type === "K") {
      pax = { ...pax, [fields.type === "L" ? "path" : "linkpath"]: textOf(body).replace(/\0.*$/s, "") };
      continue;
    }
    const prefix = textOf(fields.prefix);
    const path = pax["path"] ?? (prefix === "" ? "" : `${prefix}/`) + textOf(fields.name);
    if (fields.type === "0" || fields.type === "\0") {
      members.push({ path, content: body, executable: ((fields.mode ?? 0) & 64) !== 0 });
    } else if (fields.type === "2") {
      members.push({ path, content: Buffer.alloc(0), link: pax["linkpath"] ?? textOf(fields.link) });
    }
    pax = {};
  }
  return members;
}
var textOf = (bytes) => Buffer.from(bytes).toString("utf8");

// src/launch/conda-environment.ts
var import_yaml = __toESM(require_dist(), 1);
import { posix as posix3 } from "node:path";

// src/launch/conda-by-pip.ts
var NEEDS_TORCH = new Set(
  "accelerate botorch captum diffusers fastai gpytorch kornia lightning monai open-clip-torch peft pyro-ppl pytorch-lightning pytorch-metric-learning segmentation-models-pytorch sentence-transformers timm torchdata torchmetrics torchtext trl".split(
    " "
  )
);
function byPip(line) {
  const [, name = "", wanted = ""] = /^(?:.*::)?\s*([A-Za-z0-9._-]+)\s*(.*)$/.exec(line.trim()) ?? [];
  const known = name.toLowerCase();
  if (!NEEDS_TORCH.has(known)) return void 0;
  const version = versionForPip(wanted.trim());
  return version === void 0 ? void 0 : `${known}${version}`;
}
function versionForPip(wanted) {
  if (wanted === "" || wanted === "*") return "";
  const [, equals = "", version, build] = /^(={0,2})\s*(\d[\w.]*(?:\.\*)?)(?:[= ]\s*([\w.*]+))?$/.exec(wanted) ?? [];
  if (version !== void 0)
    return equals === "=" && build === void 0 && !version.endsWith("*") ? `==${version}.*` : `==${version}`;
  const parts = wanted.split(",").map((part) => part.replace(/\s+/g, ""));
  return parts.every((part) => /^(?:[<>]=?|[!=~]=)\d[\w.]*(?:\.\*)?$/.test(part)) ? parts.join(",") : void 0;
}

// src/launch/local-paths.ts
import { posix } from "node:path";
var OPTION = /^(\s*(?:-e|--editable|-f|--find-links)(?:\s*=\s*|\s+))(\S+)(.*)$/;
var ARCHIVE = /\.(?:whl|zip|tar\.gz|tgz|tar\.bz2)$/;
function fromCode(line, folder) {
  const [, option, value = "", rest = ""] = OPTION.exec(line) ?? [];
  if (option !== void 0) return isRelative(value) ? `${option}${inCode(value, folder)}${rest}` : line;
  const [, path = ""] = /^\s*([^\s;]+)/.exec(line) ?? [];
  return isPath(path) ? line.replace(path, () => inCode(path, folder)) : line;
}
var inCode = (path, folder) => `\${GPU_LEASE_CODE}/${posix.join(folder, path)}`;
var isRelative = (value) => !/^[/~$#-]|^[A-Za-z][A-Za-z0-9+.-]*:|@/.test(value);
var isPath = (word) => isRelative(word) && (word.startsWith(".") || word.split("[")[0]?.includes("/") === true || ARCHIVE.test(word));

// src/launch/requirements.ts
import { posix as posix2 } from "node:path";
var CONSTRAINTS = `\${GPU_LEASE_BASE}/constraints.txt`;
var KEPT_BY_IMAGE = /* @__PURE__ */ new Set(["torch", "torchvision", "torchaudio"]);
function filterRequirements(text, torch, {
  path = "requirements.txt",
  read = () => void 0
} = {}) {
  const result = { text: "", constraints: "", dropped: [], unread: [] };
  const included = /* @__PURE__ */ new Set([path]);
  const isKept = (requirement) => torch === "keep-image" && isOfImage(requirement);
  const constrain = (file) => {
    const found = filterConstraints(file, isKept, read);
    result.unread.push(...found.unread);
    if (found.dropped.length === 0) return inCode2("-c", file);
    result.dropped.push(...found.dropped);
    result.constraints += found.text;
    return `-c ${CONSTRAINTS}
`;
  };
  const take = (content, from) => {
    for (const { logical, requirement } of requirementsIn(content)) {
      const other = includeOf(requirement, from);
      const inner = other?.kind === "r" && !included.has(other.path) ? read(other.path) : void 0;
      if (other?.kind === "c") result.text += constrain(other.path);
      else if (other && inner !== void 0) {
        included.add(other.path);
        take(inner, other.path);
      } else if (other) {
        if (included.has(other.path)) continue;
        result.unread.push(other.path);
        result.text += inCode2("-r", other.path);
      } else if (isKept(requirement)) result.dropped.push(requirement);
      else result.text += `${logical}
`;
    }
  };
  take(text, path);
  return result;
}
function filterConstraints(path, isKept, read) {
  const result = { text: "", dropped: [], unread: [] };
  const included = /* @__PURE__ */ new Set();
  const take = (at) => {
    if (included.has(at)) return;
    included.add(at);
    const content = read(at);
    if (content === void 0) {
      result.unread.push(at);
      result.text += inCode2("-c", at);
      return;
    }
    for (const { logical, requirement } of requirementsIn(content)) {
      const other = includeOf(requirement, at);
      if (other) take(other.path);
      else if (isKept(requirement)) result.dropped.push(requirement);
      else result.text += `${logical}
`;
    }
  };
  take(path);
  return result;
}
var inCode2 = (flag, path) => `${flag} \${GPU_LEASE_CODE}/${path}
`;
var isOfImage = (requirement) => KEPT_BY_IMAGE.has(nameOf(requirement) ?? "");
var requirementsIn = (content) => logicalLines(content).map((logical) => ({
  logical,
  requirement: withoutComment(logical.replace(/\\\n/g, " ")).trim()
}));
function includeOf(requirement, from) {
  const [, flag, target] = /^(-r|--requirement|-c|--constraint)(?:[ =]\s*|(?=\S))(\S+)/.exec(requirement) ?? [];
  if (flag === void 0 || target === void 0 || /^[a-z+]+:\/\//.test(target) || target.startsWith("/"))
    return void 0;
  return {
    kind: flag === "-r" || flag === "--requirement" ? "r" : "c",
    path: posix2.join(posix2.dirname(from), target)
  };
}
function describeDropped(dropped) {
  if (dropped.length === 0) return void 0;
  return `The image's own PyTorch is kept: left out ${dropped.join(", ")} (say \`torch: as-pinned\` to install them).`;
}
function logicalLines(text) {
  const lines = [];
  let open;
  for (const line of text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n")) {
    const joined = open === void 0 ? line : `${open}
${line}`;
    open = line.endsWith("\\") && !line.trimStart().startsWith("#") ? joined : void 0;
    if (open === void 0) lines.push(joined);
  }
  if (open !== void 0) lines.push(open);
  return lines;
}
var withoutComment = (line) => line.replace(/(^|\s)#.*$/, "");
function nameOf(requirement) {
  const editable = requirement.replace(/^(?:-e|--editable)[ =]\s*/, "");
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(editable)?.[1];
  if (egg !== void 0) return normal(egg);
  if (/^[a-z+]+:\/\/|^\.{0,2}\//.test(editable)) {
    return normal(/([A-Za-z0-9._]+)-\d[^/]*\.(?:whl|tar\.gz|zip)(?:[#?;]|\s|$)/.exec(editable)?.[1] ?? "");
  }
  if (editable.startsWith("-")) return void 0;
  return normal(/^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(editable)?.[0] ?? "");
}
var normal = (name) => name.toLowerCase().replace(/[-_.]+/g, "-");

// src/launch/conda-environment.ts
var KEPT_BY_IMAGE2 = /^(python|pytorch|torchvision|torchaudio|pytorch-cuda|pytorch-gpu|pytorch-mutex|libtorch|cudatoolkit|cuda-toolkit|cuda-version)$/;
function filterEnvironment(text, torch, from) {
  const document = (0, import_yaml.parseDocument)(text);
  const listed = document.get("dependencies");
  const { conda, pip } = split((0, import_yaml.isSeq)(listed) ? listed.items : []);
  const isKept = torch === "keep-image";
  const dropped = conda.filter((line) => isKept && KEPT_BY_IMAGE2.test(nameOf2(line)));
  const moved = conda.flatMap((line) => {
    const instead = isKept ? byPip(line) : void 0;
    return instead === void 0 ? [] : [{ line, instead }];
  });
  const lists = filterRequirements(pip.join("\n"), torch, from);
  const folder = posix3.dirname(from.path);
  const byPipNow = [
    ...lists.text.split("\n").flatMap((line) => line.trim() === "" ? [] : [fromCode(line, folder)]),
    ...moved.map(({ instead }) => instead)
  ];
  const away = /* @__PURE__ */ new Set([...dropped, ...moved.map(({ line }) => line)]);
  document.delete("name");
  document.delete("prefix");
  document.set("dependencies", [
    ...conda.filter((line) => !away.has(line)),
    ...byPipNow.length > 0 ? [{ pip: byPipNow }] : []
  ]);
  return {
    text: document.toString(),
    constraints: lists.constraints,
    dropped: [...dropped, ...lists.dropped],
    unread: lists.unread,
    moved: moved.map(({ line }) => line)
  };
}
function split(items) {
  const pip = items.flatMap((item) => {
    const list = (0, import_yaml.isMap)(item) ? item.get("pip") : void 0;
    return (0, import_yaml.isSeq)(list) ? list.items.map(textOf2) : [];
  });
  return { conda: items.filter((item) => (0, import_yaml.isScalar)(item)).map(textOf2), pip };
}
var textOf2 = (item) => String((0, import_yaml.isScalar)(item) ? item.value : item);
var nameOf2 = (line) => line.replace(/^.*::/, "").trim().replace(/[\s=<>!~[].*$/, "").toLowerCase();

// src/launch/pushed-requirements.ts
var LEFT_OUT = {
  uv: "torch, torchvision, torchaudio, triton and nvidia-*",
  poetry: "torch, torchvision, torchaudio, triton and nvidia-*",
  project: "torch, torchvision and torchaudio"
};
function pushedRequirements({ file, torch }, text, code) {
  const installer = installerOf(file);
  if (installer !== "pip" && installer !== "conda") {
    const words = `The image's own PyTorch is kept: ${LEFT_OUT[installer]} are left out of ${file} (say \`torch: as-pinned\` to install them).`;
    return { text, constraints: "", said: torch === "keep-image" ? [words] : [], unread: [] };
  }
  const from = { path: file, read: readerOf(code) };
  if (installer === "pip") {
    const { dropped: dropped2, ...rest2 } = filterRequirements(text, torch, from);
    return { ...rest2, said: sayDropped(dropped2) };
  }
  const { dropped, moved, ...rest } = filterEnvironment(text, torch, from);
  const byPip2 = moved.length === 0 ? [] : [`Installed by pip, because conda would bring a PyTorch of its own with them: ${moved.join(", ")}.`];
  return { ...rest, said: [...sayDropped(dropped), ...byPip2] };
}
var sayDropped = (dropped) => {
  const said = describeDropped(dropped);
  return said === void 0 ? [] : [said];
};
function readerOf({ tar }) {
  let files;
  return (path) => {
    files ??= new Map(
      readGitArchive(Buffer.from(tar)).flatMap(
        (each) => each.link === void 0 ? [[each.path, each.content]] : []
      )
    );
    const content = files.get(path);
    return content && Buffer.from(content).toString("utf8");
  };
}

export {
  readGitArchive,
  pushedRequirements
};
