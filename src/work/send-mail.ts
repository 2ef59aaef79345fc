import { crashPoint } from '../core/crash-point.ts';
import type { Deps } from '../deps.ts';
import { claimMessages, type ClaimedMessage, recordSending } from '../mail/claim-messages.ts';
import { findMessage } from '../mail/message-facts.ts';
import { type Mailer, makeMailer } from '../mail/send-message.ts';
import { messagesSent } from '../metrics/metrics.ts';
import { keepClaiming } from './keep-claiming.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'log'>;

const places = 50;

/** Sends messages that are due. Any number of processes may do so. */
export function startMail(deps: MailDeps): AsyncDisposable {
  const { mail } = deps.config;
  const mailer = mail === null ? null : makeMailer({ ...deps.config, mail });
  const sending = keepClaiming(deps, {
    name: 'message',
    places,
    claim: (limit) => claimMessages(deps.db, limit),
    about: ({ eventId: id, requestId, ...ids }) => ({ id, requestId, ...ids }),
    finish: (message) => sendMessage(deps, mailer, message),
  });
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]();
      mailer?.[Symbol.dispose]();
    },
  };
}

/**
 * Sends a message once, and records the outcome: at least once, as a process may die in between.
 *
 * @param mailer `null`: no mail server is configured, so that messages of live sellers wait
 */
export async function sendMessage(
  { db, log }: MailDeps,
  mailer: Mailer | null,
  { isLeased, eventId, attempt }: ClaimedMessage,
): Promise<void> {
  if (!isLeased) return;
  const facts = await findMessage(db, eventId);
  // Its bidder was erased.
  if (facts === null) return;
  const result = (await mailer?.send(facts)) ?? { outcome: 'unknown', reason: 'no mail server is configured' };
  crashPoint('messages: sent');
  await recordSending(db, { eventId, attempt }, result);
  messagesSent.inc({ result: result.outcome });
  if (result.outcome === 'sent') return;
  // The reply of a mail server may name the address, so that the row alone has it.
  const about = { eventId, attempt, sellerId: facts.sellerId, outcome: result.outcome };
  if (result.outcome === 'sender_refused')
    log.error(about, 'The mail server refuses this service as a sender: see messages.reason.');
  else log.warn(about, 'A message was not sent.');
}
