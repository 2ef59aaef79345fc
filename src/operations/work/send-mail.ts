import type { Logger } from 'pino';
import { crashPoint } from '../../core/crash-point.ts';
import { outageLog } from '../../core/outage.ts';
import type { Deps } from '../../payments/deps.ts';
import { claimMessages, type ClaimedMessage, recordSending } from '../../auctions/mail/claim-messages.ts';
import { findMessage } from '../../auctions/mail/message-facts.ts';
import { type Mailer, makeMailer } from '../../auctions/mail/send-message.ts';
import { messagesSent } from '../../platform/metrics/metrics.ts';
import { keepClaiming } from './keep-claiming.ts';
import { makeRightOfWay } from './right-of-way.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'log'>;

const places = 50;

/** Sends messages that are due. Any number of processes may do so. */
export function startMail(deps: MailDeps, rightOfWay = makeRightOfWay()): AsyncDisposable {
  const { mail } = deps.config;
  const mailer = mail === null ? null : makeMailer({ ...deps.config, mail });
  const outages = mailOutages(deps.log);
  const sending = keepClaiming(deps, {
    name: 'message',
    places,
    givesWay: () => rightOfWay.isTaken,
    claim: (limit) => claimMessages(deps.db, limit),
    about: ({ eventId: id, requestId, ...ids }) => ({ id, requestId, ...ids }),
    finish: (message) => sendMessage({ ...deps, outages }, mailer, message),
  });
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]();
      mailer?.[Symbol.dispose]();
    },
  };
}

type MailOutages = ReturnType<typeof mailOutages>;

/** Logs once that the mail server is away, or refuses the service as a sender, and once that it takes messages again. */
export function mailOutages(log: Logger) {
  return {
    unanswered: outageLog(log, 'The mail server', 'Messages wait, and are sent again.'),
    refused: outageLog(log, 'Sending by this mail server', 'It refuses this service as a sender: see messages.reason.'),
  };
}

/**
 * Sends a message once, and records the outcome: at least once, as a process may die in between.
 *
 * @param mailer `null`: no mail server is configured, so that messages of live sellers wait
 */
export async function sendMessage(
  { db, log, outages }: Pick<MailDeps, 'db' | 'log'> & { readonly outages: MailOutages },
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
  if (result.outcome === 'sent') {
    outages.unanswered.worked();
    outages.refused.worked();
    return;
  }
  // The reply of a mail server may name the address, so that the row alone has it.
  const about = { eventId, attempt, sellerId: facts.sellerId, outcome: result.outcome };
  if (result.outcome === 'sender_refused') outages.refused.failed(new Error('see messages.reason'));
  else if (result.outcome === 'unknown' && result.isUnanswered === true)
    outages.unanswered.failed(new Error(result.reason));
  log[result.outcome === 'refused' ? 'warn' : 'info'](about, 'A message was not sent.');
}
