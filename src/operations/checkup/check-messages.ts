import { type CheckResult, fault, fine } from '../../core/check-result.ts';
import type { Connection } from '../../platform/db/database.ts';
import { asSender } from '../../auctions/mail/claim-messages.ts';

/** Checks whether messages wait because a mail server refuses the operator as their sender. */
export async function checkMessages(connection: Connection): Promise<CheckResult[]> {
  const { rows } = await connection.query<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(created_at) as oldest from messages
     where next_attempt_at is not null and starts_with(reason, $1)`,
    [asSender],
  );
  const { count, oldest } = rows[0]!;
  if (oldest === null) return [fine('Messages', 'No mail server refuses the service as a sender.')];
  return [
    fault(
      'Messages',
      `${count} messages wait since ${oldest.toISOString()}: a mail server refuses the service as their sender.`,
      'Read messages.reason of those rows: a block list, SPF, DKIM or DMARC of the domain of MAIL_FROM, or the account of SMTP_URL. They are sent again for three days.',
    ),
  ];
}
