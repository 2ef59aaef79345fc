import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireProgram } from '../support/optional-programs.ts';

const packages = join(import.meta.dirname, '../../packages/client-python');

/** The interpreter itself: what is first on the path may be a slow script that chooses one. */
function findInterpreter(): string {
  const program = 'import sys; print(sys.executable)';
  return execFileSync(requireProgram('python'), ['-c', program], { encoding: 'utf8' }).trim();
}

let interpreter: string | undefined;

const prelude = `
import json, os
from auction_client import *
given = json.loads(os.environ["GIVEN"])
def tell(value): print(json.dumps(value))
`;

/**
 * Runs a program that has imported the client.
 *
 * @param given what the program finds in `given`
 * @returns each value that it passed to `tell`
 */
export async function runPython(program: string, given: object): Promise<unknown[]> {
  const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1', GIVEN: JSON.stringify(given) };
  // Warnings are faults, too, such as a connection that is never closed.
  const args = ['-W', 'error', '-c', prelude + program];
  interpreter ??= findInterpreter();
  const { stdout, stderr } = await promisify(execFile)(interpreter, args, { env, timeout: 30_000 });
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
