import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

// `npm run fuzz:graphql`: requests that nobody has seen before, for minutes; --seed and --path ask one of them again.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
    runs: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '90' },
  },
});
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz/graphql'], {
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
