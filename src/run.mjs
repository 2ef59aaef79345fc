// Runs a command of this project on a machine that has nothing but some Node and npm: installs what the command needs of
// package-lock.json, and hands over to the Node that was installed. Every npm script goes through here:
// `node src/run.mjs vitest run`, `node src/run.mjs src/main.ts`. It may use nothing that is not built into Node 20.
//
// A program in src/ runs on the service's own packages. Any other command is a tool of development: the first one adds
// the development packages and generates the types of the database client.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const binFolder = path.join(root, 'node_modules/.bin');
const npmRecord = 'node_modules/.package-lock.json';
const generatedFolder = 'src/db/generated';
/** The process that installs touches this file each second, and removes it once everything is in place. */
const lockFile = path.join(root, '.installing');
const lockIsStaleAfterMs = 10_000;
/** Code that Node compiled at one start is reused at the next. */
const compiledFolder = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules/.cache/compiled');

/** The service needs this version; package-lock.json brings a newer one for the usual machines. */
const oldestNode = 24;
/** The installation needs this version. */
const oldestHostNode = 20;

class CannotRun extends Error {}

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new CannotRun('Usage: node src/run.mjs COMMAND-OR-FILE.ts [ARGUMENT …]');
  if (hostNode() < oldestHostNode)
    throw new CannotRun(`Node ${oldestHostNode} or newer is needed; this is ${process.version}.`);
  const isDevelopment = !command.startsWith('src/') || hasDevelopmentPackages() || !isGenerated('');
  if (!isPrepared(isDevelopment)) await prepare(isDevelopment);
  const node = findNode();
  await handOver(command.endsWith('.ts') ? [node, command, ...args] : [path.join(binFolder, command), ...args]);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function isPrepared(isDevelopment) {
  return isInstalled(isDevelopment) && (!isDevelopment || isGenerated('models'));
}

/** Lets one command at a time unpack into node_modules: somebody may type the next one in another terminal. */
async function prepare(isDevelopment) {
  let lock = takeLock();
  for (; lock === 'held by another'; lock = takeLock()) await wait(500);
  const touch = setInterval(() => utimesSync(lockFile, new Date(), new Date()), 1000);
  try {
    if (lock === 'left behind' || !isInstalled(isDevelopment)) await install(isDevelopment, lock === 'left behind');
    if (isDevelopment && !isGenerated('models')) await generate(findNode());
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

/** Checks whether node_modules holds the versions of package-lock.json, by npm's own record. */
function isInstalled(isDevelopment) {
  const installed = installedPackages();
  return Object.entries(lockedPackages()).every(([folder, { version, optional, dev }]) => {
    // The first entry is the project itself; an optional package may be for another kind of machine.
    if (folder === '' || (optional === true && installed[folder] === undefined)) return true;
    if (dev === true && !isDevelopment) return true;
    return installed[folder]?.version === version;
  });
}

/** Once they are there, they stay: a start must not remove what the tests need. */
function hasDevelopmentPackages() {
  return Object.values(installedPackages()).some(({ dev }) => dev === true);
}

function lockedPackages() {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
}

function installedPackages() {
  const record = readOrNull(npmRecord);
  return record === null ? {} : JSON.parse(record).packages;
}

/**
 * Installs the versions of package-lock.json, which stays as it is. What is there stays in place, also under a service that
 * runs. An installation that was interrupted is begun anew: "npm install" would take half a package for a whole one.
 */
async function install(isDevelopment, wasInterrupted) {
  const done = showProgress(
    `Installing the packages of ${isDevelopment ? 'development' : 'the service'}; this takes about half a minute, once`,
  );
  const env = {
    // Runs without the Node in node_modules, which may be about to be replaced.
    PATH: pathWithout(binFolder),
    // Prisma would download an engine that nothing here runs.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  };
  const command = wasInterrupted || readOrNull(npmRecord) === null ? ['ci'] : ['install', '--no-save'];
  const options = [isDevelopment ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Standard output belongs to the command: a program may read it.
  const npm = start(['npm', ...command, ...options], env, ['ignore', 2, 2]);
  const [code, signal] = await ended(npm);
  done();
  if (code !== 0) {
    throw new CannotRun(
      `The packages could not be installed: "npm ${command[0]}" ended with ${code ?? signal}, for the reason above. It needs the npm registry and a writable folder.`,
    );
  }
  const node = findNode();
  // Its headers are a third of the package, and for building add-ons, which nothing here does.
  if (node !== process.execPath)
    rmSync(path.resolve(realpathSync(node), '../../include'), { recursive: true, force: true });
}

/**
 * Checks whether the database client was generated from schema.prisma as it is, by the installed versions. The files that
 * run are in the repository, so that a start needs no generator; the types in `models` are not.
 */
function isGenerated(part) {
  return readOrNull(path.join(generatedFolder, part, 'made-from')) === generatedFrom();
}

async function generate(node) {
  const done = showProgress('Generating the database client');
  // Prisma would otherwise check for updates over the network.
  const env = { ...withNode(node), CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const child = start([path.join(binFolder, 'prisma'), 'generate', '--no-hints'], env, ['ignore', 'pipe', 'pipe']);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
  done();
  if (code !== 0) process.stderr.write(output + errors);
  if (code !== 0)
    throw new CannotRun(`The database client could not be generated: "prisma generate" ended with ${code}.`);
  for (const part of ['', 'models']) {
    writeFileSync(path.join(root, generatedFolder, part, 'made-from'), generatedFrom());
  }
}

function generatedFrom() {
  const packages = lockedPackages();
  const versions = ['prisma-cli', '@prisma/client', '@pothos/plugin-prisma'].map(
    (name) => packages[`node_modules/${name}`]?.version,
  );
  const models = readFileSync(path.join(root, 'prisma/schema.prisma'));
  return createHash('sha256').update(models).update(versions.join()).digest('hex');
}

function findNode() {
  const installed = path.join(binFolder, 'node');
  if (isExecutable(installed)) return installed;
  // package-lock.json has no Node for this kind of machine.
  if (hostNode() >= oldestNode) return process.execPath;
  throw new CannotRun(
    `The service needs Node ${oldestNode} or newer, and npm has none for ${process.platform} on ${process.arch}: install one, or allow optional packages (npm config delete omit).`,
  );
}

/** Runs the command with its own signals, output and exit code. */
async function handOver(command) {
  const child = start(command, { ...withNode(findNode()), NODE_COMPILE_CACHE: compiledFolder }, 'inherit');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  const [code, signal] = await ended(child);
  process.exit(code ?? 128 + os.constants.signals[signal]);
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

/** A command that is a script must find this Node, too. */
function withNode(node) {
  return { PATH: [path.dirname(node), binFolder, pathWithout(binFolder)].join(path.delimiter) };
}

function pathWithout(folder) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((entry) => entry !== '' && path.resolve(entry) !== folder).join(path.delimiter);
}

function showProgress(what) {
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  process.stderr.write(`${what} …\n`);
  const timer = setInterval(() => process.stderr.write(`… ${seconds()} s\n`), 10_000);
  return () => {
    clearInterval(timer);
    process.stderr.write(`… done in ${seconds()} s\n`);
  };
}

function hostNode() {
  return Number(process.versions.node.split('.', 1)[0]);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function readOrNull(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}
