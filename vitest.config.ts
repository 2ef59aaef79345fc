import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Each test file has a process of its own, and many start processes of the service: what Node has compiled once they share.
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
    // Node runs the tests' modules as it runs the service's.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
