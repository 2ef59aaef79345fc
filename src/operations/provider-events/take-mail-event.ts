import { hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { emailAddress } from '../../core/email-address.ts';
import { isOutage } from '../../core/outage.ts';
import { readBodyWithin } from '../../core/request-body.ts';
import type { Deps } from '../../payments/deps.ts';
import { faultOfReply, type ReplyFault } from '../../auctions/mail/fault-of-reply.ts';
import { type MailReport, recordReport } from '../../auctions/mail/mail-addresses.ts';
import { messagesSent } from '../../platform/metrics/metrics.ts';

const maxEventInBytes = 256 * 1024;

/**
 * Handles reports of bounces and complaints, as the usual senders of mail post them: an address that bounces gets no more messages, and one
 * whose owner complains no more news.
 *
 * @param token the last part of the address, unchanged: the secret of `MAIL_EVENTS_TOKEN`
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
    const { bounced, complained, refusedAsSender } = judged(report);
    if (refusedAsSender > 0) {
      messagesSent.inc({ result: 'sender_refused' }, refusedAsSender);
      log.error(
        { messages: refusedAsSender },
        'Mail servers refuse this service as a sender, as its sender of mail reports.',
      );
    }
    if (bounced.length + complained.length > 0) {
      const known = await recordReport(db, { bounced, complained });
      log.info(
        { bounced: bounced.length, complained: complained.length, known },
        'Bounces and complaints were reported.',
      );
    }
    return new Response('Taken.\n');
  } catch (error) {
    if (!isOutage(error)) throw error;
    return new Response('Try again.\n', { status: 503 });
  }
}

/** Sorts what was reported: a bounce at the operator's fault says nothing about its address. */
function judged(report: readonly Reported[]): MailReport & { readonly refusedAsSender: number } {
  const known = report.flatMap(({ address, ...said }) => {
    const valid = emailAddress.safeParse(address).data;
    const fault = said.kind === 'bounce' ? faultOfReply({ code: 550, text: said.text, isToRecipient: true }) : null;
    return valid === undefined ? [] : [{ address: valid, fault }];
  });
  const of = (wanted: ReplyFault | null) => known.flatMap(({ address, fault }) => (fault === wanted ? [address] : []));
  return { bounced: of('recipient'), complained: of(null), refusedAsSender: of('sender').length };
}

/** The part of a report that is about one address. `text`: the reply of the mail server that refused the message. */
interface Reported {
  readonly kind: 'bounce' | 'complaint';
  readonly address: string;
  readonly text: string;
}

const bounce = (address = '', ...replies: readonly (string | undefined)[]): Reported => ({
  kind: 'bounce',
  address,
  text: replies.filter((reply) => reply !== undefined).join(' '),
});
const complaint = (address = ''): Reported => ({ kind: 'complaint', address, text: '' });

const sesReport = z.object({
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(
        z.object({ emailAddress: z.string(), status: z.string().optional(), diagnosticCode: z.string().optional() }),
      ),
    })
    .optional(),
  complaint: z.object({ complainedRecipients: z.array(z.object({ emailAddress: z.string() })) }).optional(),
});

function reportedBySes({ bounce: bounced, complaint: complained }: z.output<typeof sesReport>): Reported[] {
  return [
    ...(bounced?.bounceType === 'Permanent' ? bounced.bouncedRecipients : []).map((each) =>
      bounce(each.emailAddress, each.status, each.diagnosticCode),
    ),
    ...(complained?.complainedRecipients ?? []).map((each) => complaint(each.emailAddress)),
  ];
}

/**
 * The reports of each sender become what they say about addresses: a report of mail that has arrived, or may still arrive, says nothing.
 */
const reports = z.union([
  // Postmark
  z
    .object({
      RecordType: z.string(),
      Type: z.string().optional(),
      Email: z.string().optional(),
      Details: z.string().optional(),
    })
    .transform(({ RecordType, Type = '', Email, Details }) => {
      if (RecordType === 'SpamComplaint') return [complaint(Email)];
      return RecordType === 'Bounce' && /^(?:Hard|Bad)/.test(Type) ? [bounce(Email, Details)] : [];
    }),
  // SendGrid
  z
    .array(
      z.object({
        event: z.string(),
        type: z.string().optional(),
        email: z.string(),
        status: z.string().optional(),
        reason: z.string().optional(),
      }),
    )
    .transform((events) =>
      events.flatMap(({ event, type, email, status, reason }) => {
        if (event === 'spamreport') return [complaint(email)];
        return event === 'bounce' && type !== 'blocked' ? [bounce(email, status, reason)] : [];
      }),
    ),
  // Mailgun
  z
    .object({
      'event-data': z.object({
        event: z.string(),
        severity: z.string().optional(),
        recipient: z.string(),
        'delivery-status': z.object({ message: z.string().optional(), description: z.string().optional() }).optional(),
      }),
    })
    .transform(({ 'event-data': { event, severity, recipient, 'delivery-status': status } }) => {
      if (event === 'complained') return [complaint(recipient)];
      const isFinal = event === 'failed' && severity === 'permanent';
      return isFinal ? [bounce(recipient, status?.message, status?.description)] : [];
    }),
  // Amazon SES, by SNS
  z
    .object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.url() })
    .transform(({ SubscribeURL }) => ({ subscribeUrl: SubscribeURL })),
  z
    .object({ Type: z.literal('Notification'), Message: z.string() })
    .transform(({ Message }) => jsonOf(Message))
    .pipe(sesReport.transform(reportedBySes)),
  // The same with raw delivery: the notification of an identity, or the event of a configuration set.
  sesReport.extend({ notificationType: z.string() }).transform(reportedBySes),
  sesReport.extend({ eventType: z.string(), mail: z.object({}) }).transform(reportedBySes),
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
