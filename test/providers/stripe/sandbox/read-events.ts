import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import type { ProviderEvent } from '../../../../src/payments/providers/provider-event.ts';
import { readStripeEvent, stripeEventTypes } from '../../../../src/payments/providers/stripe/read-stripe-event.ts';

/** Reads the events of some payments as the service does. */
export interface EventSource {
  /**
   * Waits until every payment has the events that are expected of it, or for two minutes.
   *
   * @param expected the kinds of events by the name of the payment at Stripe
   * @returns the kinds that came, by payment, each once and in alphabetical order
   */
  read(expected: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>>;
}

const maxMs = 120_000;

/**
 * Asks Stripe for the events of the last hour. Each body is signed here, as Stripe signs it for an endpoint, and goes through
 * the service's own reader.
 */
export function pollEvents(stripe: Stripe): EventSource {
  const secret = 'whsec_of_this_run';
  const since = Math.floor(Date.now() / 1000) - 3_600;
  return waitFor(async () => {
    const { data } = await stripe.events.list({
      types: Object.keys(stripeEventTypes),
      created: { gte: since },
      limit: 100,
    });
    const read = await Promise.all(
      data.map((event) => {
        const payload = JSON.stringify(event);
        const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
        return readStripeEvent({ webhookSecrets: [secret], secretKey: 'sk_test_x' }, Buffer.from(payload), signature);
      }),
    );
    return read.filter(isOfPayment);
  });
}

export interface Listener extends EventSource, AsyncDisposable {
  readonly url: string;
}

/**
 * Takes the events that `stripe listen --forward-to` sends to this machine.
 *
 * @param secret what `stripe listen` prints as its signing secret
 */
export async function listenForEvents({ port, secret }: { port: number; secret: string }): Promise<Listener> {
  const taken: ProviderEvent[] = [];
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const signature = request.headers['stripe-signature'] as string | undefined;
    const event = await readStripeEvent(
      { webhookSecrets: [secret], secretKey: 'sk_test_x' },
      await buffer(request),
      signature ?? null,
    );
    if (isOfPayment(event)) taken.push(event);
    response.writeHead(event?.kind === 'refused' ? 400 : 200).end(event?.kind === 'refused' ? event.reason : '');
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/provider-events/stripe`,
    ...waitFor(async () => taken),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isOfPayment(event: Awaited<ReturnType<typeof readStripeEvent>>): event is ProviderEvent {
  return event !== null && event.kind !== 'refused' && event.kind !== 'account';
}

function waitFor(look: () => Promise<readonly ProviderEvent[]>): EventSource {
  return {
    async read(expected) {
      const began = performance.now();
      for (;;) {
        const events = await look();
        const found = new Map(
          [...expected.keys()].map((reference) => {
            const kinds = events.filter((event) => event.reference === reference).map(({ kind }) => kind);
            return [reference, [...new Set<string>(kinds)].sort()] as const;
          }),
        );
        const isComplete = [...expected].every(([reference, kinds]) =>
          kinds.every((kind) => found.get(reference)!.includes(kind)),
        );
        if (isComplete || performance.now() - began > maxMs) return found;
        await delay(1_000);
      }
    },
  };
}
