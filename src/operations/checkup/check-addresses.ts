import type { Config } from '../../platform/config.ts';
import { checkPublicUrl } from '../../core/check-public-url.ts';
import { fault, type CheckResult, notice } from '../../core/check-result.ts';

type AddressSettings = Pick<Config, 'publicUrl' | 'stripe' | 'trustedProxies'>;

/**
 * Checks whether bidders reach the service at the address that it puts into every `auctionUrl`.
 *
 * @param running the address of the service of this folder; `null`: none runs here
 */
export async function checkAddresses(config: AddressSettings, running: string | null = null): Promise<CheckResult[]> {
  const results = judgeScheme(config);
  if (running !== null && running !== config.publicUrl) {
    const found = `The service of this folder runs with PUBLIC_URL=${running}, and this command with ${config.publicUrl}.`;
    results.push(notice('Settings of this command', found, 'Run both with the same PORT and PUBLIC_URL.'));
  }
  return [...results, await checkPublicUrl(running ?? config.publicUrl)];
}

function judgeScheme({ publicUrl, stripe, trustedProxies }: AddressSettings): CheckResult[] {
  const isSecure = publicUrl.startsWith('https:');
  const results: CheckResult[] = [];
  if (stripe !== null && !isSecure) {
    const remedy = 'Set PUBLIC_URL to the https address of the proxy in front of the service.';
    results.push(fault('PUBLIC_URL', `Live sellers take cards, and ${publicUrl} is not https.`, remedy));
  }
  if (isSecure && trustedProxies === 0) {
    const found =
      'The service speaks http, so that a proxy makes https of it, and TRUST_PROXY is 0: all clients count as one.';
    results.push(notice('TRUST_PROXY', found, 'Set it to the number of proxies that requests pass.'));
  }
  return results;
}
