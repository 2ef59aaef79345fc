import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { requireProgram } from './optional-programs.ts';

let shared: Promise<Browser> | undefined;

/** The Chromium of this worker, without a window. It reaches nothing but this machine, and ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: requireProgram('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  /** What must not happen, in order: requests to elsewhere, errors and warnings on the console, uncaught exceptions. */
  readonly complaints: string[];
}

/** A page in a profile of its own: no cookie, storage or cache of another. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isHere = ['data:', 'blob:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname);
    if (!isHere) complaints.push(`request: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`exception: ${error.error().stack}`));
  return { page: await context.newPage(), complaints, [Symbol.asyncDispose]: () => context.close() };
}
