import { crashPoint } from '../core/crash-point.ts';
import type { Deps } from '../deps.ts';
import { claimMessages, type ClaimedMessage, messagesAtOnce, recordSending } from '../mail/claim-messages.ts';
import { findMessage } from '../mail/message-facts.ts';
import { type Mailer, makeMailer } from '../mail/send-message.ts';
import { messagesSent } from '../metrics/metrics.ts';
import { repeat } from './repeat.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'log'>;

/** Sends messages every second. Any number of processes may do so. */
export function startMail(deps: MailDeps): AsyncDisposable {
  const { mail } = deps.config;
  const mailer = mail === null ? null : makeMailer({ ...deps.config, mail });
  const failure = 'Sending messages failed; retrying in a second.';
  const sending = repeat(deps, { pauseMs: 1_000, failure }, (signal) => sendDueMessages(deps, mailer, signal));
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]();
      mailer?.[Symbol.dispose]();
    },
  };
}

/**
 * Sends all messages that are due.
 *
 * @param mailer `null`: no mail server is configured, so that messages of live sellers wait
 */
export async function sendDueMessages(deps: MailDeps, mailer: Mailer | null, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { claimed, decided } = await claimMessages(deps.db);
    if (decided > 0) crashPoint('messages: claimed');
    await Promise.all(claimed.map((message) => sendMessage(deps, mailer, message)));
    if (decided < messagesAtOnce || signal?.aborted === true) return;
  }
}

/** Sends a message once, and records the outcome: at least once, as a process may die in between. */
async function sendMessage({ db, log }: MailDeps, mailer: Mailer | null, message: ClaimedMessage): Promise<void> {
  const facts = await findMessage(db, message.eventId);
  // Its bidder was erased.
  if (facts === null) return;
  const result = (await mailer?.send(facts)) ?? { outcome: 'unknown', reason: 'no mail server is configured' };
  crashPoint('messages: sent');
  await recordSending(db, message, result);
  messagesSent.inc({ result: result.outcome });
  if (result.outcome === 'sent') return;
  // The reply of a mail server may name the address, so that the row alone has it.
  log.warn({ ...message, sellerId: facts.sellerId, outcome: result.outcome }, 'A message was not sent.');
}
