/**
 * The floors of `src/` from the lowest up, and the rooms of each floor from the lowest up. A room is a folder of its floor. The files right in a
 * floor are the room of the floor's own name.
 *
 * Imports go down: a file imports rooms of lower floors, and rooms that stand before its own on its floor. Nothing imports upward, so
 * neither floors nor rooms form a circle. The programs right under `src/` stand above all floors.
 */
export const floors: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  platform: ['redis', 'platform', 'tracing', 'metrics', 'db', 'jobs', 'audit', 'auth', 'limits', 'live', 'embedded'],
  payments: ['providers', 'holds', 'payments'],
  auctions: ['webhooks', 'auctions', 'presentation', 'bidders', 'bids', 'mail'],
  settlement: ['reversals', 'settlement', 'books', 'admin'],
  api: ['limits', 'idempotency', 'api', 'graphql', 'v1', 'docs'],
  pages: ['pages', 'auction', 'seller'],
  operations: ['operations', 'provider-events', 'shedding', 'work', 'checkup', 'backups', 'http', 'start', 'commands'],
};
