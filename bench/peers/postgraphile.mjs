// PostGraphile 5 on the same tables. It knows no sellers: the seller of the key is a condition of each document.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { grafserv } from 'postgraphile/grafserv/node';
import { makeGuard, makePool } from './shared.mjs';

const pool = makePool();
const guard = makeGuard(pool);
const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
};
const serv = postgraphile(preset).createServ(grafserv);
const handler = serv.createHandler();
const server = createServer(async (request, response) => {
  try {
    await guard(request.headers.authorization, request.socket.remoteAddress, 'auctions:read', (name, value) =>
      response.setHeader(name, value),
    );
  } catch {
    response.writeHead(401).end();
    return;
  }
  handler(request, response);
});
await serv.ready();
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
