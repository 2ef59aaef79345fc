import { describe, expect, test, vi } from 'vitest';
import { verifyWebhook, type WebhookHeaders } from '../../packages/client/src/index.ts';
import { signEvent } from '../../src/auctions/webhooks/deliver-webhook.ts';

const body = '{"eventType":"test","payload":{"message":"It costs 5 €."}}';
const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const next = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const now = 1_800_000_000;

const signed = ({ secrets = [secret], at = now } = {}): Record<string, string> =>
  signEvent({ eventId: 'event-1', body, at: new Date(at * 1000) }, secrets);

interface Given {
  readonly headers?: WebhookHeaders;
  readonly body?: string | Uint8Array;
  readonly secrets?: string | string[];
}

/** What becomes of a request when the clock stands at `now`: the message of its event, or the error. */
async function verify({ headers = signed(), body: given = body, secrets = secret }: Given): Promise<string> {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now * 1000);
  try {
    const event = await verifyWebhook(given, headers, secrets);
    return event.eventType === 'test' ? event.payload.message : event.eventType;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  } finally {
    clock.mockRestore();
  }
}

describe('verifyWebhook', () => {
  test('returns the event of a signed request, with headers of any kind and a body of text or bytes', async () => {
    const inCapitals = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
    for (const headers of [signed(), inCapitals, new Headers(signed())]) {
      for (const each of [body, new TextEncoder().encode(body)]) {
        expect(await verify({ headers, body: each })).toBe('It costs 5 €.');
      }
    }
  });

  test('takes one of several secrets, and one of several signatures', async () => {
    expect(await verify({ secrets: [next, secret] })).toBe('It costs 5 €.');
    expect(await verify({ headers: signed({ secrets: [secret, next] }), secrets: next })).toBe('It costs 5 €.');
  });

  test.each<[string, Given]>([
    ['another secret', { secrets: next }],
    ['a changed body', { body: body.replace('5', '6') }],
    ['another id', { headers: { ...signed(), 'webhook-id': 'event-2' } }],
    [
      'another scheme',
      { headers: { ...signed(), 'webhook-signature': `v2${signed()['webhook-signature']!.slice(2)} é` } },
    ],
    ['no signature', { headers: { ...signed(), 'webhook-signature': '' } }],
    ['what is not base64', { headers: { ...signed(), 'webhook-signature': 'v1,forged' } }],
  ])('refuses %s', async (_, given) => {
    expect(await verify(given)).toContain('WebhookVerificationError: No signature matches');
  });

  test('refuses a signature that is more than five minutes old, or as far in the future', async () => {
    const at = (seconds: number) => verify({ headers: signed({ at: now + seconds }) });
    const tooFar = expect.stringContaining('WebhookVerificationError: webhook-timestamp is too far from now') as string;
    expect([await at(-301), await at(-300), await at(300), await at(301)]).toEqual([
      tooFar,
      'It costs 5 €.',
      'It costs 5 €.',
      tooFar,
    ]);
  });

  test('says which header is missing or malformed, and that a secret cannot be one', async () => {
    const { 'webhook-id': _, ...without } = signed();
    expect(await verify({ headers: without })).toBe('WebhookVerificationError: The header webhook-id is missing.');
    for (const timestamp of ['', '1e9', '-1', '9'.repeat(5_000)]) {
      expect(await verify({ headers: { ...signed(), 'webhook-timestamp': timestamp } })).toContain('is not a number');
    }
    for (const each of ['', 'whsec_', 'whsec_no', 'whsec_é', [secret, '']]) {
      expect(await verify({ secrets: each })).toBe('TypeError: A webhook secret must be whsec_ and then base64.');
    }
    expect(await verify({ secrets: [] })).toBe('TypeError: secrets is empty.');
  });
});
