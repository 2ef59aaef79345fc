import { type CheckResult, fault, fine, notice } from './check-result.ts';

const limitMs = 5_000;

/** Checks whether this service answers at its public address; `fine` if it does. */
export async function checkPublicUrl(publicUrl: string): Promise<CheckResult> {
  const subject = 'PUBLIC_URL';
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(limitMs) });
    const text = await response.text();
    if (response.status === 200 && text === 'ok') return await checkApi(publicUrl);
    const remedy = 'Let the proxy there pass requests on to the service, or correct PUBLIC_URL.';
    return fault(subject, `Something else answers at ${publicUrl}: ${response.status} at /healthz.`, remedy);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const found = `Nothing answers at ${publicUrl} from this machine (${cause?.code ?? message}).`;
    const remedy = 'If the service is running, see that the name, the proxy and the port lead to it.';
    // Before the first start, and in some networks, this is normal.
    return notice(subject, found, remedy);
  }
}

/** Every error of the API links to its page below the PUBLIC_URL of the process that answers. */
async function checkApi(publicUrl: string): Promise<CheckResult> {
  const subject = 'PUBLIC_URL';
  const response = await fetch(`${publicUrl}/v1/auctions`, { signal: AbortSignal.timeout(limitMs) });
  const { type = '', code = '' } = (await response.json().catch(() => ({}))) as { type?: string; code?: string };
  if (code === 'not_found') {
    const remedy =
      'Set PUBLIC_URL to the address of the API, on workers too: they write it into messages and webhooks.';
    return fault(subject, `A worker answers at ${publicUrl}, which serves no auctions.`, remedy);
  }
  const itsUrl = type.replace(/\/docs\/errors#.*$/, '');
  if (itsUrl === publicUrl) return fine(subject, `The service answers at ${publicUrl}.`);
  const remedy = 'Set the same PUBLIC_URL on every process.';
  return fault(subject, `The service at ${publicUrl} has another PUBLIC_URL: ${itsUrl || 'none'}.`, remedy);
}
