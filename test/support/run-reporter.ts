import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { optionalPrograms, type ProgramName } from './optional-programs.ts';

/** A file that takes longer belongs to another project: `fast` stays fast only as long as each of its files is. */
const fastSeconds = 5;

/** On an idle machine, ten usual files of `fast` take `fastSeconds`. A machine that is busy with other things slows all files alike. */
const usualFiles = 10;

/** In CI, a file that takes so many times too long fails the run. A burst of other work slows the files that run beside it alone. */
const tooSlow = 2;

/** Tells at the end of a run which files were slowest, and what was skipped and how to get it. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > 1) tellSlowest(modules);
    tellSkipped(modules);
    judgeSlow(modules);
  }
}

function tellSlowest(modules: readonly TestModule[]): void {
  const slowest = modules
    .map((module) => ({ module, seconds: secondsOf(module) }))
    .sort((a, b) => b.seconds - a.seconds);
  const line = ({ module, seconds }: (typeof slowest)[number]) =>
    `  ${seconds.toFixed(1).padStart(6)} s  ${nameOf(module)} (${module.project.name})`;
  console.log(['', 'The slowest files:', ...slowest.slice(0, 10).map(line)].join('\n'));
}

function judgeSlow(modules: readonly TestModule[]): void {
  const fast = modules.filter((module) => module.project.name === 'fast');
  // The first file of each of the two workers loads the service, for all others.
  const most = fast.map((module) => module.diagnostic().collectDuration).sort((a, b) => b - a)[2] ?? 0;
  const seconds = (module: TestModule) =>
    secondsOf(module) - Math.max(0, module.diagnostic().collectDuration - most) / 1_000;
  const files = fast
    .map((module) => ({ name: nameOf(module), seconds: seconds(module) }))
    .sort((a, b) => a.seconds - b.seconds);
  const usual = files[Math.floor(files.length / 2)]?.seconds ?? 0;
  const limit = Math.max(fastSeconds, usualFiles * usual);
  const slow = files.filter(({ seconds }) => seconds > limit);
  if (slow.length === 0) return;
  console.error(
    `\nThese files of the project "fast" take over ${limit.toFixed(1)} s. Shorten them, or move them to another project (vitest.config.ts):`,
  );
  for (const { name, seconds } of slow) console.error(`  ${seconds.toFixed(1)} s  ${name}`);
  if (process.env['CI'] !== undefined && slow.some(({ seconds }) => seconds > tooSlow * limit)) process.exitCode = 1;
}

function tellSkipped(modules: readonly TestModule[]): void {
  const skipped = new Map<ProgramName, Set<string>>();
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const program = test.meta().missingProgram;
      if (program === undefined) continue;
      skipped.set(program, (skipped.get(program) ?? new Set()).add(nameOf(module)));
    }
  }
  if (skipped.size === 0) return;
  console.log('\nSkipped, because this machine lacks a program:');
  for (const [program, files] of skipped) {
    const { label, from } = optionalPrograms[program];
    console.log(`  ${label} (${from}): tests in ${[...files].sort().join(', ')}`);
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1_000;
}

function nameOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId);
}
