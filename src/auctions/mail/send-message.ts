import { createTransport } from 'nodemailer';
import type { Config } from '../../platform/config.ts';
import { emailAddress } from '../../core/email-address.ts';
import type { SendResult } from './claim-messages.ts';
import { faultOfReply } from './fault-of-reply.ts';
import type { MessageFacts } from './message-facts.ts';
import type { LinkConfig } from './message-links.ts';
import { renderMessage } from './render-message.ts';

export type MailConfig = NonNullable<Config['mail']>;

/** One attempt may take so long: much less than a claim lasts. */
const limitMs = 60_000;

const connectionsAtOnce = 5;

/** Sends messages to the mail server of the configuration. */
export interface Mailer extends Disposable {
  send(facts: MessageFacts): Promise<SendResult>;
}

/** @param limits shorter ones are for tests */
export function makeMailer(
  config: LinkConfig & Pick<Config, 'providerSandbox'> & { readonly mail: MailConfig },
  { silenceMs = 20_000, attemptMs = limitMs }: { silenceMs?: number; attemptMs?: number } = {},
): Mailer {
  const { smtpUrl, from } = config.mail;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsAtOnce,
    // A server may have closed each kept connection. The pool then tries the next one, and a new one last, whose error says the reason. Our own
    // retries wait longer, and are recorded.
    maxRequeues: connectionsAtOnce,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const host = address.slice(address.lastIndexOf('@') + 1).trim();
  return {
    async send(facts) {
      const { subject, text, html, unsubscribeUrl } = renderMessage(facts, config);
      const message = {
        // A bidder knows the seller, and not the operator.
        from: facts.isToSeller ? from : { name: facts.sellerName, address },
        ...replyTo(facts),
        // Not as a text, which would be read as a list.
        to: { name: '', address: facts.address },
        subject,
        text,
        html,
        // A message that is sent twice, as nobody knows whether it was accepted, has the same one. A copy that its reader asked for has another.
        messageId: `<${facts.eventId}${facts.copies === 0 ? '' : `.${facts.copies}`}@${host}>`,
        date: facts.createdAt,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // Not folded: some mail programs read the line of the name alone.
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        // The pool drops a message whose time is over, and does not send it later.
        signal: AbortSignal.timeout(attemptMs),
      };
      return await transport.sendMail(message).then((): SendResult => ({ outcome: 'sent' }), resultOf);
    },
    [Symbol.dispose]: () => transport.close(),
  };
}

/** An answer goes to the address that the seller shows bidders as its contact, where there is one. */
function replyTo({ isToSeller, contact }: MessageFacts): { readonly replyTo?: string } {
  const found = /[^\s<>()[\]:;,"\\*`~]+@[^\s<>()[\]:;,"\\@]*[\p{L}\p{N}]/u.exec(isToSeller ? '' : (contact ?? ''))?.[0];
  const valid = emailAddress.safeParse(found);
  return valid.success ? { replyTo: valid.data } : {};
}

/** @returns why messages could not be handed to the mail server; `null`: they could */
export async function verifyMailServer({ smtpUrl }: MailConfig): Promise<string | null> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 5_000,
  });
  return await transport.verify().then(
    () => null,
    ({ message }: Error) => message,
  );
}

/** An error of nodemailer. */
interface MailError extends Error {
  readonly code?: string;
  readonly command?: string;
  /** The reply of the mail server. */
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * Reads what an error means. A reply that says that the address takes nothing is final. Everything else may pass: a temporary reply, a broken
 * connection, or a fault of the operator's, who is told about it.
 */
export function resultOf(error: MailError): SendResult {
  const { responseCode = 0, command = '', response = '' } = error;
  const text = response === '' ? error.message : response;
  const reason = `${command} ${text}`.trim().slice(0, 500);
  const fault = faultOfReply({ code: responseCode, text, isToRecipient: command.startsWith('RCPT') });
  if (fault === 'recipient') return { outcome: 'refused', reason };
  if (fault === 'sender') return { outcome: 'sender_refused', reason };
  return { outcome: 'unknown', reason, ...(responseCode === 0 && { isUnanswered: true }) };
}
