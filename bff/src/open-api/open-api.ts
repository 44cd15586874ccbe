import type Joi from 'joi';
import { ACCESS, type AccessRow } from '../access-table';
import type { NamedRoute, Step } from '../context';
import { schemaOf } from '../middleware/validate';
import { documentationOf } from './documented';
import { type JsonSchema, jsonSchemaOf } from './json-schema';

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, object>>;
  components: object;
}

interface About {
  title: string;
  version: string;
  /** Origin of the calls. */
  url: string;
}

const ERROR: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

const SECURITY: Record<string, object> = {
  key: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-partnerdesk' },
  signature: { type: 'apiKey', in: 'header', name: 'X-Signature' },
};

/** The document of these routes, from what their steps check and say. */
export function openApiOf(routes: readonly NamedRoute[], { title, version, url }: About): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const { name, steps } of routes) {
    const [method = '', path = ''] = name.split(' ');
    const at = path.replace(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(name, steps) };
  }
  const components = { schemas: { Error: ERROR }, securitySchemes: SECURITY };
  return { openapi: '3.1.0', info: { title, version }, servers: [{ url }], paths, components };
}

function operationOf(name: string, steps: readonly Step[]): object {
  const { query, body } = Object.assign({}, ...steps.map(schemaOf)) as Partial<
    Record<'query' | 'body', Joi.AnySchema>
  >;
  const said = steps.map(documentationOf).find(Boolean);
  const inPath = [...name.matchAll(/:(\w+)/g)].map(([, each]) => ({
    ...{ name: each, in: 'path', required: true, schema: { type: 'string' } },
  }));
  return {
    operationId: name.replace(/\W+/g, '-').toLowerCase(),
    ...(said && { summary: said.summary }),
    security: securityOf(ACCESS[name]?.who ?? 'anybody'),
    parameters: [...inPath, ...(query ? parametersOf(query) : [])],
    ...(body && { requestBody: { required: true, ...jsonOf(jsonSchemaOf(body)) } }),
    responses: {
      200: { description: 'Success', ...(said && jsonOf(jsonSchemaOf(said.answer))) },
      default: { description: 'What went wrong', ...jsonOf({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

const jsonOf = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

function securityOf(who: AccessRow['who']): object[] {
  if (who === 'anybody') return [];
  if (who === 'service') return [{ signature: [] }];
  return [who === 'api-key' ? { key: [] } : { session: [] }];
}

function parametersOf(query: Joi.AnySchema): object[] {
  const { properties = {}, required = [] } = jsonSchemaOf(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
    ...(description !== undefined && { description }),
  }));
}
