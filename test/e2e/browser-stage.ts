import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { type Service, serviceForFile } from '../support/service.ts';
import { type ServedPage, servePage } from './serve-page.ts';

/** A service behind a socket, closed after the last test, and the browser of the worker. */
export async function setBrowserStage(): Promise<{ service: Service; served: ServedPage; browser: Browser }> {
  const service = await serviceForFile();
  const served = await servePage(service.deps);
  afterAll(() => served[Symbol.asyncDispose]());
  const browser = await sharedBrowser();
  return { service, served, browser };
}
