import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/data-source.ts
var OWNED = "[A-Za-z0-9][A-Za-z0-9._-]{0,95}";
var HUB = new RegExp(`^hf://(?:(datasets|models)/)?(${OWNED}/${OWNED})(?:/([^@]+))?(?:@(.+))?$`);
var BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
var REVISION = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;
var COMMIT = /^[0-9a-f]{40}$/;
function readSource(text) {
  if (text.startsWith("hf://")) return hubSource(text);
  if (text.startsWith("s3://")) return bucketSource(text);
  if (/^https?:\/\//i.test(text)) return webSource(text);
  return {
    fault: "is no source: write hf://owner/name@revision, hf://datasets/..., s3://bucket/folder or https://..."
  };
}
function sourceFault(text) {
  const read = readSource(text);
  return "fault" in read ? read.fault : void 0;
}
var isMoving = (source) => source.kind === "hub" && !COMMIT.test(source.revision);
function hubSource(text) {
  const [, type, repo, path, revision = "main"] = HUB.exec(text) ?? [];
  if (repo === void 0)
    return { fault: "is not of the form hf://owner/name[/path]@revision or hf://datasets/owner/name..." };
  if (!REVISION.test(revision) || revision.includes(".."))
    return { fault: 'names no revision behind its "@"' };
  const fault = path === void 0 ? void 0 : nameFault(path);
  if (fault !== void 0) return { fault: `has a path that ${fault}` };
  const kind = type === "datasets" ? "dataset" : "model";
  return { source: { kind: "hub", type: kind, repo, revision, ...path !== void 0 && { path } } };
}
function bucketSource(text) {
  const [, bucket, rest = ""] = BUCKET.exec(text) ?? [];
  if (bucket === void 0) return { fault: "is not of the form s3://bucket/folder" };
  const prefix = rest.replace(/\/+$/, "");
  const fault = prefix === "" ? void 0 : nameFault(prefix);
  return fault === void 0 ? { source: { kind: "s3", bucket, prefix } } : { fault: `has a folder that ${fault}` };
}
function webSource(text) {
  if (!URL.canParse(text)) return { fault: "is no address" };
  const { protocol, username, password, hash, hostname, pathname } = new URL(text);
  if (username !== "" || password !== "")
    return { fault: 'holds a name or password; a token goes by "token"' };
  if (hash !== "") return { fault: "has a fragment" };
  if (protocol === "http:" && !isLoopback(hostname)) return { fault: "is not https" };
  if (nameFault(lastName(pathname)) !== void 0) return { fault: "names no file at its end" };
  return { source: { kind: "web", url: new URL(text).href } };
}
var isLoopback = (host) => host === "localhost" || host === "[::1]" || /^127\./.test(host);
function lastName(pathname) {
  const name = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}
function nameFault(path) {
  if (path === "") return "is empty";
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return "holds a control character or a backslash";
  if (path.startsWith("/")) return "is absolute";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "leads out of its folder";
  if (parts.some((part) => Buffer.byteLength(part) > 255) || path.length > 1e3) return "is too long";
  return parts.includes(".gpu-lease") ? "is kept for gpu-lease itself" : void 0;
}

export {
  readSource,
  sourceFault,
  isMoving,
  lastName,
  nameFault
};
