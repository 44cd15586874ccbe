import { createHash, createHmac } from 'node:crypto';

export interface S3Request {
  method: string;
  url: URL;
  /** Lower-case names; all of them are signed. */
  headers: Record<string, string>;
  /** Hex SHA-256 of the body. */
  bodyHash: string;
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export const sha256Hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * The headers of a request with Signature Version 4, as S3 and what is compatible with it ask for.
 * @param now instant in ms
 */
export function signS3(request: S3Request, credentials: Credentials, now: number): Record<string, string> {
  const { method, url, bodyHash } = request;
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  const canonical = [method, url.pathname, url.searchParams.toString(), lines, signed, bodyHash].join('\n');
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n');
  const key = [credentials.region, 's3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => hmac(previous, part),
    hmac(`AWS4${credentials.secretAccessKey}`, day),
  );
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${signed},Signature=${signature}`;
  return { ...headers, authorization };
}
