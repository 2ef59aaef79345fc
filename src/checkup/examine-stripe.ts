import type { StripeConfig } from '../config.ts';
import { fault, fine, type Finding } from './finding.ts';

const limitMs = 10_000;

/** Whether Stripe can be reached and takes the key. Asks for the balance, which changes nothing. */
export async function examineStripe(stripe: StripeConfig): Promise<Finding[]> {
  const findings: Finding[] = [];
  const modes = [stripe.secretKey, stripe.publishableKey].map((key) => key.split('_')[1]);
  if (modes[0] !== modes[1]) {
    const found = `STRIPE_SECRET_KEY is of mode ${modes[0]}, STRIPE_PUBLISHABLE_KEY of mode ${modes[1]}.`;
    findings.push(fault('Keys of Stripe', found, 'Take both from the same page of the dashboard.'));
  }
  return [...findings, await askStripe(stripe)];
}

async function askStripe({ apiBase, secretKey }: StripeConfig): Promise<Finding> {
  const base = apiBase ?? 'https://api.stripe.com';
  try {
    const response = await fetch(`${base}/v1/balance`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(limitMs),
    });
    await response.body?.cancel();
    // A restricted key may do what it is for and not see the balance.
    if (response.ok || response.status === 403) return fine('Stripe', `${base} answers and knows the key.`);
    if (response.status === 401) {
      return fault('Stripe', 'It refuses STRIPE_SECRET_KEY.', 'Take a key that lives from the dashboard.');
    }
    return fault('Stripe', `${base} answers ${response.status}.`, 'Look at status.stripe.com.');
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const found = `${base} cannot be reached (${cause?.code ?? message}).`;
    return fault('Stripe', found, 'Let this machine reach it over https, by firewall and DNS.');
  }
}
