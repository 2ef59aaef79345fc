import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { optionalPrograms, type ProgramName } from './optional-programs.ts';

/** A file that takes longer belongs to another project: `fast` stays fast only as long as each of its files is. */
const fastSeconds = 5;

/** Tells at the end of a run which files were slowest, and what was skipped and how to get it. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > 1) tellSlowest(modules);
    tellSkipped(modules);
  }
}

function tellSlowest(modules: readonly TestModule[]): void {
  const slowest = modules
    .map((module) => ({ module, seconds: secondsOf(module) }))
    .sort((a, b) => b.seconds - a.seconds);
  const line = ({ module, seconds }: (typeof slowest)[number]) =>
    `  ${seconds.toFixed(1).padStart(6)} s  ${nameOf(module)} (${module.project.name})`;
  console.log(['', 'The slowest files:', ...slowest.slice(0, 10).map(line)].join('\n'));
  const tooSlow = slowest.filter(({ module, seconds }) => module.project.name === 'fast' && seconds > fastSeconds);
  if (tooSlow.length > 0) console.log(`${tooSlow.length} files of the project "fast" take over ${fastSeconds} s.`);
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
