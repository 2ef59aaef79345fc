import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { html } from 'hono/html';
import { makeStripePage } from '../../../../src/payments/providers/stripe/make-stripe-page.ts';
import type { Sandbox } from './sandbox.ts';

export interface PersonsBank extends AsyncDisposable {
  readonly url: string;
  readonly answerBank: NonNullable<Sandbox['answerBank']>;
}

const maxMs = 5 * 60_000;

/**
 * Shows a bank's challenge to the person at this machine, on the part of the bidder's page that the service itself shows, and
 * waits until the page comes back.
 *
 * @param tell hears what the person has to do
 */
export async function startPersonsBank({
  publishableKey,
  tell,
}: {
  publishableKey: string;
  tell: (line: string) => void;
}): Promise<PersonsBank> {
  const page = makeStripePage({ publishableKey });
  let secret = '';
  let comeBack = () => {};
  const server = createServer((request, response) => void serve(request.url!, response));

  async function serve(address: string, response: ServerResponse): Promise<void> {
    const isScript = address === '/stripe.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    if (isScript) return void response.end(await readFile(page.script!.file));
    if (address !== '/back') return void response.end(await showChallenge());
    response.end('The bank has answered. Go back to the terminal.');
    comeBack();
  }

  async function showChallenge(): Promise<string> {
    const links = { amount: '$5.00', answer: '/back', return: '/back', language: 'en' } as const;
    const view = await page.showChallenge({ provider: 'stripe', secret }, links);
    const { title, main } = view!;
    return String(
      await html`<!doctype html><html lang="en"><title>${title}</title>${main}<script src="/stripe.js" defer></script></html>`,
    );
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    async answerBank(clientSecret, verdict) {
      secret = clientSecret;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      comeBack = resolve;
      const timer = setTimeout(() => reject(new Error('Nobody answered the bank within five minutes.')), maxMs);
      tell(`        Open ${url} and press "${verdict === 'pass' ? 'Complete' : 'Fail'}" in the window of the bank.`);
      await promise.finally(() => clearTimeout(timer));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
