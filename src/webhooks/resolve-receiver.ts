import type { Config } from '../config.ts';
import type { SellerMode } from '../core/viewer.ts';
import { faultOfWebhookUrl, mayReachLoopback } from './fault-of-webhook-url.ts';
import { hostOfUrl } from './host-of-url.ts';
import { judgeAddress } from './judge-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** The addresses that a request may be sent to, or the reason why it must not be sent. */
export type Receiver = { readonly addresses: readonly string[] } | { readonly error: string };

/**
 * Resolves the addresses of a receiver and checks each of them: if one must not be reached, none is used. The caller must
 * connect to these addresses without another lookup: the next answer may differ.
 */
export async function resolveReceiver(
  { config, resolveName }: { config: Pick<Config, 'webhookAllowLoopback'>; resolveName: ResolveName },
  mode: SellerMode,
  url: string,
): Promise<Receiver> {
  if (faultOfWebhookUrl(config, mode, url) !== null) return { error: 'url_not_allowed' };
  const { name, address } = hostOfUrl(new URL(url));
  const addresses = address === null ? await resolveName(name).catch(() => []) : [address];
  if (addresses.length === 0) return { error: 'name_not_resolved' };
  const reachesLoopback = mayReachLoopback(config, mode);
  const mayReach = addresses.every((each) => {
    const kind = judgeAddress(each);
    return kind === 'public' || (kind === 'loopback' && reachesLoopback);
  });
  return mayReach ? { addresses } : { error: 'address_not_allowed' };
}
