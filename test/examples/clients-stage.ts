import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Seller } from '../support/seller.ts';
import { installPackages } from '../support/install-packages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const folder = path.join(root, 'examples/clients');

/** The server of the example pages, for one seller, on a port of its own. */
export interface ClientPages extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

/**
 * Installs, builds and checks the pages of `examples/clients`, as their README tells.
 *
 * @param seller reads the schema with a public key
 * @returns serves them for a seller
 */
export async function buildClientPages(
  serviceUrl: string,
  seller: Seller,
): Promise<(seller: Seller) => Promise<ClientPages>> {
  installPackages(folder);
  const environment = async (of: Seller) => ({
    PATH: process.env['PATH'],
    SERVICE_URL: serviceUrl,
    PUBLIC_KEY: await publicKeyOf(of),
    SECRET_KEY: of.key,
    PORT: '0',
    // The clients then warn of what their caches do not understand.
    NODE_ENV: 'development',
  });
  const env = await environment(seller);
  await run(process.execPath, ['build.mjs'], { cwd: folder, env });
  await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
  return async (of) => {
    const server = spawn(process.execPath, ['server.mjs'], {
      cwd: folder,
      env: await environment(of),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    return {
      url: line.toString().trim(),
      async [Symbol.asyncDispose]() {
        const closed = once(server, 'close');
        server.kill();
        await closed;
      },
    };
  };
}

async function publicKeyOf(seller: Seller): Promise<string> {
  const { body } = await seller.mutate('createKey', { scopes: ['PUBLIC'] }, 'key');
  return body.data.createKey.key;
}
