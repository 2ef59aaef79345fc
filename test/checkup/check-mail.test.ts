import { expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { verifyMailServer } from '../../src/auctions/mail/send-message.ts';
import { startMailServer } from '../mail/mail-server.ts';

const mailAt = (smtpUrl: string) => readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: 'auctions@example.com' }).mail!;

test('a mail server that answers is fine, and one that does not is a fault with its reason', async () => {
  const server = await startMailServer();
  expect(await verifyMailServer(mailAt(server.url))).toBeNull();
  await server[Symbol.asyncDispose]();
  expect(await verifyMailServer(mailAt(server.url))).toContain('ECONNREFUSED');
});
