import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export interface Clone extends Disposable {
  readonly folder: string;
}

/**
 * What is committed, in a folder of its own, with the packages of this checkout: installing them is tested where a fresh
 * clone is started (.ci/start-from-clone).
 *
 * @param mode of the folder around the clone
 */
export function makeClone(mode = 0o755): Clone {
  const home = mkdtempSync(path.join(tmpdir(), 'auction-clone-'));
  chmodSync(home, mode);
  const folder = path.join(home, 'auctions');
  run('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  // Links cost nothing; where the two folders are on different disks, they have to be copies.
  const packages = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')] as const;
  mkdirSync(packages[1]);
  if (spawnSync('cp', ['-al', `${packages[0]}/.`, packages[1]]).status !== 0) {
    run('cp', ['-R', `${packages[0]}/.`, packages[1]]);
  }
  return { folder, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) };
}

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
