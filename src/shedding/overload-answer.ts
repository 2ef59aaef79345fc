import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import { requestIdOf } from '../core/request-id.ts';
import { problem } from '../rest/problem.ts';

const placeholder = '00000000-0000-0000-0000-000000000000';

/** For bidders, who do not read JSON. A form that is sent again is the same bid, so the page may suggest it. */
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Please try again in a moment</title>
<h1>Please try again in a moment</h1>
<p>Many people are here right now. Load this page again; if you have just sent a form, that sends it again, and it counts once.</p>
</html>
`;

/** Answers `unavailable` with prepared bytes; only the request id is new. */
export function overloadAnswer(config: Config): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const refusal = new Refusal('unavailable');
  const { status, headers, body } = problem(refusal, { publicUrl: config.publicUrl, requestId: placeholder });
  const [before, after] = body.split(placeholder) as [string, string];

  return (incoming, outgoing) => {
    const requestId = requestIdOf(incoming.headers['x-request-id'] as string | undefined, config);
    const isPage = incoming.url!.startsWith('/auctions/');
    const text = isPage ? page : before + requestId + after;
    outgoing.writeHead(status, {
      ...headers,
      ...(isPage && { 'content-type': 'text/html; charset=utf-8' }),
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
      'x-request-id': requestId,
    });
    outgoing.end(incoming.method === 'HEAD' ? undefined : text);
  };
}
