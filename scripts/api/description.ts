import { parse } from 'yaml';
import { Problem } from '../../src/problem.ts';
import { type Json, Shape } from './shape.ts';

export interface Operation {
  /** `/api/v1/instances/{}`: below the host, whatever the placeholders are called. */
  template: string;
  query: { name: string; required: boolean }[];
  /** `undefined`: takes no JSON body. */
  request: Shape | undefined;
  requestRequired: boolean;
  /** Of the 2xx answers together; `undefined`: none with JSON is described. */
  reply: Shape | undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A platform's published description of its API: OpenAPI 3, JSON or YAML. */
export class ApiDescription {
  readonly title: string;
  readonly version: string;
  /** References that lead out of the file: what they would say is unknown. Grows as operations are read. */
  readonly unresolved = new Set<string>();
  readonly #document: Json;
  readonly #prefix: string;

  /** @throws Problem `bad-description` */
  constructor(text: string, file: string) {
    const document = parsed(text, file);
    if (
      !/^3\./.test(String(document?.openapi)) ||
      typeof document.paths !== 'object' ||
      document.paths === null
    )
      throw unusable(file, 'is no OpenAPI 3 document with paths');
    this.#document = document;
    this.title = String(document.info?.title ?? '');
    this.version = String(document.info?.version ?? '');
    this.#prefix = prefixOf(document);
  }

  /** @param path concrete, or with `{}` where it takes a value */
  operation(method: string, path: string): Operation | 'no-path' | 'no-method' {
    const matches = Object.keys(this.#document.paths)
      .filter((template) => fits(this.#prefix + template, path))
      // A literal path counts before one with placeholders.
      .sort((a, b) => a.split('{').length - b.split('{').length);
    if (matches.length === 0) return 'no-path';
    const template = matches.find((each) => this.#document.paths[each]?.[method.toLowerCase()]);
    if (template === undefined) return 'no-method';
    const item = this.#document.paths[template];
    return this.#read(template, item, item[method.toLowerCase()]);
  }

  /** How many operations it has. */
  get size(): number {
    return Object.values(this.#document.paths).flatMap((item) =>
      METHODS.filter((each) => (item as Json)?.[each]),
    ).length;
  }

  #read(template: string, item: Json, operation: Json): Operation {
    const parameters: Json[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
      this.#followed(each),
    );
    const body = this.#followed(operation.requestBody);
    const replies = Object.entries(operation.responses ?? {})
      .filter(([status]) => /^2/.test(status))
      .flatMap(([, reply]) => jsonOf(this.#followed(reply)));
    const request = jsonOf(body);
    return {
      template: normal(this.#prefix + template),
      query: parameters
        .filter((each) => each?.in === 'query')
        .map((each) => ({ name: String(each.name), required: each.required === true })),
      request: request.length > 0 ? this.#shape(request) : undefined,
      requestRequired: body?.required === true,
      reply: replies.length > 0 ? this.#shape(replies) : undefined,
    };
  }

  #shape = (schemas: Json[]): Shape => new Shape(schemas, (ref) => this.#resolve(ref));

  #followed = (node: Json): Json => (typeof node?.$ref === 'string' ? this.#resolve(node.$ref) : node);

  #resolve(ref: string): Json {
    const target = ref.startsWith('#/')
      ? ref
          .slice(2)
          .split('/')
          .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
          .reduce((node, part) => node?.[part], this.#document)
      : undefined;
    if (target === undefined) this.unresolved.add(ref);
    return target;
  }
}

/** Placeholders without their names and no slash at the end: publishers change both without changing the call. */
export const normal = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/+$/, '') || '/';

function fits(template: string, path: string): boolean {
  const wanted = normal(template).split('/');
  const parts = normal(path).split('/');
  return wanted.length === parts.length && wanted.every((part, at) => part === '{}' || part === parts[at]);
}

function jsonOf(node: Json): Json[] {
  const type = Object.keys(node?.content ?? {}).find((each) => /json/.test(each));
  const schema = type === undefined ? undefined : node.content[type].schema;
  return schema === undefined ? [] : [schema];
}

/** A description may give its paths below the path of its server. */
function prefixOf(document: Json): string {
  const url = String(document.servers?.[0]?.url ?? '');
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
  return path !== '' && Object.keys(document.paths).some((each) => each.startsWith(path)) ? '' : path;
}

function parsed(text: string, file: string): Json {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw unusable(
      file,
      `cannot be read (${error instanceof Error ? error.message.slice(0, 200) : 'no JSON, no YAML'})`,
    );
  }
}

const unusable = (file: string, why: string): Problem =>
  new Problem({
    code: 'bad-description',
    kind: 'usage',
    what: `${file} ${why}.`,
    next: "Give the platform's published OpenAPI 3 description, JSON or YAML, bundled into one file.",
  });
