import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ApiDescription } from '../../scripts/api/description.ts';
import { allDifferences, differencesOf, shareKnown } from '../../scripts/api/differences.ts';
import type { Json } from '../../scripts/api/shape.ts';
import { comparisonText } from '../../scripts/api/text.ts';
import type { ApiUses } from '../../scripts/api/uses.ts';
import { specOf, usesOf } from '../platforms/api-uses.ts';
import { missing } from '../requirement.ts';

/** A small platform: references, `allOf`, `oneOf`, a circle, a nullable, a map, and a server with a path. */
const published = (): Json => ({
  openapi: '3.0.3',
  info: { title: 'Boxes', version: '1' },
  servers: [{ url: 'https://api.example/v1' }],
  paths: {
    '/boxes': {
      get: {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
        responses: {
          200: json({ type: 'object', required: ['boxes'], properties: { boxes: listOf('Box') } }),
        },
      },
      post: {
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Order' }) },
        responses: { 201: json({ $ref: '#/components/schemas/Box' }) },
      },
    },
    '/boxes/{box_id}': { delete: { responses: { 204: {} } } },
    '/types': {
      get: {
        responses: {
          200: json({ type: 'object', additionalProperties: { $ref: '#/components/schemas/Type' } }),
        },
      },
    },
  },
  components: {
    schemas: {
      Named: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Box: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          {
            type: 'object',
            required: ['status', 'price'],
            properties: {
              status: { type: 'string', enum: ['up', 'down'] },
              price: { type: 'number' },
              ip: { type: 'string', nullable: true },
              parent: { $ref: '#/components/schemas/Box' },
            },
          },
        ],
      },
      Order: {
        type: 'object',
        required: ['name', 'disk'],
        properties: {
          name: { type: 'string' },
          market: { type: 'string', enum: ['spot', 'fixed'] },
          disk: {
            oneOf: [
              { type: 'object', required: ['gb'], properties: { gb: { type: 'integer' } } },
              { type: 'object', required: ['volume'], properties: { volume: { type: 'string' } } },
            ],
          },
        },
      },
      Type: { type: 'object', required: ['gpus'], properties: { gpus: { type: 'integer' } } },
    },
  },
});
const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const listOf = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });

const box = (at: string): ApiUses['calls'][number]['reply'] => ({
  [`${at}id`]: { types: ['string'], needed: true },
  [`${at}status`]: { types: ['string'], needed: true, values: ['up', 'down'] },
  [`${at}price`]: { types: ['number'], needed: true },
  [`${at}ip`]: { types: ['null', 'string'], needed: false },
});
const uses: ApiUses = {
  platform: 'boxes',
  description: { title: 'Boxes', version: '1' },
  calls: [
    {
      method: 'GET',
      path: '/v1/boxes',
      query: { limit: { always: true } },
      request: {},
      reply: {
        boxes: { types: ['array'], needed: true },
        'boxes[]': { types: ['object'], needed: true },
        ...box('boxes[].'),
      },
    },
    {
      method: 'POST',
      path: '/v1/boxes',
      query: {},
      request: {
        name: { types: ['string'], always: true },
        market: { types: ['string'], always: false, values: ['spot'] },
        disk: { types: ['object'], always: true },
        'disk.gb': { types: ['integer'], always: true },
      },
      reply: box(''),
    },
    { method: 'DELETE', path: '/v1/boxes/{}', query: {}, request: {}, reply: {} },
    {
      method: 'GET',
      path: '/v1/types',
      query: {},
      request: {},
      reply: { '*': { types: ['object'], needed: true }, '*.gpus': { types: ['integer'], needed: true } },
    },
  ],
  differs: [],
};

const read = (document: Json) => new ApiDescription(JSON.stringify(document), 'boxes.json');
const found = (document: Json) =>
  differencesOf(uses, read(document)).map(({ kind, call, where, detail }) =>
    [kind, call, where, detail].filter((part) => part !== '').join(' '),
  );

