import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const packages = join(import.meta.dirname, '../../client/python');

/** The interpreter itself: what is first on the path may be a slow script that chooses one. */
function findPython(): string | null {
  const program = 'import sys; print(sys.executable if sys.version_info >= (3, 11) else "")';
  const { status, stdout } = spawnSync('python3', ['-c', program], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

const python = findPython();

/** Whether this machine can run the tests of the Python client. On CI a missing Python is a fault. */
export function pythonIsInstalled(): boolean {
  if (python !== null) return true;
  if (process.env['CI'] === 'true') throw new Error('Python 3.11 or newer is missing, and CI must not skip it.');
  console.warn('Python 3.11 is not installed: the tests of the Python client are skipped (apt-get install python3).');
  return false;
}

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
  const { stdout, stderr } = await promisify(execFile)(python!, args, { env, timeout: 30_000 });
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
