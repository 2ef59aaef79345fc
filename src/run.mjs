// Runs a command of this project on a machine that has nothing but some Node and npm: installs what package-lock.json
// names, generates the database client, and hands over to the Node that was installed. Every npm script goes through
// here: `node src/run.mjs vitest run`, `node src/run.mjs src/main.ts`. It may use nothing that is not built into Node 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const binFolder = path.join(root, 'node_modules/.bin');
/** Code that Node compiled at one start is reused at the next. */
const compiledFolder = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules/.cache/compiled');

/** The service needs this version; a newer one is installed. */
const oldestNode = 24;
/** The installation needs this version. */
const oldestHostNode = 20;

class CannotRun extends Error {}

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new CannotRun('Usage: node src/run.mjs COMMAND-OR-FILE.ts [ARGUMENT …]');
  if (hostNode() < oldestHostNode)
    throw new CannotRun(`Node ${oldestHostNode} or newer is needed; this is ${process.version}.`);
  if (!isInstalled()) await install();
  const node = findNode();
  if (!isGenerated()) await generate(node);
  await handOver(command.endsWith('.ts') ? [node, command, ...args] : [path.join(binFolder, command), ...args]);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Checks whether node_modules holds the versions of package-lock.json, by npm's own record. */
function isInstalled() {
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = readOrNull('node_modules/.package-lock.json');
  if (installed === null) return false;
  const found = JSON.parse(installed).packages;
  return Object.entries(wanted).every(([folder, { version, optional }]) => {
    // The first entry is the project itself; an optional package may be for another kind of machine.
    if (folder === '' || (optional === true && found[folder] === undefined)) return true;
    return found[folder]?.version === version;
  });
}

async function install() {
  const done = showProgress('Installing the packages that package-lock.json names; this takes about a minute, once');
  // Runs without the Node in node_modules, which is about to be replaced. Development packages are installed, too:
  // one of them is the Node to run with.
  const env = {
    PATH: pathWithout(binFolder),
    // Prisma would download an engine that nothing here runs.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  };
  // Standard output belongs to the command: a program may read it.
  const npm = start(['npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], env, [
    'ignore',
    2,
    2,
  ]);
  const [code, signal] = await ended(npm);
  done();
  if (code !== 0) {
    throw new CannotRun(
      `The packages could not be installed: "npm ci" ended with ${code ?? signal}, for the reason above. It needs the npm registry and a writable folder.`,
    );
  }
}

/**
 * Checks whether the database client exists. It is generated from schema.prisma by the installed versions, and is not
 * in the repository.
 */
function isGenerated() {
  return (
    readOrNull('src/db/generated/client.ts') !== null && readOrNull('src/db/generated/made-from') === generatedFrom()
  );
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
  writeFileSync(path.join(root, 'src/db/generated/made-from'), generatedFrom());
}

function generatedFrom() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const versions = ['prisma', '@prisma/client', '@pothos/plugin-prisma'].map(
    (name) => packages[`node_modules/${name}`]?.version,
  );
  const models = readFileSync(path.join(root, 'prisma/schema.prisma'));
  return createHash('sha256').update(models).update(versions.join()).digest('hex');
}

function findNode() {
  const installed = path.join(binFolder, 'node');
  if (isExecutable(installed)) return installed;
  // npm runs no install scripts here, and the package "node" installs its binary with one.
  if (hostNode() >= oldestNode) return process.execPath;
  throw new CannotRun(
    `The service needs Node ${oldestNode} or newer, and npm did not bring it: allow install scripts (npm config set ignore-scripts false), remove node_modules and try again.`,
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
