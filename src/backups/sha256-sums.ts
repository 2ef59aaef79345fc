import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '../core/cannot-start.ts';

/** The file of a backup that `sha256sum --check` reads. */
export const sumsFile = 'SHA256SUMS';

/** Returns the lines that `sha256sum` prints for all files below a folder but this list itself, with their line ends. */
export async function sumsOf(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    if (!entry.isFile() || name === sumsFile) continue;
    lines.push(`${sha256(file)}  ${name}\n`);
  }
  return lines;
}

function sha256(file: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(1 << 20);
  const descriptor = openSync(file, 'r');
  for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
    hash.update(chunk.subarray(0, length));
  }
  closeSync(descriptor);
  return hash.digest('hex');
}

/**
 * Compares the files below a folder with its list.
 *
 * @throws CannotStart when a file is missing, damaged or not in the list
 */
export async function checkSums(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, sumsFile), 'utf8');
  const listed = new Set(list.split(/(?<=\n)/));
  const differing = listed.symmetricDifference(new Set(await sumsOf(folder)));
  if (differing.size === 0) return;
  const names = new Set([...differing].map((line) => line.trimEnd().replace(/^\w+ +/, '')));
  throw new CannotStart(`The backup is damaged: ${[...names].join(', ')} is not as it was written.`);
}
