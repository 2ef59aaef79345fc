import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

// `npm run deep -- fuzz`: requests that nobody has seen before, to /v1 and to GraphQL at the same time, for minutes.
// `npm run deep -- fuzz rest --seed 7 --path 12:0:3` sends one of them again.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
    runs: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '90' },
  },
});
const folders = (positionals.length === 0 ? ['rest', 'graphql'] : positionals).map((name) => `test/fuzz/${name}/`);
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...folders], {
  env: {
    ...process.env,
    FUZZ_SEED: values.seed,
    FUZZ_RUNS: values.runs,
    FUZZ_SECONDS: values.seconds,
    ...(values.path !== undefined && { FUZZ_PATH: values.path }),
  },
  stdio: 'inherit',
});
const [code] = (await once(vitest, 'exit')) as [number | null];
process.exitCode = code ?? 1;
