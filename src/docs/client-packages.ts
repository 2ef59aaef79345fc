import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { createTar } from 'nanotar';

const packages = new URL('../../packages/', import.meta.url);

/** The earliest instant that a ZIP file can name, so that the same files give the same bytes. */
const fixedTime = Date.UTC(1980, 0, 2);

/** Packs the TypeScript client as `npm pack` does. */
export function packNpmPackage(): Uint8Array {
  const folder = new URL('client/', packages);
  const names = ['package.json', 'v1.d.ts', ...readdirSync(new URL('dist/', folder)).map((name) => `dist/${name}`)];
  const files = names.map((name) => ({
    name: `package/${name}`,
    data: readFileSync(new URL(name, folder)),
    attrs: { mtime: fixedTime },
  }));
  return gzipSync(createTar(files));
}

/**
 * Packs the Python client as a wheel, as `build_wheel.py` in its folder does
 * (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
 */
export function packWheel(): { readonly name: string; readonly bytes: Uint8Array } {
  const folder = new URL('client-python/', packages);
  const modules = readdirSync(new URL('auction_client/', folder)).filter((name) => /\.py$|^py\.typed$/.test(name));
  const paths = [...modules.map((name) => `auction_client/${name}`), 'wheel/METADATA', 'wheel/WHEEL'];
  const metadata = readFileSync(new URL('wheel/METADATA', folder), 'utf8');
  const release = `auction_service_client-${/^Version: (.+)$/m.exec(metadata)![1]!}`;
  const info = `${release}.dist-info`;
  const files = paths.map((path): [string, Buffer] => [
    path.replace(/^wheel\//, `${info}/`),
    readFileSync(new URL(path, folder)),
  ]);
  const record = files.map(
    ([name, data]) => `${name},sha256=${createHash('sha256').update(data).digest('base64url')},${data.length}\n`,
  );
  files.push([`${info}/RECORD`, Buffer.from([...record, `${info}/RECORD,,\n`].join(''))]);
  return { name: `${release}-py3-none-any.whl`, bytes: zipSync(Object.fromEntries(files), { mtime: fixedTime }) };
}
