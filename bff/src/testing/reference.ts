import { CALLS, type Call, methodOf, pathOf } from '@partnerdesk/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type OpenApi, type Operation, openApiOf, pathIn } from '../open-api/open-api';

export interface Answer {
  /** undefined: the connection ended without one. */
  status?: number;
  /** Media type of the text. */
  type?: string;
  /** Compressed: the text is not readable. */
  isEncoded?: boolean;
  text: string;
}

/** What a document says of a call. */
export const operationIn = ({ paths }: OpenApi, call: Call): Operation | undefined =>
  paths[pathIn(call)]?.[methodOf(call).toLowerCase()];

/** Looks whether answers are those of a document. */
export class Reference {
  readonly #components: object;
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor({ components }: OpenApi) {
    this.#components = components;
    addFormats(this.#ajv);
  }

  /** What of an answer the document does not have; undefined: it has all. */
  problemOf(
    { responses }: Operation,
    method: string,
    { status, type, isEncoded, text }: Answer,
  ): string | undefined {
    const response = responses[String(status)];
    if (!response) return `status ${status}`;
    const { content = {}, description = '' } = response;
    if (method === 'HEAD') return undefined;
    const types = Object.keys(content);
    const found = types.find((each) => each === type || each === '*/*');
    if (types.length === 0) return text === '' ? undefined : 'a body';
    if (!found) return `media type ${type}`;
    if (type !== 'application/json' || isEncoded) return undefined;
    const schema = content[found]?.schema ?? {};
    const body = JSON.parse(text);
    const validate =
      this.#compiled.get(schema) ?? this.#ajv.compile({ ...schema, components: this.#components });
    this.#compiled.set(schema, validate);
    if (schema.format !== 'binary' && !validate(body))
      return this.#ajv.errorsText(validate.errors?.slice(0, 2));
    const { code } = body?.error ?? {};
    return code === undefined || description.split(', ').includes(code) ? undefined : `code ${code}`;
  }
}

const ADDRESSES = CALLS.map((call) => ({
  call,
  method: methodOf(call),
  pattern: new RegExp(`^${pathOf(call).replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+')}$`),
}));
let document: OpenApi | undefined;
let reference: Reference | undefined;

/**
 * What of the answer to a request the reference does not have; undefined: it has all, or the request is no call's.
 * @param target path and query
 */
export function problemOfAnswer(method: string, target: string, answer: Answer): string | undefined {
  const [address = ''] = target.split('?');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = ADDRESSES.find((each) => each.method === wanted && each.pattern.test(address));
  if (!found) return undefined;
  document ??= openApiOf(CALLS, { title: 'All calls', version: '', url: '' });
  reference ??= new Reference(document);
  const operation = operationIn(document, found.call);
  return operation && reference.problemOf(operation, method, answer);
}
