// A bid as a first draft has it: the lower end of what a bid can cost.
import Fastify from 'fastify';
import { addBidRoute, placeBidNaively } from './bids.mjs';
import { newRequestId, Problem } from './shared.mjs';

const app = Fastify({ logger: false, genReqId: newRequestId, bodyLimit: 65_536 });
app.setErrorHandler((error, request, reply) => {
  const problem = error instanceof Problem ? error : new Problem(error.statusCode ?? 500, 'internal_error');
  reply.code(problem.status).type('application/problem+json').send(problem.body(request.id));
});
addBidRoute(app, placeBidNaively);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('listening');
process.on('SIGTERM', () => process.exit(0));