describe('a newer description of an API', () => {
  it('gives no difference while nothing changed, in JSON and in YAML', () => {
    assert.deepEqual(found(published()), []);
    const yaml = 'openapi: 3.1.0\ninfo: {title: t, version: 2}\npaths: {}\n';
    assert.equal(new ApiDescription(yaml, 'a.yaml').version, '2');
  });

  for (const { what, change, expected } of [
    {
      what: 'a path that is gone',
      change: ({ paths }: Json) => delete paths['/boxes/{box_id}'],
      expected: ['path-gone DELETE /v1/boxes/{}'],
    },
    {
      what: 'a method that is gone',
      change: ({ paths }: Json) => delete paths['/boxes'].post,
      expected: ['method-gone POST /v1/boxes'],
    },
    {
      what: 'another version in the address of the server',
      change: ({ servers }: Json) => Object.assign(servers[0], { url: 'https://api.example/v2' }),
      expected: uses.calls.map(({ method, path }) => `path-gone ${method} ${path}`),
    },
    {
      what: 'a field that is gone, wherever its schema is used',
      change: ({ components }: Json) => delete components.schemas.Named.properties.id,
      expected: ['field-gone GET /v1/boxes reply boxes[].id', 'field-gone POST /v1/boxes reply id'],
    },
    {
      what: 'a list that is gone, once and not for all that stood in it',
      change: ({ paths }: Json) =>
        Object.assign(paths['/boxes'].get.responses[200].content['application/json'].schema, {
          properties: { machines: listOf('Box') },
        }),
      expected: ['field-gone GET /v1/boxes reply boxes'],
    },
    {
      what: 'another type',
      change: ({ components }: Json) =>
        Object.assign(components.schemas.Type.properties.gpus, { type: 'string' }),
      expected: ['type-changed GET /v1/types reply *.gpus integer, now string'],
    },
    {
      what: 'a number that may be missing now',
      change: ({ components }: Json) =>
        Object.assign(components.schemas.Box.allOf[1].properties.price, { nullable: true }),
      expected: [
        'type-changed GET /v1/boxes reply boxes[].price number, now null or number',
        'type-changed POST /v1/boxes reply price number, now null or number',
      ],
    },
    {
      what: 'a field that is no longer promised',
      change: ({ components }: Json) => components.schemas.Box.allOf[1].required.pop(),
      expected: [
        'no-longer-promised GET /v1/boxes reply boxes[].price',
        'no-longer-promised POST /v1/boxes reply price',
      ],
    },
    {
      what: 'a status that the driver does not know',
      change: ({ components }: Json) =>
        components.schemas.Box.allOf[1].properties.status.enum.push('hibernating'),
      expected: [
        'value-unknown GET /v1/boxes reply boxes[].status hibernating',
        'value-unknown POST /v1/boxes reply status hibernating',
      ],
    },
    {
      what: 'a new required field of a request',
      change: ({ components }: Json) => components.schemas.Order.required.push('region'),
      expected: ['newly-required POST /v1/boxes request region'],
    },
    {
      what: 'a field that was sent now and then and is required now',
      change: ({ components }: Json) => components.schemas.Order.required.push('market'),
      expected: ['newly-required POST /v1/boxes request market'],
    },
    {
      what: 'a field of a request that is no longer there',
      change: ({ components }: Json) => delete components.schemas.Order.properties.market,
      expected: ['not-taken POST /v1/boxes request market'],
    },
    {
      what: 'a form of a request that is no longer there',
      change: ({ components }: Json) => components.schemas.Order.properties.disk.oneOf.shift(),
      expected: [
        'not-taken POST /v1/boxes request disk.gb',
        'newly-required POST /v1/boxes request disk.volume',
      ],
    },
    {
      what: 'a word of a request that is no longer taken',
      change: ({ components }: Json) => components.schemas.Order.properties.market.enum.shift(),
      expected: ['value-not-taken POST /v1/boxes request market spot'],
    },
    {
      what: 'a parameter that is gone and one that is required',
      change: ({ paths }: Json) => {
        paths['/boxes'].get.parameters[0].name = 'page_size';
        paths['/boxes'].get.parameters[0].required = true;
      },
      expected: ['not-taken GET /v1/boxes query limit', 'newly-required GET /v1/boxes query page_size'],
    },
  ]) {
    it(`shows ${what}`, () => {
      const document = published();
      change(document);
      assert.deepEqual(found(document).sort(), [...expected].sort());
    });
  }

  for (const { what, change } of [
    { what: 'a new path', change: ({ paths }: Json) => Object.assign(paths, { '/disks': { get: {} } }) },
    {
      what: 'a new field of an answer',
      change: ({ components }: Json) =>
        Object.assign(components.schemas.Named.properties, { tag: { type: 'string' } }),
    },
    {
      what: 'a new field of a request that may be left out',
      change: ({ components }: Json) =>
        Object.assign(components.schemas.Order.properties, { tag: { type: 'string' } }),
    },
    {
      what: 'another name for the placeholder of a path',
      change: ({ paths }: Json) => {
        paths['/boxes/{id}/'] = paths['/boxes/{box_id}'];
        delete paths['/boxes/{box_id}'];
      },
    },
    {
      what: 'a whole number where any was given',
      change: ({ components }: Json) =>
        Object.assign(components.schemas.Box.allOf[1].properties.price, { type: 'integer' }),
    },
  ]) {
    it(`keeps silent about ${what}`, () => {
      const document = published();
      change(document);
      assert.deepEqual(found(document), []);
    });
  }

  it('reports nothing twice that was known when the driver was written', () => {
    const document = published();
    document.components.schemas.Order.required.push('region');
    const [known] = allDifferences(uses.calls, read(document));
    assert.ok(known);
    assert.deepEqual(differencesOf({ ...uses, differs: [known] }, read(document)), []);
  });

  it('says nothing about what stands behind a reference that leads out of the file, and counts it', () => {
    const document = published();
    document.components.schemas.Box.allOf[0] = { $ref: 'schemas/named.yml' };
    const description = read(document);
    assert.deepEqual(
      differencesOf(uses, description).filter(({ kind }) => kind === 'field-gone'),
      [],
    );
    assert.deepEqual([...description.unresolved], ['schemas/named.yml']);
  });

  for (const { what, text } of [
    { what: 'no JSON', text: '{"openapi": "3.0.0",' },
    { what: 'Swagger 2', text: '{"swagger": "2.0", "paths": {}}' },
    { what: 'without paths', text: 'openapi: 3.1.0\n' },
    { what: 'a list', text: '- 1\n' },
  ]) {
    it(`is refused when it is ${what}`, () => {
      assert.throws(() => new ApiDescription(text, 'x.json'), /x\.json (is no OpenAPI 3|cannot be read)/);
    });
  }

  it('is shown with what breaks first', () => {
    const document = published();
    document.components.schemas.Box.allOf[1].properties.status.enum.push('hibernating');
    delete document.paths['/types'];
    const text = comparisonText({
      platform: 'boxes',
      before: uses.description,
      now: { title: 'Boxes', version: '2' },
      calls: 4,
      unresolved: 0,
      differences: differencesOf(uses, read(document)),
    });
    assert.match(
      text,
      /^breaks +GET \/v1\/types +the path is gone\nlook +GET \/v1\/boxes +reply boxes\[\]\.status +a value that gpu-lease does not know: hibernating$/m,
    );
    assert.match(text, /^3 differences in what gpu-lease uses of boxes \(4 calls\)\.$/m);
  });
});

