import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';
import { tokenDigest } from '../core/bearer-token.ts';
import { Refusal } from '../core/refusal.ts';
import { clientAddress } from './client-address.ts';
import type { RequestLimits } from './request-limits.ts';

/** What the limits leave for the handlers behind them. */
export interface LimitedVariables {
  /** Present where the request is to be refused: each API says so in its own words. */
  refusal?: Refusal;
}

/** Counts the requests of an API. */
export function limitRequests(
  limits: RequestLimits,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): MiddlewareHandler<{ Variables: LimitedVariables }> {
  return async (c, next) => {
    const address = clientAddress(c, trustedProxies);
    const digest = tokenDigest(c.req.header('authorization') ?? null);
    const { headers, isRefused } = await limits.count({ address, digest });
    if (isRefused) c.set('refusal', new Refusal('rate_limited'));
    await next();
    if (c.res.status === 401) limits.chargeFailure(address);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}
