import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';

/** The answer to a request; without a status no answer came, and `error` says why. */
export interface Answer {
  readonly status: number | null;
  /** Its first 4 KiB as text. */
  readonly body: string | null;
  readonly retryAfter: string | null;
  /** The code of a failure; an answer that broke off has a status as well. `null`: the whole answer came. */
  readonly error: string | null;
}

interface Post {
  readonly url: string;
  /** The only addresses that are connected to, whatever the URL's name resolves to by now. */
  readonly addresses: readonly string[];
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends one request, over a connection of its own. Redirects are not followed. Never throws. */
export async function postEvent({ url, addresses, headers, body }: Post, signal: AbortSignal): Promise<Answer> {
  const answer = { status: null as number | null, body: null as string | null, retryAfter: null as string | null };
  const agent = new Agent({
    connect: { lookup: lookupOf(addresses), timeout: 0 },
    allowH2: false,
    // The signal alone ends a request that takes too long.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent });
    answer.status = response.statusCode;
    const retryAfter = response.headers['retry-after'];
    answer.retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
    answer.body = await readStart(response.body);
    return { ...answer, error: null };
  } catch (error) {
    return { ...answer, error: wordFor(error) };
  } finally {
    await agent.destroy();
  }
}

/** Returns the addresses that were checked, without another lookup. A URL with an IP address needs no lookup at all. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    if (options.all === true) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

const words: [pattern: RegExp, word: string][] = [
  [/^(TimeoutError|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED)$/, 'connection_broken'],
  [/^(HTTPParserError$|HPE_|UND_ERR_)/, 'answer_not_understood'],
  [/^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'tls_failed'],
];

/** Maps the errors of undici, TLS and the operating system to stable codes. */
function wordFor(thrown: unknown): string {
  const { code, name } = thrown as NodeJS.ErrnoException;
  const cause = typeof code === 'string' ? code : name;
  return words.find(([pattern]) => pattern.test(cause))?.[1] ?? 'connection_failed';
}

const limitBytes = 4_096;

/**
 * Reads the first 4 KiB of an answer's body as text that PostgreSQL can store; the rest is not read.
 *
 * @throws when the body breaks off before that
 */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limitBytes) break;
  }
  const start = Buffer.concat(chunks).subarray(0, limitBytes);
  // As in a stream: a character that the limit has cut is left out. A NUL is no text for PostgreSQL.
  return new TextDecoder().decode(start, { stream: length > limitBytes }).replaceAll('\0', '\u{FFFD}');
}
