import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const neededNode = Number(readFileSync('.nvmrc', 'utf8'));
if (Number.parseInt(process.versions.node, 10) < neededNode) {
  throw new Error(
    `The tests need Node ${neededNode}, and this is ${process.version}. Use npx vitest, or set the Node of your editor to node_modules/.bin/node.`,
  );
}

// The workers, and the processes of the service that tests start, share what Node has compiled once.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('node_modules/.cache/compiled');

/**
 * The projects beside `fast`. The name of a file says where it runs: `clocks.deep.test.ts` runs in the project `deep`.
 * `npm test` leaves out `browser`, `tools` and `deep`.
 */
const projects = {
  /** Shares state with its process that other tests would change, such as metrics: each file has a process of its own. */
  isolated: { isolate: true },
  /** Checks how long something takes: one file at a time, and no other beside it. */
  timing: { maxWorkers: 1, sequence: { groupOrder: 1 } },
  /** Needs Chromium. */
  browser: { sequence: { groupOrder: 3 } },
  /** Runs compilers, linters and stand-ins of tools. */
  tools: { sequence: { groupOrder: 4 } },
  /** Takes long: kills processes, waits for real clocks, starts clusters. */
  deep: { sequence: { groupOrder: 5 } },
} satisfies Record<string, TestProjectInlineConfiguration['test']>;

/** The one browser test of `npm test`, which proves that the parts fit together. */
const walk = 'test/e2e/whole-auction.test.ts';

const others = Object.keys(projects).map((name) => `test/**/*.${name}.test.ts`);

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/support/postgres.ts'],
    setupFiles: ['test/support/seed-random-input.ts'],
    reporters: ['default', './test/support/run-reporter.ts'],
    // Instants must come out right wherever the process runs; the server's own zone is another one.
    env: { TZ: 'America/St_Johns' },
    pool: 'forks',
    // Most of the time is waiting, for clocks, processes and browsers: one worker alone would leave a core idle.
    maxWorkers: 2,
    // The files that a worker runs share the modules of the service: to load them for each took a third of the whole run.
    isolate: false,
    // Node runs the tests' modules as it runs the service's.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A busy machine is slow, and what comes late still comes: only a test that hangs meets these limits.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...(mode === 'pictures'
      ? { include: ['test/e2e/take-pictures.ts'] }
      : {
          projects: [
            project('fast', {
              include: ['{test,packages/*/test}/**/*.test.ts'],
              exclude: [...configDefaults.exclude, walk, ...others],
            }),
            project('walk', { include: [walk], maxWorkers: 1, sequence: { groupOrder: 2 } }),
            ...Object.entries(projects).map(([name, test]) =>
              project(name, { include: [`test/**/*.${name}.test.ts`], ...test }),
            ),
          ],
        }),
  },
}));

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } };
}
