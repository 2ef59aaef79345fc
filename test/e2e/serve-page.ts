import { readConfig } from '../../src/platform/config.ts';
import { createApp } from '../../src/operations/start/app.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeLoadShedder } from '../../src/operations/shedding/load-shedder.ts';
import { listen } from '../../src/operations/http/listen.ts';
import { freePort } from '../support/free-port.ts';
import { withDatabase } from '../support/settings.ts';

export interface ServedPage extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

/** The service behind a real socket, as bidders reach it; any number of them on one database. */
export async function servePage(deps: ProcessDeps, env: Record<string, string> = {}): Promise<ServedPage> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = {
    ...readConfig({ ...withDatabase(deps.config.databaseUrl ?? ''), PUBLIC_URL: url, PORT: `${port}`, ...env }),
  };
  const app = createApp({ ...deps, config });
  const server = await listen(config, app, makeLoadShedder({ ...deps, config }, app));
  return {
    url,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
