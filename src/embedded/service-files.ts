import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the file that holds the address of the service on this data folder; absent until it runs. */
export function addressFile(dataDir: string): string {
  return path.join(dataDir, 'service-address');
}

/** Finds the address of the service that runs on this data folder; `null`: none runs. */
export function findServiceAddress(dataDir: string): string | null {
  try {
    return readFileSync(addressFile(dataDir), 'utf8');
  } catch {
    return null;
  }
}
