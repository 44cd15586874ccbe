/** Keys that an affiliate may have at a time (docs/RULES.md, API keys). */
export const MAX_API_KEYS = 20;
/** Longest name of a key. */
export const MAX_API_KEY_NAME = 60;
/** For how many days a key can be made. */
export const API_KEY_DAYS = [30, 90, 365] as const;
export type ApiKeyDays = (typeof API_KEY_DAYS)[number];

/** GET /v1/openapi.json as far as the documents on /developers show it. */
export interface ApiReference {
  servers: { url: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
}

export interface ApiOperation {
  operationId: string;
  summary?: string;
  parameters: ApiParameter[];
  responses: Record<string, { content?: Record<string, { schema: ApiSchema }> }>;
}

export interface ApiParameter {
  name: string;
  required: boolean;
  description?: string;
  schema: ApiSchema;
}

/** JSON Schema. */
export interface ApiSchema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, ApiSchema>;
  items?: ApiSchema;
}

/** How a call is made by hand: what it needs, with example values; the key is in the environment. */
export function curlExample(url: string, path: string, parameters: readonly ApiParameter[]): string {
  const needed = parameters.filter(({ required }) => required);
  const query = needed.map(({ name, schema }) => `${name}=${schema.examples?.[0] ?? ''}`).join('&');
  return `curl -H "Authorization: Bearer $API_KEY" "${url}${path}${query && `?${query}`}"`;
}
