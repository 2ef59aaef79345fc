import { createHash, createHmac } from 'node:crypto';

/** A request as it reached a server. */
export interface ReceivedRequest {
  readonly method: string;
  /** As sent: the path and the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Computes the signature that a request to S3 must carry, from AWS's description of Signature Version 4, for the headers that the
 * request says are signed. Written apart from the library that signs.
 */
export function expectedSignature(request: ReceivedRequest, secretAccessKey: string): string {
  const { method, target, headers } = request;
  const { scope, signedHeaders } = readAuthorization(headers['authorization'] ?? '');
  const { pathname, searchParams } = new URL(target, 'http://storage');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...signedHeaders.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  return hmac(key, toSign).toString('hex');
}

/** Reads the parts of an `Authorization` header; all are empty when it is something else. */
export function readAuthorization(header: string) {
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(header) ??
    [];
  return { accessKeyId, scope, signedHeaders, signature };
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
