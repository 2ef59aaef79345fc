// The least that Node's `http` does for viewers: open responses, and one shared buffer written to each.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const responses = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write('retry: 4000\n\n');
  responses.add(response);
});
process.on('message', (title: string) => {
  // As long as the service's own.
  const state = {
    phase: 'open',
    title,
    bidCount: 0,
    leadingInCents: null,
    minimumInCents: 500,
    startsAtMs: 1_790_000_000_000,
    endsAtMs: 1_790_000_000_000,
    nowMs: 1_790_000_000_000,
  };
  const event = Buffer.from(`data: ${JSON.stringify(state)}\n\n`);
  for (const response of responses) response.write(event);
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
