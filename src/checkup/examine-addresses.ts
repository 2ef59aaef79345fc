import type { Config } from '../config.ts';
import { fault, fine, type Finding, notice } from './finding.ts';

const limitMs = 5_000;

type Addressed = Pick<Config, 'publicUrl' | 'stripe' | 'trustedProxies'>;

/** Whether bidders find the service under the address that it puts into every `auctionUrl`. */
export async function examineAddresses(config: Addressed): Promise<Finding[]> {
  return [...judgeScheme(config), await examinePublicUrl(config)];
}

function judgeScheme({ publicUrl, stripe, trustedProxies }: Addressed): Finding[] {
  const isSecure = publicUrl.startsWith('https:');
  const findings: Finding[] = [];
  if (stripe !== null && !isSecure) {
    const remedy = 'Set PUBLIC_URL to the https address of the proxy in front of the service.';
    findings.push(fault('PUBLIC_URL', `Live sellers take cards, and ${publicUrl} is not https.`, remedy));
  }
  if (isSecure && trustedProxies === 0) {
    const found =
      'The service speaks http, so that a proxy makes https of it, and TRUST_PROXY is 0: all clients count as one.';
    findings.push(notice('TRUST_PROXY', found, 'Set it to the number of proxies that requests pass.'));
  }
  return findings;
}

async function examinePublicUrl({ publicUrl }: Addressed): Promise<Finding> {
  const subject = 'PUBLIC_URL';
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(limitMs) });
    const text = await response.text();
    if (response.status === 200 && text === 'ok') return fine(subject, `The service answers at ${publicUrl}.`);
    const remedy = 'Let the proxy there pass requests on to the service, or correct PUBLIC_URL.';
    return fault(subject, `Something else answers at ${publicUrl}: ${response.status} at /healthz.`, remedy);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const found = `Nothing answers at ${publicUrl} from this machine (${cause?.code ?? message}).`;
    // Before the first start, and behind some networks, that is as it should be.
    return notice(
      subject,
      found,
      'Where the service is running, see that the name, the proxy and the port lead to it.',
    );
  }
}
