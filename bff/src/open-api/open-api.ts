import { STATUS_CODES } from 'node:http';
import { type AnySchema, CALLS, ERROR_STATUS, type ErrorCode, isRaw, type Raw } from '@partnerdesk/contracts';
import type Joi from 'joi';
import { ACCESS, type AccessRow, type Who } from '../access-table';
import type { NamedRoute, Step } from '../context';
import { schemaOf } from '../middleware/validate';
import { errorsOf } from './call-errors';
import { schemaToJson } from './call-json-schema';
import { type JsonSchema, jsonSchemaOf } from './json-schema';

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

export interface Operation {
  operationId: string;
  /** Who may call it, in a word. */
  tags: [string];
  summary?: string;
  /** Who may call it. */
  description: string;
  security: object[];
  parameters: {
    name: string;
    in: 'path' | 'query';
    required: boolean;
    schema: JsonSchema;
    description?: string;
  }[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, object>;
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
    const at = path.replace(/[:*](\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(name, steps) };
  }
  const components = { schemas: { Error: ERROR }, securitySchemes: SECURITY };
  return { openapi: '3.1.0', info: { title, version }, servers: [{ url }], paths, components };
}

/** What an operation takes and answers, as JSON Schema. */
interface Stated {
  summary?: string;
  query?: JsonSchema;
  /** By media type. */
  body?: Record<string, { schema: JsonSchema }>;
  /** Successes by status. */
  answers: Record<string, object>;
  errors?: readonly ErrorCode[];
}

function statedBy(name: string, steps: readonly Step[]): Stated {
  const call = CALLS.find((each) => each.name === name);
  if (!call) return statedBySteps(steps);
  const { about, query, body, bodyTypes, answer, accepted, also } = call;
  const { status = isEmpty(answer) ? 204 : 200 } = call;
  const answers = Object.entries<AnySchema | Raw>({
    [status]: answer,
    ...(accepted && { 202: accepted }),
    ...also,
  });
  return {
    summary: about,
    ...(query && { query: schemaToJson(query, 'request') }),
    ...(body && { body: isRaw(body) ? fileOf(body) : json(schemaToJson(body, 'request'), bodyTypes) }),
    answers: Object.fromEntries(answers.map(([of, each]) => [of, answerOf(Number(of), each)])),
    errors: errorsOf(call),
  };
}

const isEmpty = (answer: AnySchema | Raw) => !isRaw(answer) && answer.kind === 'nothing';
const answerOf = (status: number, answer: AnySchema | Raw) => ({
  description: STATUS_CODES[status],
  ...(!isEmpty(answer) && {
    content: isRaw(answer) ? fileOf(answer) : json(schemaToJson(answer, 'answer')),
  }),
});

function statedBySteps(steps: readonly Step[]): Stated {
  const { query, body } = Object.assign({}, ...steps.map(schemaOf)) as Partial<
    Record<'query' | 'body', Joi.AnySchema>
  >;
  return {
    answers: { 200: { description: STATUS_CODES[200] } },
    ...(query && { query: jsonSchemaOf(query) }),
    ...(body && { body: json(jsonSchemaOf(body)) }),
  };
}

const ofTypes = (types: readonly string[], schema: JsonSchema) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));
const json = (schema: JsonSchema, types: readonly string[] = ['application/json']) => ofTypes(types, schema);
const fileOf = ({ raw }: Raw) => ofTypes(raw.split(', '), { type: 'string', format: 'binary' });

/** What went wrong, by status: the codes that a caller finds there. */
const refusalsOf = (errors: readonly ErrorCode[]) =>
  Object.fromEntries(
    errors.map((error) => {
      const status = ERROR_STATUS[error];
      return [status, refusal(errors.filter((each) => ERROR_STATUS[each] === status).join(', '))];
    }),
  );
const refusal = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Error' }),
});

function operationOf(name: string, steps: readonly Step[]): Operation {
  const { summary, query, body, answers, errors = [] } = statedBy(name, steps);
  const inPath = [...name.matchAll(/[:*](\w+)/g)].map(([, each = '']) => ({
    ...{ name: each, in: 'path' as const, required: true, schema: { type: 'string' } },
  }));
  return {
    operationId: name.replace(/\W+/g, '-').toLowerCase(),
    tags: [callersOf(ACCESS[name])],
    ...(summary !== undefined && { summary }),
    description: descriptionOf(ACCESS[name]),
    security: securityOf(ACCESS[name]?.who ?? 'anybody'),
    parameters: [...inPath, ...(query ? parametersOf(query) : [])],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...answers, ...refusalsOf(errors), default: refusal('What went wrong') },
  };
}

const CALLERS: Partial<Record<Who, string>> = {
  anybody: 'anybody',
  service: 'the service, by a signature',
  'api-key': 'an affiliate’s program, by a key',
  'signed-in': 'anybody who is signed in',
  affiliate: 'affiliates',
  office: 'anybody of the office',
};

const NOBODY_ASKED: AccessRow = { who: 'anybody' };

const callersOf = ({ who } = NOBODY_ASKED) =>
  [who]
    .flat()
    .map((each) => CALLERS[each] ?? `administrators with ${each}`)
    .join(' or ');

/** Who may call it, and on which conditions. */
function descriptionOf(row = NOBODY_ASKED): string {
  const { own } = row;
  const callers = `For ${[callersOf(row), own && `about themselves only (${own})`].filter(Boolean).join(', ')}.`;
  return [callers, confirmationOf(row)].filter(Boolean).join(' ');
}

/** What a caller does who has to prove who they are (docs/RULES.md, Who may enter "Asked again"). */
function confirmationOf({ confirm, confirmFor }: AccessRow): string {
  const who = confirm ?? confirmFor?.who;
  if (!who) return '';
  const asked =
    who === 'everybody'
      ? 'the password or, where there is one, the second factor'
      : 'a second factor, where there is one,';
  const when = confirmFor ? ` ${confirmFor.when}:` : '';
  return `Needs${when} ${asked} proved within the last ten minutes. Otherwise the answer is 403 confirmation_required: send the proof to POST /api/confirmation, then make the call again.`;
}

function securityOf(who: AccessRow['who']): object[] {
  if (who === 'anybody') return [];
  if (who === 'service') return [{ signature: [] }];
  return [who === 'api-key' ? { key: [] } : { session: [] }];
}

function parametersOf(query: JsonSchema): Operation['parameters'] {
  const { properties = {}, required = [] } = query as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query' as const, required: required.includes(name), schema },
    ...(description !== undefined && { description: String(description) }),
  }));
}
