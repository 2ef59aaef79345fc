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
 * Packs the Python client as a wheel (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
 *
 * @param version the version that the file's name has
 */
export function packWheel(version: string): Uint8Array {
  const info = `auction_service_client-${version}.dist-info`;
  const modules = new URL('client-python/auction_client/', packages);
  const files: Record<string, Uint8Array> = {
    ...Object.fromEntries(
      readdirSync(modules)
        .filter((name) => /\.py$|^py\.typed$/.test(name))
        .map((name) => [`auction_client/${name}`, readFileSync(new URL(name, modules))]),
    ),
    [`${info}/METADATA`]: lines(
      'Metadata-Version: 2.1',
      'Name: auction-service-client',
      `Version: ${version}`,
      'Summary: A typed client of the auction service: REST, GraphQL and webhooks.',
      'Requires-Python: >=3.11',
    ),
    [`${info}/WHEEL`]: lines(
      'Wheel-Version: 1.0',
      'Generator: auction-service',
      'Root-Is-Purelib: true',
      'Tag: py3-none-any',
    ),
  };
  const record = Object.entries(files).map(
    ([name, data]) => `${name},sha256=${createHash('sha256').update(data).digest('base64url')},${data.length}`,
  );
  files[`${info}/RECORD`] = lines(...record, `${info}/RECORD,,`);
  return zipSync(files, { mtime: fixedTime });
}

/** The version of both clients. */
export function clientVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('client/package.json', packages), 'utf8')) as { version: string };
  return version;
}

function lines(...texts: string[]): Uint8Array {
  return Buffer.from(`${texts.join('\n')}\n`);
}
