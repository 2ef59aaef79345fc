import path from 'node:path';
import { defineConfig } from 'vitest/config';

// The workers, and the processes of the service that tests start, share what Node has compiled once.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('node_modules/.cache/compiled');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
