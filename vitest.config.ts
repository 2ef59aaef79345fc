import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

// The workers, and the processes of the service that tests start, share what Node has compiled once.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('node_modules/.cache/compiled');

/** Tests that take most of a minute each: `npm run test:slow`, so that `npm test` stays short. */
const slow = [
  'test/admin/graphiql-jobs.test.ts',
  'test/backups/commands.test.ts',
  'test/cli/many-cuts.test.ts',
  'test/docs/docs-in-browser.test.ts',
  'test/e2e/decisive-minute.test.ts',
  'test/e2e/looks.test.ts',
  'test/e2e/seller.test.ts',
  'test/embedded/embedded-postgres.test.ts',
  'test/examples/clients.test.ts',
  'test/faults/clocks.test.ts',
  'test/faults/crashes/crash-points.test.ts',
  'test/faults/database-restart.test.ts',
  'test/faults/lossy/lossy-provider.test.ts',
  'test/faults/stalled-worker.test.ts',
  'test/start/npm-start.test.ts',
  'test/start/shutting-down.test.ts',
  'test/work/start-worker.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'slow' ? slow : mode === 'pictures' ? ['test/e2e/take-pictures.ts'] : ['test/**/*.test.ts'],
    exclude: mode === 'slow' || mode === 'pictures' ? configDefaults.exclude : [...configDefaults.exclude, ...slow],
    globalSetup: ['test/support/postgres.ts'],
    // Instants must come out right wherever the process runs; the server's own zone is another one.
    env: { TZ: 'America/St_Johns' },
    pool: 'forks',
    // Most of the time is waiting, for clocks, processes and browsers: one worker alone would leave a core idle.
    maxWorkers: 2,
    // The files that a worker runs share the modules of the service: to load them for each took a third of the whole run.
    isolate: false,
    // Node runs the tests' modules as it runs the service's.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A busy machine is slow, and a state that comes late still comes.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}));
