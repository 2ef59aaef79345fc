import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { within } from '../core/within.ts';
import type { SendResult } from './claim-messages.ts';
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
    // Our own retries wait longer, and are recorded.
    maxRequeues: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '');
  return {
    async send(facts) {
      const { subject, text, html, unsubscribeUrl } = renderMessage(facts, config);
      const sending = transport
        .sendMail({
          from,
          // Not as a text, which would be read as a list.
          to: { name: '', address: facts.address },
          subject,
          text,
          html,
          // A message that is sent twice, as nobody knows whether it was accepted, has the same one.
          messageId: `<${facts.eventId}@${host}>`,
          date: facts.createdAt,
          headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
          list: { unsubscribe: unsubscribeUrl },
        })
        .then((): SendResult => ({ outcome: 'sent' }), resultOf);
      return await within(attemptMs, sending).catch((): SendResult => ({ outcome: 'unknown', reason: 'timeout' }));
    },
    [Symbol.dispose]: () => transport.close(),
  };
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
 * Reads what an error means. A permanent reply about the recipient or the message itself is final. Everything else may pass: a
 * temporary reply, a broken connection, or a fault of the operator's account.
 */
export function resultOf(error: MailError): SendResult {
  const { responseCode = 0, command = '', response = '' } = error;
  const reason = `${command} ${response === '' ? error.message : response}`.trim().slice(0, 500);
  const isAboutRecipient = command.startsWith('RCPT');
  if (responseCode < 500 || !(isAboutRecipient || command === 'DATA')) return { outcome: 'unknown', reason };
  const enhanced = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const saysNoAddress =
    enhanced === undefined ? [550, 551, 553].includes(responseCode) : /^5\.1\.|^5\.2\.1$/.test(enhanced);
  return { outcome: 'refused', reason, isNoAddress: isAboutRecipient && saysNoAddress };
}
