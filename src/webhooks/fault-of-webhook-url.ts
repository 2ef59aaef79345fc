import type { Config } from '../config.ts';
import type { SellerMode } from '../core/viewer.ts';
import { hostOfUrl } from './host-of-url.ts';
import { isLoopbackName } from './resolve-name.ts';
import { judgeAddress } from './judge-address.ts';

type Setting = Pick<Config, 'webhookAllowLoopback'>;

/** Decides whether a seller's webhooks may go to this machine, and over plain http. A live seller's never may. */
export function mayReachLoopback({ webhookAllowLoopback }: Setting, mode: SellerMode): boolean {
  return webhookAllowLoopback && mode === 'test';
}

/**
 * Finds the fault of a webhook URL's text. Its resolved addresses may change, so every attempt checks them anew
 * (src/webhooks/resolve-receiver.ts).
 *
 * @returns a sentence; `null`: the text has no fault
 */
export function faultOfWebhookUrl(config: Setting, mode: SellerMode, text: string): string | null {
  if (!URL.canParse(text)) return 'Must be a URL.';
  const url = new URL(text);
  const reachesLoopback = mayReachLoopback(config, mode);
  if (url.protocol !== 'https:' && !(reachesLoopback && url.protocol === 'http:')) return 'Must start with "https://".';
  if (url.username !== '' || url.password !== '') return 'Must not hold a user name or password.';
  const { name, address } = hostOfUrl(url);
  const kind = address !== null ? judgeAddress(address) : isLoopbackName(name) ? 'loopback' : 'public';
  if (kind === 'public' || (kind === 'loopback' && reachesLoopback)) return null;
  return 'Must lead to a server on the public internet.';
}
