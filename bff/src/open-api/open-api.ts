import { STATUS_CODES } from 'node:http';
import {
  type AnySchema,
  type Call,
  ERROR_STATUS,
  type ErrorCode,
  isRaw,
  methodOf,
  pathOf,
  type Raw,
  type Who,
} from '@partnerdesk/contracts';
import { type JsonSchema, schemaToJson } from './call-json-schema';

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
  summary: string;
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
  responses: Record<string, Response>;
}

interface Response {
  description: string;
  content?: Record<string, { schema: JsonSchema }>;
}

interface About {
  title: string;
  version: string;
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

/** A call's path as a document has it: /tax-forms/{year}. */
export const pathIn = (call: Call) => pathOf(call).replace(/[:*](\w+)/g, '{$1}');

export function openApiOf(calls: readonly Call[], { title, version, url }: About): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const at = pathIn(call);
    paths[at] = { ...paths[at], [methodOf(call).toLowerCase()]: operationOf(call) };
  }
  const components = { schemas: { Error: ERROR }, securitySchemes: SECURITY };
  return { openapi: '3.1.0', info: { title, version }, servers: [{ url }], paths, components };
}

const isEmpty = (answer: AnySchema | Raw) => !isRaw(answer) && answer.kind === 'nothing';
const answerOf = (status: number, answer: AnySchema | Raw): Response => ({
  description: STATUS_CODES[status] ?? '',
  ...(!isEmpty(answer) && { content: contentOf(answer, 'answer') }),
});

const ofTypes = (types: readonly string[], schema: JsonSchema) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));
const json = (schema: JsonSchema, types: readonly string[] = ['application/json']) => ofTypes(types, schema);
const contentOf = (what: AnySchema | Raw, of: 'request' | 'answer', types?: readonly string[]) =>
  isRaw(what)
    ? ofTypes(what.raw.split(', '), { type: 'string', format: 'binary' })
    : json(schemaToJson(what, of), types);

/** What went wrong, by status: the codes that a caller finds there. */
const refusalsOf = (errors: readonly ErrorCode[]): Record<string, Response> =>
  Object.fromEntries(
    errors.map((error) => {
      const status = ERROR_STATUS[error];
      return [status, refusal(errors.filter((each) => ERROR_STATUS[each] === status).join(', '))];
    }),
  );
const refusal = (description: string): Response => ({
  description,
  content: json({ $ref: '#/components/schemas/Error' }),
});

/** A status that both answers and refuses, such as 503 of `GET /readyz`, has both. */
function withRefusal(answer: Response, refused: Response | undefined): Response {
  if (!refused) return answer;
  const types = new Set([answer, refused].flatMap(({ content = {} }) => Object.keys(content)));
  const schemasOf = (type: string) =>
    [answer, refused].flatMap(({ content }) => content?.[type]?.schema ?? []);
  const content = [...types].map((type) => [type, { schema: { anyOf: schemasOf(type) } }]);
  return { ...refused, content: Object.fromEntries(content) };
}

function operationOf(call: Call): Operation {
  const { name, about, who, query, body, bodyTypes, answer, accepted, also } = call;
  const inPath = [...name.matchAll(/[:*](\w+)/g)].map(([, each = '']) => ({
    name: each,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }));
  const { status = isEmpty(answer) ? 204 : 200 } = call;
  const answers = Object.entries<AnySchema | Raw>({
    [status]: answer,
    ...(accepted && { 202: accepted }),
    ...also,
  }).map(([of, each]): [string, Response] => [of, answerOf(Number(of), each)]);
  const refusals = refusalsOf(errorsOf(call));
  return {
    operationId: name.replace(/\W+/g, '-').toLowerCase(),
    tags: [callersOf(call)],
    summary: about,
    description: descriptionOf(call),
    security: securityOf(who),
    parameters: [...inPath, ...(query ? parametersOf(schemaToJson(query, 'request')) : [])],
    ...(body && { requestBody: { required: true, content: contentOf(body, 'request', bodyTypes) } }),
    responses: {
      ...refusals,
      ...Object.fromEntries(answers.map(([of, each]) => [of, withRefusal(each, refusals[of])])),
      default: refusal('What went wrong'),
    },
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

const callersOf = ({ who }: Call) =>
  [who]
    .flat()
    .map((each) => CALLERS[each] ?? `administrators with ${each}`)
    .join(' or ');

function descriptionOf(call: Call): string {
  const { own } = call;
  const callers = `For ${[callersOf(call), own && `about themselves only (${own})`].filter(Boolean).join(', ')}.`;
  return [callers, confirmationOf(call)].filter(Boolean).join(' ');
}

/** What a caller does who has to prove who they are (docs/RULES.md, Who may enter "Asked again"). */
function confirmationOf({ confirm, confirmFor }: Call): string {
  const who = confirm ?? confirmFor?.who;
  if (!who) return '';
  const asked =
    who === 'everybody'
      ? 'the password or, where there is one, the second factor'
      : 'a second factor, where there is one,';
  const when = confirmFor ? ` ${confirmFor.when}:` : '';
  return `Needs${when} ${asked} proved within the last ten minutes. Otherwise the answer is 403 confirmation_required: send the proof to POST /api/confirmation, then make the call again.`;
}

function securityOf(who: Call['who']): object[] {
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
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema,
    ...(description !== undefined && { description: String(description) }),
  }));
}

/** The codes by which a call may be refused: its own, and the usual ones of who may make it and of what it takes. */
export function errorsOf(call: Call): ErrorCode[] {
  const { name, confirm, confirmFor, sameSite, anySite, params, query, body, errors = [] } = call;
  const who = [call.who].flat();
  const [isWrite, isSigned] = [!name.startsWith('GET '), who.includes('service')];
  const isOfSession = !isSigned && !who.includes('anybody') && !who.includes('api-key');
  const usual: Record<ErrorCode, unknown> = {
    invalid_input: params || query || body,
    not_signed_in: isOfSession || who.includes('api-key'),
    bad_signature: isSigned,
    forbidden: isOfSession,
    confirmation_required: confirm || confirmFor,
    second_factor_required: false,
    bad_origin: sameSite || (isWrite && !isSigned && !anySite),
    not_found: false,
    conflict: false,
    payload_too_large: body,
    unsupported_media_type: body,
    // Affiliates’ writes and exports are counted, and calls by key.
    too_many_requests:
      who.includes('api-key') ||
      ((isWrite || sameSite) && (who.includes('affiliate') || who.includes('signed-in'))),
    internal: true,
    unavailable: true,
  };
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => usual[code] || errors.includes(code));
}
