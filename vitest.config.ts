import { defineConfig } from 'vitest/config';

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
