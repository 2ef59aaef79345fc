import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import type { Mutant } from './mutant.ts';
import { runTestsInCopy } from './run-tests-in-copy.ts';

const project = resolve(import.meta.dirname, '../..');
const copied = [
  '.nvmrc',
  'bench',
  'deploy',
  'docs',
  'examples',
  'locales',
  'packages',
  'src',
  'test',
  'prisma',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const copiesAtOnce = 2;

/**
 * Proves that tests fail when a rule is broken: breaks one rule at a time in a copy of the project and runs the tests that
 * have to notice. A mutant that survives, or whose text is gone from the code, is not proved.
 *
 * @returns whether every mutant was noticed
 */
export async function proveMutants(mutants: readonly Mutant[]): Promise<boolean> {
  const home = await mkdtemp(join(tmpdir(), 'auction-mutants-'));
  try {
    // No mutant changes a migration.
    await using server = await startTestServer();
    return await proveAll(mutants, { home, server });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Place {
  /** Where the copies are. */
  readonly home: string;
  readonly server: TestServer;
}

async function proveAll(mutants: readonly Mutant[], place: Place): Promise<boolean> {
  const copies = await Promise.all(
    Array.from({ length: copiesAtOnce }, (_, index) => copyProject(join(place.home, `copy-${index}`))),
  );

  const names = [...new Set(mutants.flatMap(({ noticedBy }) => noticedBy))];
  const verdicts = await Promise.all(
    copies.slice(0, names.length).map((copy, index) => {
      const files = names.filter((_, position) => position % copiesAtOnce === index).map(testFileOf);
      // A test that a busy machine fails once must not end the whole run before it begins.
      return runTestsInCopy(copy, files, { server: place.server, retries: 2 });
    }),
  );
  for (const sound of verdicts) {
    if (sound.outcome === 'passed') continue;
    console.error(`The tests fail before any rule is broken: ${sound.reason}`);
    return false;
  }

  const waiting = [...mutants];
  let noticed = 0;
  const proveNext = async (copy: string): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { isProved, how } = await prove(copy, mutant, place).catch(notProved);
      if (isProved) noticed += 1;
      console.log(`${isProved ? 'noticed ' : 'UNPROVED'} ${mutant.rule} (${mutant.file}): ${how}`);
    }
  };
  await Promise.all(copies.map(proveNext));
  console.log(`${noticed} passed, ${mutants.length - noticed} failed`);
  return noticed === mutants.length;
}

interface Proof {
  readonly isProved: boolean;
  /** The test that noticed, or why nothing is proved. */
  readonly how: string;
}

async function prove(copy: string, { file, breaks, noticedBy }: Mutant, { server }: Place): Promise<Proof> {
  const path = join(copy, 'src', file);
  const original = await readFile(path, 'utf8');
  let how = '';
  for (const [index, broken] of breaks(original).entries()) {
    await writeFile(path, broken);
    const verdict = await runTestsInCopy(copy, noticedBy.map(testFileOf), { server });
    await writeFile(path, original);
    if (verdict.outcome === 'passed')
      return { isProved: false, how: `place ${index + 1} survives ${noticedBy.join(' and ')}` };
    how = verdict.reason;
    if (verdict.outcome === 'broken') return { isProved: false, how };
  }
  return { isProved: true, how };
}

/** The source does not contain the rule. */
function notProved(error: Error): Proof {
  return { isProved: false, how: error.message };
}

function testFileOf(name: string): string {
  return `test/${name}.test.ts`;
}

async function copyProject(copy: string): Promise<string> {
  for (const entry of copied) await cp(join(project, entry), join(copy, entry), { recursive: true });
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
