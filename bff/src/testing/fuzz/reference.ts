import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { OpenApi, Operation } from '../../open-api/open-api';
import type { Answer } from './deliver';

/** Looks whether answers are those of the published document. */
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
