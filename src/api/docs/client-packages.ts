import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';

const packages = new URL('../../../packages/', import.meta.url);

/** Packs the TypeScript client as `npm pack` does. */
export function packNpmPackage(): Uint8Array {
  return pack('client/', 'package/', ['package.json', 'v1.d.ts', ...filesBelow('client/', 'dist/')]);
}

/** Packs the folder of the Python client, from which pip builds the package. */
export function packPythonPackage(): Uint8Array {
  const modules = filesBelow('client-python/', 'auction_client/').filter((name) => /\.py$|\/py\.typed$/.test(name));
  const build = ['pyproject.toml', 'build_wheel.py', 'wheel/METADATA', 'wheel/WHEEL'];
  return pack('client-python/', 'auction-service-client/', [...build, ...modules]);
}

/** @param inside the folder that the archive has */
function pack(folder: string, inside: string, names: readonly string[]): Uint8Array {
  const files = names.map((name) => ({
    name: inside + name,
    data: readFileSync(new URL(folder + name, packages)),
    // The same files give the same bytes.
    attrs: { mtime: 0 },
  }));
  return gzipSync(createTar(files));
}

function filesBelow(folder: string, below: string): string[] {
  return readdirSync(new URL(folder + below, packages)).map((name) => below + name);
}
