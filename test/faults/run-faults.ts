// `npm run deep -- faults` kills a process of the service at every crash point; `pairs` at every pair of them, too. `provider` loses, delays,
// doubles and reorders requests to the payment provider. `database` takes the database away.
const kinds: Record<string, string> = {
  crashes: './crashes/run-matrix.ts',
  provider: './lossy/run-lossy.ts',
  database: './database/run-database-faults.ts',
};

const [kind] = process.argv.slice(2);
if (kind !== undefined && kind in kinds) process.argv.splice(2, 1);
await import(kinds[kind ?? ''] ?? kinds['crashes']!);
