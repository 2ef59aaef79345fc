import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts';
import { type Mutant, mutants } from './mutants.ts';
import { runContractTests } from './run-contract-tests.ts';

// Proves that the contract tests fail when a rule is broken: breaks one rule at a time in a copy of the project and
// runs the tests that have to notice. A mutant that survives, or whose text is gone from the code, fails the run.

const project = resolve(import.meta.dirname, '../..');
const copied = ['src', 'test', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'];
const copiesAtOnce = 2;

const folder = await mkdtemp(join(tmpdir(), 'auction-mutants-'));
// Where root runs this, PostgreSQL runs as another user, who has to get here.
await chmod(folder, 0o755);
try {
  await using postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', TimeZone: 'Asia/Kolkata' },
  });
  process.exitCode = (await proveAll(postgres.url)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function proveAll(postgresUrl: string): Promise<boolean> {
  const copies = await Promise.all(Array.from({ length: copiesAtOnce }, (_, index) => copyProject(`copy-${index}`)));

  const names = [...new Set(mutants.map(({ noticedBy }) => noticedBy))];
  const sound = await runContractTests(copies[0]!, names, postgresUrl);
  if (sound.outcome !== 'passed') {
    console.error(`The contract tests fail before any rule is broken: ${sound.reason}`);
    return false;
  }

  const waiting = [...mutants];
  let noticed = 0;
  const proveNext = async (copy: string): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { isProved, how } = await prove(copy, mutant, postgresUrl);
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

async function prove(copy: string, { file, from, to, noticedBy }: Mutant, postgresUrl: string): Promise<Proof> {
  const path = join(copy, file);
  const original = await readFile(path, 'utf8');
  const occurrences = original.split(from).length - 1;
  if (occurrences !== 1) return { isProved: false, how: `its text stands in the code ${occurrences} times` };
  await writeFile(
    path,
    original.replace(from, () => to),
  );
  const verdict = await runContractTests(copy, [noticedBy], postgresUrl);
  await writeFile(path, original);
  if (verdict.outcome === 'passed') return { isProved: false, how: `it survives ${noticedBy}` };
  return { isProved: verdict.outcome === 'failed', how: verdict.reason };
}

async function copyProject(name: string): Promise<string> {
  const copy = join(folder, name);
  for (const entry of copied) await cp(join(project, entry), join(copy, entry), { recursive: true });
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
