import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { fault, fine, type Finding, notice } from './finding.ts';

const gibibyte = 1024 ** 3;

/** Where the embedded database lives: a disk that is full stops it. */
export function examineDisk(
  dataDir: string,
  { leastBytes = gibibyte, comfortableBytes = 10 * gibibyte } = {},
): Finding[] {
  const folder = nearestFolder(path.resolve(dataDir));
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return [fault('Data folder', `${folder} cannot be written.`, 'Make it writable, or set DATA_DIR to one that is.')];
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const found = `${(freeBytes / gibibyte).toFixed(1)} GiB are free for ${path.resolve(dataDir)}.`;
  const remedy = 'Make room, or set DATA_DIR to a larger disk.';
  if (freeBytes < leastBytes) return [fault('Disk', found, remedy)];
  return [freeBytes < comfortableBytes ? notice('Disk', found, remedy) : fine('Disk', found)];
}

/** The folder itself is made at the first start. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}
