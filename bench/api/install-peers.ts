import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tell } from '../report.ts';

const folder = path.resolve(import.meta.dirname, '../peers');

/** Installs what the peers need beyond the service's packages, once. */
export function installPeers(): void {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const installed = path.join(folder, 'node_modules', '.installed-from');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  tell('Installing the peers …');
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The peers could not be installed: ${stderr}`);
  writeFileSync(installed, lock);
}
