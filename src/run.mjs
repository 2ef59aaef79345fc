// Runs a command of this project on a machine that has nothing but Node 20 and npm: installs what the command needs of
// package-lock.json, and hands over to the Node that was installed. Every npm script goes through here:
// `node src/run.mjs vitest run`, `node src/run.mjs src/main.ts`. It may use nothing that is not built into Node 20.
//
// A program in src/ runs on the service's own packages. Any other command is a tool of development: the first one adds
// the development packages and generates the types of the database client.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const binFolder = path.join(root, 'node_modules/.bin');
/** npm's own record of what is installed. */
const npmRecord = path.join(root, 'node_modules/.package-lock.json');
/** The process that installs touches this file each second, and removes it once everything is in place. */
const lockFile = path.join(root, '.installing');
const lockIsStaleAfterMs = 10_000;

/** The service needs this version; package-lock.json brings a newer one for the usual machines. */
const oldestNode = 24;
/** The installation needs this version. */
const oldestHostNode = 20;
const hostNode = Number(process.versions.node.split('.', 1)[0]);

class CannotRun extends Error {}

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new CannotRun('Usage: node src/run.mjs COMMAND-OR-FILE.ts [ARGUMENT …]');
  if (hostNode < oldestHostNode)
    throw new CannotRun(`Node ${oldestHostNode} or newer is needed; this is ${process.version}.`);
  const isDevelopment = !command.startsWith('src/') || hasDevelopmentPackages();
  if (!isPrepared(isDevelopment)) await prepare(isDevelopment);
  await handOver(command.endsWith('.ts') ? [findNode(), command, ...args] : [path.join(binFolder, command), ...args]);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function isPrepared(isDevelopment) {
  return isInstalled(isDevelopment) && (!isDevelopment || isGenerated());
}

/** Checks whether node_modules holds the versions of package-lock.json. */
function isInstalled(isDevelopment) {
  const installed = packagesOf(npmRecord);
  const locked = packagesOf(path.join(root, 'package-lock.json'));
  return Object.entries(locked).every(([folder, { version, optional, dev }]) => {
    // The first entry is the project itself; an optional package may be for another kind of machine.
    if (folder === '' || (optional === true && installed[folder] === undefined)) return true;
    if (dev === true && !isDevelopment) return true;
    return installed[folder]?.version === version;
  });
}

/** Once they are there, they stay: a start must not remove what the tests need. */
function hasDevelopmentPackages() {
  return Object.values(packagesOf(npmRecord)).some(({ dev }) => dev === true);
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Checks whether the types of the database client were generated since schema.prisma last changed. */
function isGenerated() {
  const changedAt = (file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changedAt('src/db/generated/models.ts') >= changedAt('prisma/schema.prisma');
}

/** Lets one command at a time unpack into node_modules: somebody may type the next one in another terminal. */
async function prepare(isDevelopment) {
  let lock = takeLock();
  for (; lock === 'held by another'; lock = takeLock()) await wait(500);
  const touch = setInterval(() => utimesSync(lockFile, new Date(), new Date()), 1000);
  try {
    const wasInterrupted = lock === 'left behind';
    if (wasInterrupted || !isInstalled(isDevelopment)) await install(isDevelopment, wasInterrupted);
    if (isDevelopment) await generate();
    rmSync(lockFile);
  } finally {
    clearInterval(touch);
  }
}

function takeLock() {
  try {
    writeFileSync(lockFile, '', { flag: 'wx' });
    return 'taken';
  } catch (error) {
    if (error.code !== 'EEXIST') throw new CannotRun(`${lockFile} cannot be written: ${error.message}`);
  }
  const touchedAt = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - touchedAt < lockIsStaleAfterMs) return 'held by another';
  utimesSync(lockFile, new Date(), new Date());
  return 'left behind';
}

/**
 * Installs the versions of package-lock.json, which stays as it is. What is there stays in place, also under a service that
 * runs. An installation that was interrupted is begun anew: "npm install" would take half a package for a whole one.
 */
async function install(isDevelopment, wasInterrupted) {
  const packages = isDevelopment ? 'development' : 'the service';
  console.error(`Installing the packages of ${packages}; this takes about half a minute, once …`);
  const command = wasInterrupted || !existsSync(npmRecord) ? ['ci'] : ['install', '--no-save'];
  const options = [isDevelopment ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Prisma would download an engine that nothing here runs.
  await run(['npm', ...command, ...options], { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath });
  // A third of the package is headers for building add-ons, which nothing here does.
  const node = findNode();
  if (node !== process.execPath)
    rmSync(path.resolve(realpathSync(node), '../../include'), { recursive: true, force: true });
}

function generate() {
  // Prisma would otherwise check for updates over the network.
  const env = { ...withNode(), CHECKPOINT_DISABLE: '1' };
  return run([path.join(binFolder, 'prisma'), 'generate', '--no-hints'], env);
}

/** Runs a step of the preparation. Standard output belongs to the command that follows: a program may read it. */
async function run(command, env) {
  const [code, signal] = await ended(start(command, env, ['ignore', 2, 2]));
  if (code === 0) return;
  throw new CannotRun(
    `"${path.basename(command[0])} ${command[1]}" ended with ${code ?? signal}, for the reason above. npm needs its registry and a writable folder.`,
  );
}

function findNode() {
  const installed = path.join(binFolder, 'node');
  if (existsSync(installed)) return installed;
  // package-lock.json has no Node for this kind of machine.
  if (hostNode >= oldestNode) return process.execPath;
  throw new CannotRun(
    `The service needs Node ${oldestNode} or newer, and npm has none for ${process.platform} on ${process.arch}: install one, or allow optional packages (npm config delete omit).`,
  );
}

/** Runs the command with its own signals, output and exit code. */
async function handOver(command) {
  // Code that Node compiled at one start is reused at the next.
  const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules/.cache/compiled');
  const child = start(command, { ...withNode(), NODE_COMPILE_CACHE: compiled }, 'inherit');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const [code, signal] = await ended(child);
  process.exit(code ?? 128 + os.constants.signals[signal]);
}

/** A command that is a script must find this Node, too. */
function withNode() {
  return { PATH: [path.dirname(findNode()), binFolder, process.env.PATH].join(path.delimiter) };
}

function start([file, ...args], env, stdio) {
  return spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio });
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve([code, signal]));
    child.on('error', (error) => reject(new CannotRun(`${child.spawnfile} could not be run: ${error.message}`)));
  });
}
