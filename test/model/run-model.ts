// `npm run deep -- model`: the model test for minutes, with lives that nobody has seen before. MODEL_SEED and MODEL_PATH play one of
// them again. `-- --steps 1000000` plays until so many steps were taken, with `--at-once` processes (default 2), each with seeds
// of its own from `--seed` on, or until `--hours` are over (default 12); the first broken rule ends the process that found it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { presentCommit } from '../support/present-commit.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string' },
    seed: { type: 'string', default: process.env['MODEL_SEED'] ?? String(Date.now() % 1_000_000) },
    'at-once': { type: 'string', default: '2' },
    hours: { type: 'string', default: '12' },
  },
});

/** Seeds of two processes never meet. */
const seedsEach = 10_000_000;

if (values.steps === undefined) {
  const { MODEL_SECONDS = '240' } = process.env;
  const { code } = await runModel({ MODEL_SEED: values.seed, MODEL_SECONDS, MODEL_RUNS: '1000000' });
  process.exitCode = code;
} else {
  const atOnce = Number(values['at-once']);
  const commit = presentCommit();
  const startedAtMs = performance.now();
  const all = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      runModel(
        {
          MODEL_SEED: String(Number(values.seed) + index * seedsEach),
          MODEL_SECONDS: String(Math.round(Number(values.hours) * 3_600)),
          MODEL_RUNS: '200',
          MODEL_STEPS: String(Math.ceil(Number(values.steps) / atOnce)),
        },
        onCore(index % availableParallelism()),
      ),
    ),
  );
  const steps = all.reduce((sum, one) => sum + one.steps, 0);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  console.log(
    `${steps} steps from seed ${values.seed} on at ${commit}, in ${seconds.toFixed(0)} s: ${(steps / seconds).toFixed(1)} a second. ` +
      `${all.filter(({ code }) => code === 0).length} passed, ${all.filter(({ code }) => code !== 0).length} failed`,
  );
  process.exitCode = all.every(({ code }) => code === 0) && steps >= Number(values.steps) ? 0 : 1;
}

/**
 * The model and its PostgreSQL take turns: on one core, they wake each other sooner, and need a sixth less of its time.
 *
 * @returns the command that runs another one on this core alone; nothing where the system has none
 */
function onCore(core: number): string[] {
  const command = ['taskset', '--cpu-list', String(core)];
  return spawnSync(command[0]!, [...command.slice(1), 'true']).status === 0 ? command : [];
}

async function runModel(
  env: Record<string, string>,
  command: readonly string[] = [],
): Promise<{ code: number; steps: number }> {
  const run = ['node_modules/vitest/vitest.mjs', 'run', 'test/model', '--disable-console-intercept'];
  const [program = '', ...args] = [...command, process.execPath, ...run];
  const vitest = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['inherit', 'pipe', 'inherit'] });
  let steps = 0;
  for await (const line of createInterface(vitest.stdout)) {
    console.log(line);
    steps = Number(/, (\d+) steps so far/.exec(line)?.[1] ?? steps);
  }
  const code = vitest.exitCode ?? ((await once(vitest, 'exit')) as [number | null])[0];
  return { code: code ?? 1, steps };
}
