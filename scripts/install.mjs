// Installs packages so that no moment is dangerous. npm unpacks into a folder of its own, which takes the place of node_modules once it is whole.
// A process that is killed leaves a folder that nothing uses, and a service that runs meanwhile keeps all that it needs.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CannotRun, root, run, stoppedBy } from './child.mjs';

/** The service needs this version; package-lock.json brings a newer one for the usual machines. */
const oldestNode = 24;

export const at = (...parts) => path.join(root, ...parts);
const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/** Reads npm's own record of what is installed. */
export const packagesHere = () => packagesOf(at('node_modules/.package-lock.json'));

/** The packages of the project itself, and not those of a workspace or of another package. */
const isOwn = (folder) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder);

/** Returns the file of the package that brings a command: the links of node_modules/.bin are no scripts on Windows. */
export function binOf(command) {
  const packages = Object.entries(packagesHere());
  const [folder, entry] = packages.find(([name, { bin }]) => isOwn(name) && bin?.[command] !== undefined) ?? [];
  if (folder === undefined) throw new CannotRun(`No package has a command "${command}".`);
  return at(folder, entry.bin[command]);
}

export function findNode() {
  if (Object.values(packagesHere()).some(({ bin }) => bin?.node !== undefined)) return binOf('node');
  // package-lock.json has no Node for this kind of machine.
  if (Number(process.versions.node.split('.', 1)[0]) >= oldestNode) return process.execPath;
  throw new CannotRun(
    `The service needs Node ${oldestNode} or newer, and npm has none for ${process.platform} on ${process.arch}: install one, or allow optional packages (npm config delete omit).`,
  );
}

/** A command that is a script must find this Node, and one package starts the command of another by its name. */
export function pathWithPackages() {
  return [path.dirname(findNode()), at('node_modules/.bin'), process.env.PATH].join(path.delimiter);
}

export function isPrepared(isDevelopment) {
  return isInstalled(isDevelopment) && (!isDevelopment || isGenerated());
}

/** Checks whether node_modules holds the versions of package-lock.json. */
function isInstalled(isDevelopment) {
  const here = packagesHere();
  return Object.entries(packagesOf(at('package-lock.json'))).every(([folder, { version, optional, dev }]) => {
    // The first entry is the project itself; an optional package may be for another kind of machine.
    if (folder === '' || (optional === true && here[folder] === undefined)) return true;
    return (dev === true && !isDevelopment) || here[folder]?.version === version;
  });
}

const generatedFrom = at('node_modules/.generated-from');
const schemaDigest = () =>
  createHash('sha256')
    .update(readFileSync(at('prisma/schema.prisma')))
    .digest('hex');

/** Checks whether the types of the database client were generated from schema.prisma as it is. */
function isGenerated() {
  return existsSync(generatedFrom) && readFileSync(generatedFrom, 'utf8') === schemaDigest();
}

export async function prepare(isDevelopment) {
  const lock = await takeLock();
  try {
    if (!isInstalled(isDevelopment)) await install(isDevelopment, lock !== null);
    if (isDevelopment && !isGenerated()) {
      // Prisma would otherwise check for updates over the network.
      const env = { PATH: pathWithPackages(), CHECKPOINT_DISABLE: '1' };
      await runStep(findNode(), [binOf('prisma'), 'generate', '--no-hints'], env);
      writeFileSync(generatedFrom, schemaDigest());
    }
  } finally {
    lock?.close();
  }
}

/**
 * Lets one command at a time install. The lock is a name at which this process listens, and which the kernel frees when it dies. Where such a
 * name cannot be had, two commands may install the same twice, each in its own folder.
 */
async function takeLock() {
  const name = `auction-service-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  // Node 20 fills the name on Linux up to its greatest length.
  const names = { win32: `\\\\.\\pipe\\${name}`, linux: `\0${name.padEnd(107, '.')}` };
  const address = names[process.platform] ?? path.join(tmpdir(), name);
  for (let turn = 0; ; turn++) {
    const server = net.createServer((socket) => socket.destroy());
    const failure = await errorOf(server.listen(address), 'listening');
    if (failure === null) return server;
    if (failure.code !== 'EADDRINUSE') return null;
    if (turn === 0) console.error('Another command installs the packages here; waiting for it …');
    const holder = net.connect(address);
    const isDead = (await errorOf(holder, 'connect'))?.code === 'ECONNREFUSED';
    // A name in a folder of temporary files outlives its process.
    if (isDead && path.isAbsolute(address)) rmSync(address, { force: true });
    holder.destroy();
    await wait(200);
  }
}

function errorOf(emitter, success) {
  return new Promise((resolve) => emitter.on(success, () => resolve(null)).on('error', resolve));
}

async function install(isDevelopment, isAlone) {
  const whose = isDevelopment ? 'development' : 'the service';
  console.error(`Installing the packages of ${whose}; this takes about a minute, once …`);
  const leftBehind = readdirSync(root).filter((entry) => entry.startsWith('.installing-'));
  if (isAlone) for (const entry of leftBehind) removeIfPossible(at(entry));
  const folder = mkdtempSync(at('.installing-'));
  try {
    const { workspaces } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
    const manifests = workspaces.map((workspace) => path.join(workspace, 'package.json'));
    for (const file of ['package.json', 'package-lock.json', '.npmrc', ...manifests])
      if (existsSync(at(file))) cpSync(at(file), path.join(folder, file));
    await runNpm('ci', isDevelopment ? '--include=dev' : '--omit=dev', '--prefix', folder);
    // A third of the package of Node is headers for building add-ons, which nothing here does.
    for (const entry of readdirSync(path.join(folder, 'node_modules')))
      if (/^node-(bin|darwin|linux|win)-/.test(entry)) remove(path.join(folder, 'node_modules', entry, 'include'));
    // The record of what is installed is in the last one.
    for (const place of [...workspaces, '.'])
      replace(path.join(folder, place, 'node_modules'), at(place, 'node_modules'));
  } finally {
    remove(folder);
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

function removeIfPossible(folder) {
  try {
    remove(folder);
  } catch {
    // An npm whose launcher was killed may still write there. The next installation tries again.
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function runNpm(...args) {
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  // Prisma would download an engine that nothing here runs.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  // npm says where it is to the scripts that it runs. By its name Windows would not find it.
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js') === true) await runStep(process.execPath, [script, ...args, ...options], env);
  else await runStep('npm', [...args, ...options], env);
}

/** Runs a step of the preparation. Standard output belongs to the command that follows: a program may read it. */
async function runStep(file, args, env) {
  const [code, signal] = await run(file, args, env, ['ignore', 2, 2]);
  if (code === 0 && stoppedBy() === null) return;
  throw new CannotRun(
    `"${path.basename(file)} ${args.slice(0, 2).join(' ')}" ended with ${code ?? signal}, for the reason above. npm needs its registry and a writable folder.`,
  );
}
