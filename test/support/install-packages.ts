import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Installs the packages of a folder that has a lock file of its own, unless they are there. */
export function installPackages(folder: string): void {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const installed = path.join(folder, 'node_modules', '.installed-from');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  console.error(`Installing the packages of ${folder} …`);
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed: ${stderr}`);
  writeFileSync(installed, lock);
}
