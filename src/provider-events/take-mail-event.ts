import { hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { emailAddress } from '../core/email-address.ts';
import { isOutage } from '../core/outage.ts';
import { readBodyWithin } from '../core/request-body.ts';
import type { Deps } from '../deps.ts';
import { suppressAddresses } from '../mail/mail-addresses.ts';

const maxEventInBytes = 256 * 1024;

/**
 * Handles reports of bounces and complaints, as the usual senders of mail post them: no address that they name gets another message.
 *
 * @param token the last part of the address, as it came: the secret of `MAIL_EVENTS_TOKEN`
 */
export async function takeMailEvent(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  token: string,
  request: Request,
): Promise<Response> {
  const wanted = config.mail?.eventsToken ?? null;
  if (wanted === null || !timingSafeEqual(digestOf(token), digestOf(wanted)))
    return new Response('There is no such address.\n', { status: 404 });
  const body = await readBodyWithin(request, maxEventInBytes);
  if (body === null) return new Response('Too large.\n', { status: 413 });
  const report = reports.safeParse(jsonOf(body.toString())).data;
  if (report === undefined) return new Response('The body is no report of a sender that is known.\n', { status: 400 });
  if ('subscribeUrl' in report) {
    log.warn({ url: report.subscribeUrl }, 'Open this address once: Amazon SNS then posts reports of bounces.');
    return new Response('Taken.\n');
  }
  try {
    const addresses = report.flatMap((address) => emailAddress.safeParse(address).data ?? []);
    if (addresses.length > 0) {
      const suppressed = await suppressAddresses(db, addresses);
      log.info({ reported: addresses.length, suppressed }, 'Bounces and complaints were reported.');
    }
    return new Response('Taken.\n');
  } catch (error) {
    if (!isOutage(error)) throw error;
    return new Response('Try again.\n', { status: 503 });
  }
}

const sesAddresses = z.array(z.object({ emailAddress: z.string() }));

/**
 * The reports of each sender become the addresses that get no more mail: a report of mail that has arrived, or may still arrive,
 * becomes none.
 */
const reports = z.union([
  // Postmark
  z
    .object({ RecordType: z.string(), Type: z.string().optional(), Email: z.string().optional() })
    .transform(({ RecordType, Type = '', Email = '' }) => {
      const isFinal = RecordType === 'SpamComplaint' || (RecordType === 'Bounce' && /^(?:Hard|Bad)/.test(Type));
      return isFinal ? [Email] : [];
    }),
  // SendGrid
  z.array(z.object({ event: z.string(), type: z.string().optional(), email: z.string() })).transform((events) => {
    const isFinal = ({ event, type }: { event: string; type?: string | undefined }) =>
      event === 'spamreport' || (event === 'bounce' && type !== 'blocked');
    return events.filter(isFinal).map(({ email }) => email);
  }),
  // Mailgun
  z
    .object({
      'event-data': z.object({ event: z.string(), severity: z.string().optional(), recipient: z.string() }),
    })
    .transform(({ 'event-data': { event, severity, recipient } }) =>
      event === 'complained' || (event === 'failed' && severity === 'permanent') ? [recipient] : [],
    ),
  // Amazon SES, by SNS
  z
    .object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.url() })
    .transform(({ SubscribeURL }) => ({ subscribeUrl: SubscribeURL })),
  z
    .object({ Type: z.literal('Notification'), Message: z.string() })
    .transform(({ Message }) => jsonOf(Message))
    .pipe(
      z.object({
        bounce: z.object({ bounceType: z.string(), bouncedRecipients: sesAddresses }).optional(),
        complaint: z.object({ complainedRecipients: sesAddresses }).optional(),
      }),
    )
    .transform(({ bounce, complaint }) => {
      const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
      return [...bounced, ...(complaint?.complainedRecipients ?? [])].map((each) => each.emailAddress);
    }),
]);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const digestOf = (text: string) => hash('sha256', text, 'buffer');
