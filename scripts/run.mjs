// Runs a command of this project on a machine that has only Node 20 and npm: `node scripts/run.mjs vitest run`, `node scripts/run.mjs src/main.ts`.
// It installs the packages of package-lock.json first, and hands over to the Node that is among them. A program in src/ needs the packages of
// the service. Any other command is a tool of development, and needs the packages of development, too.
import { existsSync } from 'node:fs';
import os from 'node:os';
import { CannotRun, run, stoppedBy } from './child.mjs';
import { at, binOf, findNode, isPrepared, packagesHere, pathWithPackages, prepare } from './install.mjs';

const oldestHostNode = 20;

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new CannotRun('Usage: node scripts/run.mjs COMMAND-OR-FILE.ts [ARGUMENT …]');
  if (Number(process.versions.node.split('.', 1)[0]) < oldestHostNode)
    throw new CannotRun(`Node ${oldestHostNode} or newer is needed; this is ${process.version}.`);
  // Once the packages of development are there, they stay: a start must not remove what the tests need.
  const isDevelopment = !command.startsWith('src/') || Object.values(packagesHere()).some(({ dev }) => dev === true);
  if (!isPrepared(isDevelopment)) await prepare(isDevelopment);
  const isScript = command.endsWith('.ts') && existsSync(at(command));
  const script = isScript ? [command] : command === 'node' ? [] : [binOf(command)];
  process.exitCode = exitCode(await run(findNode(), [...script, ...args], environment()));
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  if (stoppedBy() === null) console.error(error.message);
  process.exitCode = exitCode([stoppedBy() === null ? 1 : null, stoppedBy()]);
}

function environment() {
  return {
    PATH: pathWithPackages(),
    // Code that Node compiled at one start is reused at the next.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('node_modules/.cache/compiled'),
  };
}

function exitCode([code, signal]) {
  return code ?? 128 + os.constants.signals[signal];
}
