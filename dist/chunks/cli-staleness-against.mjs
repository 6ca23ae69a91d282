import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  installedDir
} from "./cli-installed.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  inert
} from "./github-inert.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/cli/staleness-against.ts
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

// src/profile/api-description.ts
var import_yaml = __toESM(require_dist(), 1);

// src/profile/api-shape.ts
var MAX_FORMS = 64;
var Shape = class _Shape {
  /** @param resolve what a reference stands for; `undefined` where it leads out of the file */
  constructor(schemas, resolve2) {
    this.resolve = resolve2;
    const forms = schemas.flatMap((schema) => this.#formsOf(schema, []));
    this.#forms = forms.length > MAX_FORMS ? [anything()] : forms;
  }
  resolve;
  #forms;
  /** @param part a property's name, `[]` for the items of a list, `*` for any property */
  child(part) {
    const forms = this.#forms.filter(({ types: types2 }) => types2 === void 0 || !isNullOnly(types2));
    const found = forms.flatMap((form) => childrenOf(form, part));
    if (found.length > 0) return new _Shape(found, this.resolve);
    return forms.some((form) => isUnsaid(form, part)) ? "open" : "absent";
  }
  /** `undefined`: any. `null` is one of them. */
  types() {
    if (this.#forms.some(({ types: types2 }) => types2 === void 0)) return void 0;
    return new Set(this.#forms.flatMap(({ types: types2 }) => [...types2 ?? []]));
  }
  /** Properties that stand there in every form. */
  required() {
    const [first, ...rest] = this.#forms.filter(({ types: types2 }) => types2 === void 0 || !isNullOnly(types2));
    return new Set(
      [...first?.required ?? []].filter((name) => rest.every((form) => form.required.has(name)))
    );
  }
  /** What may stand there, as text; `undefined` where it is not a closed list. */
  values() {
    const lists = this.#forms.filter(({ types: types2 }) => types2 === void 0 || !isNullOnly(types2));
    if (lists.length === 0 || lists.some(({ values }) => values === void 0)) return void 0;
    return [
      ...new Set(lists.flatMap(({ values }) => (values ?? []).filter((each) => each !== null).map(String)))
    ];
  }
  /** Whether the description names the properties: only then does a name in it mean anything. */
  namesProperties() {
    return this.#forms.some(({ properties }) => properties.size > 0);
  }
  #formsOf(schema, refs) {
    if (schema === null || typeof schema !== "object") return [anything()];
    if (typeof schema.$ref === "string") {
      const { $ref: ref } = schema;
      const target = refs.includes(ref) || refs.length > 40 ? void 0 : this.resolve(ref);
      return target === void 0 ? [anything()] : this.#formsOf(target, [...refs, ref]);
    }
    let forms = [ownForm(schema)];
    for (const each of schema.allOf ?? []) forms = both(forms, this.#formsOf(each, refs));
    for (const list of [schema.oneOf, schema.anyOf])
      if (Array.isArray(list) && list.length > 0)
        forms = both(
          forms,
          list.flatMap((each) => this.#formsOf(each, refs))
        );
    if (schema.nullable === true) forms = [...forms, { ...anything(), types: /* @__PURE__ */ new Set(["null"]) }];
    return forms;
  }
};
var anything = () => ({
  types: void 0,
  properties: /* @__PURE__ */ new Map(),
  required: /* @__PURE__ */ new Set(),
  items: [],
  additional: [],
  isOpen: true,
  values: void 0
});
var isNullOnly = (types2) => types2.size === 1 && types2.has("null");
function ownForm(schema) {
  const { type, properties, required, items, additionalProperties, patternProperties } = schema;
  const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : void 0;
  return {
    types: typesOf(type, values, schema),
    properties: new Map(Object.entries(properties ?? {}).map(([name, each]) => [name, [each]])),
    required: new Set(Array.isArray(required) ? required : []),
    items: items === void 0 ? [] : [items],
    additional: [
      ...additionalProperties !== null && typeof additionalProperties === "object" ? [additionalProperties] : [],
      ...Object.values(patternProperties ?? {})
    ],
    isOpen: additionalProperties === true,
    values
  };
}
function typesOf(type, values, schema) {
  if (typeof type === "string") return /* @__PURE__ */ new Set([type]);
  if (Array.isArray(type)) return new Set(type);
  if (values !== void 0) return new Set(values.map((each) => each === null ? "null" : typeof each));
  if (schema.properties !== void 0) return /* @__PURE__ */ new Set(["object"]);
  return schema.items === void 0 ? void 0 : /* @__PURE__ */ new Set(["array"]);
}
var both = (left, right) => left.length * right.length > MAX_FORMS ? [anything()] : left.flatMap((a) => right.map((b) => merged(a, b)));
function merged(a, b) {
  const properties = new Map(a.properties);
  for (const [name, schemas] of b.properties)
    properties.set(name, [...properties.get(name) ?? [], ...schemas]);
  const types2 = a.types && b.types ? new Set([...a.types].filter((each) => b.types?.has(each))) : a.types ?? b.types;
  return {
    types: types2?.size === 0 ? a.types : types2,
    properties,
    required: /* @__PURE__ */ new Set([...a.required, ...b.required]),
    items: [...a.items, ...b.items],
    additional: [...a.additional, ...b.additional],
    isOpen: a.isOpen || b.isOpen,
    values: a.values ?? b.values
  };
}
function childrenOf({ properties, items, additional }, part) {
  if (part === "[]") return items;
  if (part === "*") return additional.length > 0 ? additional : [...properties.values()].flat();
  return properties.get(part) ?? additional;
}
function isUnsaid({ types: types2, properties, items, additional, isOpen }, part) {
  if (types2 === void 0) return properties.size === 0 && items.length === 0;
  if (part === "[]") return types2.has("array") && items.length === 0;
  return types2.has("object") && (isOpen || properties.size === 0 && additional.length === 0);
}

// src/profile/api-description.ts
var METHODS = ["get", "post", "put", "patch", "delete"];
var ApiDescription = class {
  title;
  version;
  /** References that lead out of the file: what they would say is unknown. Grows as operations are read. */
  unresolved = /* @__PURE__ */ new Set();
  #document;
  #prefix;
  /** @throws Problem `bad-description` */
  constructor(text, file) {
    const document = parsed(text, file);
    if (!/^3\./.test(String(document?.openapi)) || typeof document.paths !== "object" || document.paths === null)
      throw unusable(file, "is no OpenAPI 3 document with paths");
    this.#document = document;
    this.title = String(document.info?.title ?? "");
    this.version = String(document.info?.version ?? "");
    this.#prefix = prefixOf(document);
  }
  /** @param path concrete, or with `{}` where it takes a value */
  operation(method, path) {
    const matches = Object.keys(this.#document.paths).filter((template2) => fits(this.#prefix + template2, path)).sort((a, b) => a.split("{").length - b.split("{").length);
    if (matches.length === 0) return "no-path";
    const template = matches.find((each) => this.#document.paths[each]?.[method.toLowerCase()]);
    if (template === void 0) return "no-method";
    const item = this.#document.paths[template];
    return this.#read(template, item, item[method.toLowerCase()]);
  }
  /** How many operations it has. */
  get size() {
    return Object.values(this.#document.paths).flatMap(
      (item) => METHODS.filter((each) => item?.[each])
    ).length;
  }
  #read(template, item, operation) {
    const parameters = [...item.parameters ?? [], ...operation.parameters ?? []].map(
      (each) => this.#followed(each)
    );
    const body = this.#followed(operation.requestBody);
    const replies = Object.entries(operation.responses ?? {}).filter(([status]) => /^2/.test(status)).flatMap(([, reply]) => jsonOf(this.#followed(reply)));
    const request = jsonOf(body);
    return {
      template: normal(this.#prefix + template),
      query: parameters.filter((each) => each?.in === "query").map((each) => ({ name: String(each.name), required: each.required === true })),
      request: request.length > 0 ? this.#shape(request) : void 0,
      requestRequired: body?.required === true,
      reply: replies.length > 0 ? this.#shape(replies) : void 0
    };
  }
  #shape = (schemas) => new Shape(schemas, (ref) => this.#resolve(ref));
  #followed = (node) => typeof node?.$ref === "string" ? this.#resolve(node.$ref) : node;
  #resolve(ref) {
    const target = ref.startsWith("#/") ? ref.slice(2).split("/").map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")).reduce((node, part) => node?.[part], this.#document) : void 0;
    if (target === void 0) this.unresolved.add(ref);
    return target;
  }
};
var normal = (path) => path.replace(/\{[^{}]*\}/g, "{}").replace(/\/+$/, "") || "/";
function fits(template, path) {
  const wanted = normal(template).split("/");
  const parts = normal(path).split("/");
  return wanted.length === parts.length && wanted.every((part, at) => part === "{}" || part === parts[at]);
}
function jsonOf(node) {
  const type = Object.keys(node?.content ?? {}).find((each) => /json/.test(each));
  const schema = type === void 0 ? void 0 : node.content[type].schema;
  return schema === void 0 ? [] : [schema];
}
function prefixOf(document) {
  const url = String(document.servers?.[0]?.url ?? "");
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, "") : "";
  return path !== "" && Object.keys(document.paths).some((each) => each.startsWith(path)) ? "" : path;
}
function parsed(text, file) {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : (0, import_yaml.parse)(text, { maxAliasCount: 100 });
  } catch (error) {
    throw unusable(
      file,
      `cannot be read (${error instanceof Error ? error.message.slice(0, 200) : "no JSON, no YAML"})`
    );
  }
}
var unusable = (file, why) => new Problem({
  code: "bad-description",
  kind: "usage",
  what: `${file} ${why}.`,
  next: "Give the platform's published OpenAPI 3 description, JSON or YAML, bundled into one file."
});

// src/profile/api-uses.ts
var types = external_exports.array(external_exports.enum(["string", "number", "integer", "boolean", "object", "array", "null"]));
var Call = mapping({
  method: external_exports.string(),
  /** Below the host; `{}` stands for a value. */
  path: external_exports.string(),
  /** Parameters that were sent, and whether with every call. */
  query: external_exports.record(external_exports.string(), mapping({ always: external_exports.boolean() })),
  /** By place, `want.gpus[].name`. `always`: sent whenever what it stands in was sent. */
  request: external_exports.record(
    external_exports.string(),
    mapping({ types, always: external_exports.boolean(), values: external_exports.array(external_exports.string()).optional() })
  ),
  /**
   * By place. `types` empty: any. `needed`: without it the answer is refused. `values`: all that are understood; where they
   * are left out any text is.
   */
  reply: external_exports.record(
    external_exports.string(),
    mapping({ types, needed: external_exports.boolean(), values: external_exports.array(external_exports.string()).optional() })
  )
});
var Known = mapping({ kind: external_exports.string(), call: external_exports.string(), where: external_exports.string(), detail: external_exports.string() });
var ApiUses = mapping({
  platform: external_exports.string(),
  /** The description that the driver was written against. */
  description: mapping({ title: external_exports.string(), version: external_exports.string() }),
  calls: external_exports.array(Call),
  /** Where driver and that description differ already: known, and not reported again. */
  differs: external_exports.array(Known)
});
var partsOf = (place) => place === "" ? [] : place.replaceAll("[]", ".[]").split(".").filter((part) => part !== "");
var below = (place, part) => part === "[]" ? `${place}[]` : place === "" ? part : `${place}.${part}`;

// src/profile/api-differences.ts
function differencesOf(uses, description) {
  const known = new Set(uses.differs.map(keyOf));
  return allDifferences(uses.calls, description).filter((each) => !known.has(keyOf(each)));
}
var keyOf = ({
  kind,
  call,
  where,
  detail
}) => JSON.stringify([kind, call, where, detail]);
function allDifferences(calls, description) {
  return calls.flatMap((use) => {
    const call = `${use.method} ${use.path}`;
    const operation = description.operation(use.method, use.path);
    if (operation === "no-path") return [gone("path-gone", call)];
    if (operation === "no-method") return [gone("method-gone", call)];
    return [
      ...queryDifferences(use, operation),
      ...requestDifferences(use, operation),
      ...replyDifferences(use, operation)
    ].map((each) => ({ call, ...each }));
  });
}
function shareKnown({ calls }, description) {
  const found = calls.filter((use) => typeof description.operation(use.method, use.path) === "object");
  return calls.length === 0 ? 0 : found.length / calls.length;
}
var gone = (kind, call) => ({
  kind,
  call,
  where: "",
  detail: "",
  breaks: true
});
function queryDifferences({ query }, operation) {
  const described = new Set(operation.query.map(({ name }) => name));
  const strange = Object.keys(query).filter((name) => !described.has(name));
  const missing = operation.query.filter(({ name, required }) => required && query[name]?.always !== true);
  return [
    ...strange.map((name) => ({
      kind: "not-taken",
      where: `query ${name}`,
      detail: "",
      breaks: false
    })),
    ...missing.map(({ name }) => ({
      kind: "newly-required",
      where: `query ${name}`,
      detail: "",
      breaks: true
    }))
  ];
}
function requestDifferences({ request }, { request: shape, requestRequired }) {
  const places = Object.keys(request);
  if (shape === void 0)
    return places.length > 0 ? [{ kind: "not-taken", where: "request", detail: "", breaks: false }] : [];
  if (places.length === 0 && !requestRequired) return [];
  const fields = alongside(shape, places).flatMap(({ place, found }) => {
    const where = `request ${place}`;
    if (found === "absent") return [{ kind: "not-taken", where, detail: "", breaks: false }];
    if (found === "open") return [];
    const { types: types2, values = [] } = request[place] ?? { types: [] };
    const strange = types2.filter((type) => !takes(found.types(), type));
    const taken = found.values();
    const refused = taken === void 0 ? [] : values.filter((value) => !taken.includes(value));
    return [
      ...strange.length > 0 ? [changed(where, types2, found)] : [],
      ...refused.map((value) => ({ kind: "value-not-taken", where, detail: value, breaks: true }))
    ];
  });
  return [...fields, ...newlyRequired(request, shape)];
}
function newlyRequired(request, shape) {
  const objects = Object.keys(request).filter((place) => request[place]?.types.includes("object"));
  return ["", ...objects].flatMap((place) => {
    const at = place === "" ? shape : descend(shape, place);
    if (typeof at === "string") return [];
    return [...at.required()].map((name) => below(place, name)).filter((required) => request[required]?.always !== true).map((required) => ({
      kind: "newly-required",
      where: `request ${required}`,
      detail: "",
      breaks: true
    }));
  });
}
function replyDifferences({ reply }, { reply: shape }) {
  const places = Object.keys(reply);
  if (places.length === 0) return [];
  if (shape === void 0) return [{ kind: "field-gone", where: "reply", detail: "", breaks: true }];
  return alongside(shape, places).flatMap(({ place, found, promised }) => {
    const where = `reply ${place}`;
    const { types: types2, needed, values } = reply[place] ?? { types: [], needed: false };
    if (found === "absent") return [{ kind: "field-gone", where, detail: "", breaks: needed }];
    if (found === "open") return [];
    const given = found.types();
    const strange = [...given ?? []].filter((type) => types2.length > 0 && !takes(new Set(types2), type));
    const unknown = values === void 0 ? [] : (found.values() ?? []).filter((value) => !values.includes(value));
    return [
      ...strange.length > 0 ? [changed(where, types2, found)] : [],
      ...needed && !promised ? [{ kind: "no-longer-promised", where, detail: "", breaks: false }] : [],
      ...unknown.map((value) => ({ kind: "value-unknown", where, detail: value, breaks: false }))
    ];
  });
}
var changed = (where, ours, found) => ({
  kind: "type-changed",
  where,
  detail: `${[...ours].sort().join(" or ")}, now ${[...found.types() ?? []].sort().join(" or ")}`,
  breaks: true
});
var takes = (types2, type) => types2 === void 0 || types2.has(type) || type === "integer" && types2.has("number");
function alongside(shape, places) {
  const absent = [];
  return [...places].sort().flatMap((place) => {
    if (absent.some((above2) => place.startsWith(`${above2}.`) || place.startsWith(`${above2}[`))) return [];
    const parts = partsOf(place);
    const found = descend(shape, place);
    if (found === "absent") absent.push(place);
    const last = parts.at(-1) ?? "";
    const above = descend(shape, parts.slice(0, -1).reduce(below, ""));
    const promised = last === "[]" || last === "*" || typeof above === "string" || above.required().has(last);
    return [{ place, found, promised }];
  });
}
function descend(shape, place) {
  let at = shape;
  for (const part of partsOf(place)) {
    if (typeof at === "string") return at;
    at = at.child(part);
  }
  return at;
}

// src/report/api-differences-text.ts
var WORDS = {
  "path-gone": "the path is gone",
  "method-gone": "the method is gone from this path",
  "field-gone": "the field is gone",
  "no-longer-promised": "the field is no longer promised",
  "type-changed": "the type has changed",
  "value-unknown": "a value that gpu-lease does not know",
  "newly-required": "is required and not always sent",
  "not-taken": "is sent and no longer described",
  "value-not-taken": "a value that is sent and no longer taken"
};
function comparisonText({
  platform,
  before,
  now,
  calls,
  unresolved,
  differences
}) {
  const versions = `${before.title} ${before.version}, now ${now.title} ${now.version}`;
  const rows = [...differences].sort((a, b) => Number(b.breaks) - Number(a.breaks)).map(({ kind, call, where, detail, breaks }) => [
    breaks ? "breaks" : "look",
    call,
    where,
    WORDS[kind] + (detail === "" ? "" : `: ${detail}`)
  ]);
  const left = unresolved > 0 ? `${unresolved} references lead out of the file and were not followed: bundle the description first.
` : "";
  const verdict = rows.length === 0 ? `Nothing that gpu-lease uses of ${platform} differs (${calls} calls).
` : `${rows.length} differences in what gpu-lease uses of ${platform} (${calls} calls).
`;
  const list = rows.length > 0 ? `${table(["effect", "call", "where", "what"], rows)}
` : "";
  return `${platform}: ${versions}

${list}${left}${verdict}`;
}

// src/cli/staleness-against.ts
var OWN_SHARE = 0.5;
function compareWith(file, settings) {
  const description = new ApiDescription(textOf(file, settings.cwd), file);
  const uses = usesFor(settings.value("platform"), description, file);
  const differences = differencesOf(uses, description);
  const { title, version, unresolved } = description;
  const comparison = {
    platform: uses.platform,
    before: uses.description,
    now: { title, version },
    calls: uses.calls.length,
    unresolved: unresolved.size,
    differences
  };
  process.stdout.write(settings.json ? jsonLine(comparison) : inert(comparisonText(comparison)));
  return differences.length > 0 ? EXIT.failed : EXIT.ok;
}
function usesFor(platform, description, file) {
  const folder = new URL("profiles/uses/", installedDir());
  const names = readdirSync(folder).sort();
  const known = names.map((name) => name.replace(/\.json$/, ""));
  const read = (name) => ApiUses.parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")));
  if (platform !== void 0) {
    if (known.includes(platform)) return read(platform);
    throw noUses(
      `There is no record of what gpu-lease uses of ${JSON.stringify(platform.slice(0, 80))}.`,
      known
    );
  }
  const [best] = known.map((name) => read(name)).map((uses) => ({ uses, share: shareKnown(uses, description) })).sort((a, b) => b.share - a.share);
  if (best && best.share >= OWN_SHARE) return best.uses;
  throw noUses(
    `${file} (${description.title}) has too little of what gpu-lease calls to say whose it is.`,
    known
  );
}
var noUses = (what, known) => new Problem({
  code: "no-uses",
  kind: "usage",
  what,
  next: `Name the platform with --platform; there are records of: ${known.join(", ")}.`
});
function textOf(file, cwd) {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (cause) {
    throw new Problem(
      {
        code: "no-description",
        kind: "usage",
        what: `${file} cannot be read (${cause.code ?? "unknown"}).`,
        next: "Give a file with the platform's OpenAPI description."
      },
      { cause }
    );
  }
}
export {
  compareWith
};
