// Installs packages so that no moment is dangerous. npm unpacks into a folder of its own, which takes the place of node_modules once it is whole.
// A process that is killed leaves a folder that nothing uses, and a service that runs meanwhile keeps all that it needs.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CannotRun, endWithParent, root, run } from './child.mjs';

/** The service needs this version; package-lock.json brings a newer one for the usual machines. */
const oldestNode = 24;

export const at = (...parts) => path.join(root, ...parts);
const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '{}');
const digestOf = (text) => createHash('sha256').update(text).digest('hex');

/** Reads npm's own record of what is installed. */
export const packagesHere = () => JSON.parse(readText(at('node_modules/.package-lock.json'))).packages ?? {};

/** Returns the file of the package that brings a command: the links of node_modules/.bin are no scripts on Windows. */
export function binOf(command) {
  // The packages of the project itself, and not those of a workspace or of another package.
  const isOwn = (folder) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder);
  const found = Object.entries(packagesHere()).find(
    ([folder, { bin }]) => isOwn(folder) && bin?.[command] !== undefined,
  );
  if (found === undefined) throw new CannotRun(`No package has a command "${command}".`);
  return at(found[0], found[1].bin[command]);
}

export function findNode() {
  if (Object.values(packagesHere()).some(({ bin }) => bin?.node !== undefined)) return binOf('node');
  // package-lock.json has no Node for this kind of machine.
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath;
  throw new CannotRun(
    `The service needs Node ${oldestNode} or newer, and npm has none for ${process.platform} on ${process.arch}: install one, or allow optional packages (npm config delete omit).`,
  );
}

export function environment() {
  return {
    // A command that is a script must find this Node, and one package starts the command of another by its name.
    PATH: [path.dirname(findNode()), at('node_modules/.bin'), process.env.PATH].join(path.delimiter),
    // Code that Node compiled at one start is reused at the next.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('node_modules/.cache/compiled'),
    // Prisma would otherwise check for updates over the network.
    CHECKPOINT_DISABLE: '1',
  };
}

/** Checks whether node_modules holds the versions of package-lock.json. */
function isInstalled(isDevelopment) {
  const here = packagesHere();
  const { packages } = JSON.parse(readText(at('package-lock.json')));
  return Object.entries(packages).every(([folder, { version, optional, dev }]) => {
    // The first entry is the project itself; an optional package may be for another kind of machine.
    if (folder === '' || (optional === true && here[folder] === undefined)) return true;
    return (dev === true && !isDevelopment) || here[folder]?.version === version;
  });
}

/** Checks whether the types of the database client were generated from schema.prisma as it is. */
const isGenerated = () => readText(generatedFrom) === digestOf(readText(at('prisma/schema.prisma')));
const generatedFrom = at('node_modules/.generated-from');

/** Brings the packages, and for development the types of the database client, unless they are there. */
export async function prepare(isDevelopment) {
  const isPrepared = () => isInstalled(isDevelopment) && (!isDevelopment || isGenerated());
  if (isPrepared()) return;
  const lock = await takeLock();
  if (!isInstalled(isDevelopment)) await install(isDevelopment);
  if (!isPrepared()) {
    await runStep(findNode(), [binOf('prisma'), 'generate', '--no-hints'], environment());
    writeFileSync(generatedFrom, digestOf(readText(at('prisma/schema.prisma'))));
  }
  lock.close();
}

/** Lets one command at a time install. The lock is a name at which this process listens, and which the kernel frees when it dies. */
async function takeLock() {
  const name = `auction-service-${digestOf(root).slice(0, 32)}`;
  // Node 20 fills the name on Linux up to its greatest length.
  const names = { win32: `\\\\.\\pipe\\${name}`, linux: `\0${name.padEnd(107, '.')}` };
  const file = path.join(tmpdir(), name);
  for (let turn = 0; ; turn++) {
    const address = names[process.platform] ?? file;
    const server = net.createServer((socket) => socket.destroy()).listen(address);
    const failure = await once(server.unref(), 'listening').catch((error) => error);
    if (failure.code === undefined) return server;
    if (failure.code !== 'EADDRINUSE') throw new CannotRun(`The installation cannot be locked: ${failure.message}`);
    if (turn === 0) console.error('Another command installs the packages here; waiting for it …');
    // A name in a folder of temporary files outlives its process.
    if (address === file) await once(net.connect(file), 'connect').catch(() => rmSync(file, { force: true }));
    await wait(200);
  }
}

async function install(isDevelopment) {
  const whose = isDevelopment ? 'development' : 'the service';
  console.error(`Installing the packages of ${whose}; this takes about a minute, once …`);
  for (const entry of readdirSync(root)) if (entry.startsWith('.installing-')) discard(at(entry));
  const folder = mkdtempSync(at('.installing-'));
  try {
    const { workspaces } = JSON.parse(readText(at('package.json')));
    const manifests = workspaces.map((workspace) => path.join(workspace, 'package.json'));
    for (const file of ['package.json', 'package-lock.json', ...manifests]) cpSync(at(file), path.join(folder, file));
    // npm says where it is to the scripts that it runs. By its name Windows would not find it.
    const script = process.env.npm_execpath;
    const [npm, ...first] = script?.endsWith('npm-cli.js') === true ? [process.execPath, script] : ['npm'];
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    const env = {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${endWithParent}`,
      // Prisma would download an engine that nothing here runs.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    };
    await runStep(npm, [...first, 'ci', isDevelopment ? '--include=dev' : '--omit=dev', ...options], env);
    // A third of the package of Node is headers for building add-ons, which nothing here does.
    for (const entry of readdirSync(path.join(folder, 'node_modules')))
      if (/^node-(bin|darwin|linux|win)-/.test(entry)) discard(path.join(folder, 'node_modules', entry, 'include'));
    // The record of what is installed is in the last one.
    for (const place of [...workspaces, '.'])
      replace(path.join(folder, place, 'node_modules'), at(place, 'node_modules'));
  } finally {
    discard(folder);
  }
}

/** A file that a process has open stays whole until the process ends, and another one of the same name is there for the next. */
function replace(replacement, place) {
  if (!existsSync(replacement)) return;
  try {
    if (existsSync(place)) renameSync(place, `${replacement}-replaced`);
    renameSync(replacement, place);
  } catch (error) {
    throw new CannotRun(
      `${place} cannot be replaced (${error.code}): end what runs in this folder, remove node_modules, and try again.`,
    );
  }
}

function discard(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // An npm may still write there for the half second after its launcher was killed. The next installation removes the rest.
  }
}

/** Runs a step of the preparation. Standard output belongs to the command that follows: a program may read it. */
async function runStep(file, args, env) {
  const code = await run(file, args, env, ['ignore', 2, 2]);
  if (code === 0) return;
  const message = `"${path.basename(file)} ${args.slice(0, 2).join(' ')}" ended with ${code}, for the reason above.`;
  throw Object.assign(new CannotRun(`${message} npm needs its registry and a writable folder.`), { exitCode: code });
}