describe('the descriptions that the drivers were written against', { skip: missing('specs') }, () => {
  const specs = {
    lambda: 'lambda.json',
    runpod: 'runpod-v2.json',
    digitalocean: 'digitalocean.json',
    vastai: 'vast.yaml',
  };
  for (const [platform, spec] of Object.entries(specs)) {
    const own = usesOf(platform);

    it(`${platform}: the unchanged one gives no difference, and no other is taken for it`, () => {
      const description = new ApiDescription(specOf(spec), spec);
      assert.deepEqual(differencesOf(own, description), []);
      assert.equal(shareKnown(own, description), 1);
      for (const other of Object.keys(specs).filter((each) => each !== platform))
        assert.ok(shareKnown(usesOf(other), description) < 0.5, other);
    });

    it(`${platform}: every call that is taken away is missed`, () => {
      const document = parse(specOf(spec), { maxAliasCount: -1 }) as Json;
      for (const { method, path } of own.calls) {
        const template = Object.keys(document.paths).find((each) =>
          path.endsWith(each.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')),
        );
        assert.ok(template, path);
        const { [method.toLowerCase()]: operation, ...others } = document.paths[template];
        assert.ok(operation, `${method} ${template}`);
        const without = { ...document, paths: { ...document.paths, [template]: others } };
        const [first, ...rest] = differencesOf(own, read(without));
        assert.deepEqual([first?.kind, first?.call, rest], ['method-gone', `${method} ${path}`, []]);
      }
    });
  }
});
