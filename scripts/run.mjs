// Runs a command of this project on a machine that has only Node 20 and npm: `node scripts/run.mjs vitest run`, `node scripts/run.mjs src/main.ts`.
// It installs the packages of package-lock.json first, and hands over to the Node that is among them. A program in src/ needs the packages of
// the service. Any other command is a tool of development, and needs the packages of development, too.
import { existsSync } from 'node:fs';
import { CannotRun, run } from './child.mjs';
import { at, binOf, environment, findNode, packagesHere, prepare } from './install.mjs';

try {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new CannotRun('Usage: node scripts/run.mjs COMMAND-OR-FILE.ts [ARGUMENT …]');
  // Once the packages of development are there, they stay: a start must not remove what the tests need.
  await prepare(!command.startsWith('src/') || Object.values(packagesHere()).some(({ dev }) => dev === true));
  const isScript = command.endsWith('.ts') && existsSync(at(command));
  const script = isScript ? [command] : command === 'node' ? [] : [binOf(command)];
  process.exitCode = await run(findNode(), [...script, ...args], environment());
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
