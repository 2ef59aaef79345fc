import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { makeLoadShedder } from '../../src/operations/shedding/load-shedder.ts';
import { listen } from '../../src/operations/http/listen.ts';
import { freePort } from '../support/free-port.ts';
import { startService } from '../support/service.ts';

test('a request that is never sent to its end is answered 408, and its connection closed', async () => {
  await using service = await startService();
  await using app = createApp(service.deps);
  const port = await freePort();
  const times = { headersTimeout: 200, requestTimeout: 3_600_000, connectionsCheckingInterval: 50, silenceMs: 60_000 };
  const config = { ...service.deps.config, port };
  await using _ = await listen(config, app, makeLoadShedder(service.deps, app), times);
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});
