import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse as parseYaml } from 'yaml';
import { sharedDir } from '../requirement.ts';
import type { Exchange } from './twin.ts';

/** An exchange that does not fit the platform's published description. */
export interface Violation {
  call: string;
  where: 'path' | 'query' | 'request' | 'status' | 'reply';
  what: string;
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is whatever its publisher wrote
type Any = any;

/** A platform's published OpenAPI description, made able to judge what driver and twin say to each other. */
export class Description {
  readonly #document: Any;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param file in `../shared/specs`, or anywhere by its whole path; callers skip with `missing(...)` */
  constructor(file: string) {
    const text = readFileSync(isAbsolute(file) ? file : join(sharedDir, 'specs', file), 'utf8');
    this.#document = /\.ya?ml$/.test(file) ? parseYaml(text) : JSON.parse(text);
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, unicodeRegExp: false });
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(nullableAsNull(this.#document), 'doc');
  }

  /** Everything about one exchange that the description does not allow; empty when it fits. A fault's answer is not looked at. */
  violations({ request, reply, byFault }: Exchange): Violation[] {
    const call = `${request.method} ${request.path}`;
    const found = this.#operation(request.method, request.path);
    if (!found) return [{ call, where: 'path', what: 'is not described' }];
    const { operation, pointer, item, itemPointer } = found;
    const say = (where: Violation['where'], what: string): Violation => ({ call, where, what });
    const violations: Violation[] = [];

    const parameters: [Any, string][] = [
      ...(item.parameters ?? []).map((each: Any, i: number) => [each, `${itemPointer}/parameters/${i}`]),
      ...(operation.parameters ?? []).map((each: Any, i: number) => [each, `${pointer}/parameters/${i}`]),
    ].map(([each, at]) => (each.$ref ? [this.#resolve(each.$ref), each.$ref.slice(1)] : [each, at]));
    const known = new Set(parameters.filter(([each]) => each.in === 'query').map(([each]) => each.name));
    for (const name of new Set(request.query.keys()))
      if (!known.has(name)) violations.push(say('query', `"${name}" is not described`));
    for (const [each, at] of parameters.filter(([each]) => each.in === 'query')) {
      const values = request.query.getAll(each.name);
      if (values.length === 0) {
        if (each.required) violations.push(say('query', `"${each.name}" is required`));
        continue;
      }
      const isFine = [values[0], asJson(values[0]), values, values.map(asJson)].some(
        (value) => !each.schema || this.#errors(`${at}/schema`, value) === undefined,
      );
      if (!isFine) violations.push(say('query', `"${each.name}" may not be ${JSON.stringify(values)}`));
    }

    const [body, bodyAt] = this.#follow(operation.requestBody, `${pointer}/requestBody`);
    const json = body?.content?.['application/json'];
    const takesBytes = body?.content?.['application/octet-stream'] !== undefined;
    if (request.body !== undefined && !json && !takesBytes)
      violations.push(say('request', 'takes no JSON body'));
    if (request.body === undefined && body?.required) violations.push(say('request', 'needs a body'));
    if (request.body !== undefined && json) {
      const errors = this.#errors(`${bodyAt}/content/application~1json/schema`, request.body);
      if (errors) violations.push(say('request', errors));
    }

    if (byFault) return violations;
    const key = [String(reply.status), `${String(reply.status)[0]}XX`, 'default'].find(
      (each) => operation.responses?.[each],
    );
    if (key === undefined) return [...violations, say('status', `${reply.status} is not described`)];
    const [answer, answerAt] = this.#follow(operation.responses[key], `${pointer}/responses/${key}`);
    const type = Object.keys(answer?.content ?? {}).find((each) => /json/.test(each));
    if (type !== undefined && answer.content[type].schema && reply.body !== undefined) {
      const at = `${answerAt}/content/${type.replaceAll('~', '~0').replaceAll('/', '~1')}/schema`;
      const errors = this.#errors(at, reply.body);
      if (errors) violations.push(say('reply', `${reply.status}: ${errors}`));
    }
    return violations;
  }

  #operation(method: string, path: string) {
    const parts = withoutSlash(path).split('/');
    // A literal path counts before one with placeholders.
    const matches = Object.keys(this.#document.paths)
      .filter((template) => {
        const wanted = withoutSlash(this.#prefix() + template).split('/');
        return (
          wanted.length === parts.length &&
          wanted.every((part, i) => part === parts[i] || /^\{.*\}$/.test(part))
        );
      })
      .sort((a, b) => a.split('{').length - b.split('{').length);
    for (const template of matches) {
      const item = this.#document.paths[template];
      const operation = item[method.toLowerCase()];
      if (!operation) continue;
      const itemPointer = `/paths/${template.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return { operation, item, itemPointer, pointer: `${itemPointer}/${method.toLowerCase()}` };
    }
    return;
  }

  /** A description may give its paths below the path of its server. */
  #prefix(): string {
    const url = this.#document.servers?.[0]?.url ?? '';
    const path = URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
    return Object.keys(this.#document.paths).some((each) => path !== '' && each.startsWith(path)) ? '' : path;
  }

  #follow(node: Any, at: string): [Any, string] {
    return node?.$ref ? [this.#resolve(node.$ref), node.$ref.slice(1)] : [node, at];
  }

  #resolve(ref: string): Any {
    return ref
      .replace(/^#\//, '')
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((node, part) => node?.[part], this.#document);
  }

  #errors(pointer: string, value: unknown): string | undefined {
    const encoded = pointer.split('/').map(encodeURIComponent).join('/');
    const validate = this.#compiled.get(encoded) ?? this.#ajv.compile({ $ref: `doc#${encoded}` });
    this.#compiled.set(encoded, validate);
    if (validate(value)) return;
    return (validate.errors ?? [])
      .slice(0, 4)
      .map((each) => `${each.instancePath || '(body)'} ${each.message} ${JSON.stringify(each.params)}`)
      .join('; ');
  }
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

function asJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

/** OpenAPI 3.0 says `nullable: true` where 3.1 says `type: [..., "null"]`. */
function nullableAsNull(node: Any): Any {
  if (Array.isArray(node)) return node.map(nullableAsNull);
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, nullableAsNull(value)]));
  if (copy['nullable'] !== true) return copy;
  const { nullable: _, ...rest } = copy as Any;
  return { anyOf: [rest, { type: 'null' }] };
}
