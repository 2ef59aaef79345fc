import { spawn } from 'node:child_process';
import { once } from 'node:events';

// The model test for minutes, with lives that nobody has seen before: MODEL_SEED and MODEL_PATH play one of them again.

const { MODEL_SEED = String(Date.now() % 1_000_000), MODEL_SECONDS = '240' } = process.env;
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/model'], {
  env: { ...process.env, MODEL_SEED, MODEL_SECONDS, MODEL_RUNS: '1000000' },
  stdio: 'inherit',
});
const [code] = (await once(vitest, 'exit')) as [number | null];
process.exitCode = code ?? 1;
