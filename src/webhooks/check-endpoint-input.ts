import type { z } from 'zod';
import type { Config } from '../config.ts';
import { checkInput, faultsIn } from '../core/check-input.ts';
import { type Fault, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { faultOfWebhookUrl } from './fault-of-webhook-url.ts';

/**
 * Checks a seller's input about an endpoint, and fills in defaults.
 *
 * @throws Refusal `invalid_request` with every fault, including an address that may not be called
 */
export function checkEndpointInput<Schema extends z.ZodType>(
  config: Pick<Config, 'webhookAllowLoopback'>,
  { mode }: Viewer,
  schema: Schema,
  raw: unknown,
): z.output<Schema> {
  const faults = faultsIn(schema, raw);
  const { url } = raw as { url?: unknown };
  const isUrl = typeof url === 'string' && !faults.some(({ pointer }) => pointer === '/url');
  const detail = isUrl ? faultOfWebhookUrl(config, mode, url) : null;
  const ofAddress: Fault[] = detail === null ? [] : [{ pointer: '/url', code: 'invalid_value', detail }];
  const all = [...faults, ...ofAddress];
  if (all.length > 0) throw new Refusal('invalid_request', { faults: all });
  return checkInput(schema, raw);
}
