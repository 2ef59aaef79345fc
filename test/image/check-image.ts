// `npm run deep -- check:docker`: follows the Dockerfile in a clean folder, then runs what comes of it as docker-compose.yml does:
// migrates, serves as an API and as a worker, and stops both. Then follows docs/operations/one-server.md on it.
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { hasProgram, newerPrograms } from '../support/optional-programs.ts';
import { startRedis } from '../support/redis.ts';
import { buildImage } from './build-image.ts';
import { readDockerfile } from './dockerfile.ts';
import { followOneServer } from './follow-one-server.ts';
import { environmentOf, runInImage } from './run-in-image.ts';
import { until } from './until.ts';

const root = join(import.meta.dirname, '../..');

await using closing = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'auction-image-'));
closing.defer(() => rm(folder, { recursive: true, force: true }));
// The image's user has no right to enter root's folders.
await chmod(folder, 0o755);

const context = join(folder, 'context');
for (const path of await sentToTheBuilder()) await cp(join(root, path), join(context, path));
const stages = readDockerfile(await readFile(join(root, 'Dockerfile'), 'utf8'));
const image = buildImage(stages, { context, folder: join(folder, 'stages') });
console.log(`The image's files: ${execFileSync('du', ['-sh', image.folder], { encoding: 'utf8' }).split('\t', 1)[0]}`);

await mkdir(join(folder, 'bin'));
await cp(process.execPath, join(folder, 'bin/node'));
const database = closing.use(await startEmbeddedPostgres({ dataDir: join(folder, 'data') }));
const redis = closing.use(await startRedis());
const migrated = start(['node', 'src/migrate.ts']);
if ((await migrated.ended) !== 0) throw new Error('The migrations failed.');
const api = await startRole('api');
const worker = await startRole('worker');
for (const role of [api, worker]) {
  await answers(`${role.address}/healthz`);
  await answers(`${role.address}/readyz`);
}
for (const role of [api, worker]) {
  role.stop();
  if ((await role.ended) !== 0) throw new Error('A role should end with 0 when it is asked to stop.');
}
console.log('It migrates, serves, works and stops.');

if (hasProgram('caddy') && hasProgram('compose')) {
  await followOneServer({ folder, image, programs: newerPrograms });
  console.log('docs/operations/one-server.md was followed word for word.');
}

/** The files of the repository that .dockerignore lets through: it ignores everything, then names what not to. */
async function sentToTheBuilder(): Promise<string[]> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  const names = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return execFileSync('git', ['ls-files', '-z', '--', ...names], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

async function startRole(ROLE: string) {
  const PORT = String(await freePort());
  return { ...start(image.command, { ROLE, PORT }), address: `http://127.0.0.1:${PORT}` };
}

function start(command: readonly string[], added: Record<string, string> = {}) {
  const env = {
    ...environmentOf(image, { folder }),
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: 'a'.repeat(64),
    ...added,
  };
  const { child, ended } = runInImage(image, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  closing.defer(() => void child.kill('SIGKILL'));
  child.stdout!.pipe(process.stdout, { end: false });
  return { ended, stop: () => child.kill('SIGTERM') };
}

async function answers(url: string): Promise<void> {
  await until(`an answer of ${url}`, async () => (await fetch(url).catch(() => null))?.ok === true);
}
