const resources = [
  'core',
  'config',
  'deps',
  'db',
  'jobs',
  'audit',
  'auth',
  'limits',
  'live',
  'metrics',
  'tracing',
  'redis',
];
const features = [
  'idempotency',
  'providers',
  'holds',
  'webhooks',
  'auctions',
  'presentation',
  'bidders',
  'bids',
  'reversals',
  'settlement',
  'books',
  'admin',
  'mail',
];

/**
 * Which rooms of `src/` a room may import: always rooms below it, so that a change is felt upwards only. `config` and
 * `deps` are the files of that name. Files right under `src/` that are not named here (the application and the entry) and the
 * commands in `src/commands/` may import every room, and no room may import them.
 */
export const rooms: Record<string, readonly string[]> = {
  core: [],
  config: ['core', 'redis'],
  db: ['core', 'metrics', 'tracing'],
  redis: ['core'],
  jobs: ['core', 'config', 'db', 'redis', 'tracing'],
  audit: ['core', 'db'],
  auth: ['core', 'config', 'db', 'audit'],
  limits: ['core', 'config', 'redis', 'metrics'],
  live: ['core', 'db'],
  metrics: [],
  tracing: ['core', 'config'],
  embedded: ['core', 'db'],
  // The types that everything is made with: types alone, so nothing of it runs in a room that imports it.
  deps: ['core', 'config', 'db', 'jobs', 'auth', 'live', 'providers'],

  idempotency: resources,
  // Part of what everything is made with.
  providers: resources.filter((name) => name !== 'deps'),
  holds: [...resources, 'providers'],
  webhooks: resources,
  auctions: [...resources, 'providers', 'holds', 'webhooks'],
  presentation: [...resources, 'webhooks', 'auctions'],
  bidders: [...resources, 'providers', 'holds', 'webhooks'],
  bids: [...resources, 'providers', 'holds', 'webhooks', 'auctions', 'bidders'],
  reversals: [...resources, 'providers', 'holds', 'webhooks'],
  settlement: [...resources, 'providers', 'holds', 'webhooks', 'auctions', 'bids', 'reversals'],
  books: [...resources, 'providers', 'holds', 'webhooks', 'auctions', 'bids', 'reversals', 'settlement'],
  admin: [...resources, 'providers', 'holds', 'webhooks', 'auctions', 'bids', 'reversals', 'settlement', 'books'],

  mail: [...resources, 'webhooks', 'auctions', 'presentation', 'bidders', 'bids'],

  // Prepares and runs the operations of a schema, for the edges that take them over HTTP.
  api: [...resources, ...features],

  // The edges do not know one another. `v1` runs operations on the schema that `app.ts` hands to it; others know its problems.
  graphql: [...resources, ...features, 'api'],
  v1: [...resources, ...features, 'api'],
  page: [...resources, ...features],
  // Runs documents as `graphql` does, and looks like the bidder's page.
  'seller-pages': [...resources, ...features, 'api', 'graphql', 'page'],
  'provider-events': [...resources, ...features],
  operations: [...resources, ...features],
  work: [...resources, ...features],
  docs: ['core', 'v1'],
  // Answers in their place what `v1` and the page have no time for.
  shedding: ['core', 'config', 'db', 'deps', 'metrics', 'v1'],
  // Looks at what the service stands on, from outside of it.
  checkup: [...resources, 'providers', 'presentation', 'settlement', 'books', 'mail', 'embedded'],
  // Copies of the database, made and taken back while no feature looks.
  backups: ['core', 'db', 'embedded', 'settlement'],
  // Takes requests from the socket, and leads each to its edge. The edges for everybody are made by `app.ts`.
  http: [...resources, 'idempotency', 'api', 'graphql', 'operations', 'page', 'provider-events', 'shedding', 'v1'],
  // Brings the service up, which takes everything but the edges that the application makes.
  start: [...resources, ...features, 'embedded', 'work', 'app', 'http', 'shedding'],
};
