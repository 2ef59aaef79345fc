import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fault, fine, type CheckResult, notice } from '../core/check-result.ts';

const gibibyte = 1024 ** 3;

/** Checks the disk of the embedded database, which stops when the disk is full. */
export function checkDisk(
  dataDir: string,
  { minBytes = gibibyte, comfortableBytes = 10 * gibibyte } = {},
): CheckResult[] {
  const folder = nearestFolder(path.resolve(dataDir));
  if (!statSync(folder).isDirectory()) {
    return [
      fault(
        'Data folder',
        `${folder} is a file.`,
        'Set DATA_DIR to a folder, which may be one that does not exist yet.',
      ),
    ];
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return [fault('Data folder', `${folder} cannot be written.`, 'Make it writable, or set DATA_DIR to one that is.')];
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const found = `${(freeBytes / gibibyte).toFixed(1)} GiB are free for ${path.resolve(dataDir)}.`;
  const remedy = 'Make room, or set DATA_DIR to a larger disk.';
  if (freeBytes < minBytes) return [fault('Disk', found, remedy)];
  return [freeBytes < comfortableBytes ? notice('Disk', found, remedy) : fine('Disk', found)];
}

/** Returns the nearest folder that exists: the data folder is created at the first start. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}
