import { Readable } from 'node:stream';
import { createApp } from '../../src/operations/start/app.ts';
import type { Budget, Config } from '../../src/platform/config.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { makeSeller, type Seller } from '../support/seller.ts';
import type { Service } from '../support/service.ts';

/** The service with limits. */
export interface LimitedApp extends AsyncDisposable {
  /** @param remoteAddress whom the socket belongs to */
  ask(path: string, init?: RequestInit, remoteAddress?: string): Promise<Answer>;
  /** A new seller that asks here. */
  seller(): Promise<Seller>;
}

/** So long that it is not over before the test is. */
export const within = (points: number, seconds = 600): Budget => ({ points, seconds });

/** Counts in its own memory unless told. */
export function makeLimitedApp(
  { deps, db }: Service,
  rateLimits: Config['rateLimits'],
  more: Partial<Config> = {},
): LimitedApp {
  const app = createApp({ ...deps, config: { ...deps.config, rateLimits, ...more } });
  const ask = async (path: string, init: RequestInit = {}, remoteAddress = '10.0.0.1') => {
    const request = new Request(new URL(path, 'http://localhost'), init);
    const body = Readable.from(init.body == null ? [] : [Buffer.from(init.body as string)]);
    const socket = { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' };
    return readAnswer(await app.fetch(request, { incoming: Object.assign(body, { socket, headers: {} }) }));
  };
  return { ask, seller: () => makeSeller(db, ask), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}
