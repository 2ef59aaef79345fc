import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type AuctionStage } from '../settlement/auction-stage.ts';
import { withDatabase } from '../support/settings.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { server } = mail;
let stage: AuctionStage;
let names = 0;
/** A bidder whom nobody has written to yet. */
const newName = () => `bidder-${(names += 1)}`;
beforeEach(async () => void (stage = await mail.stage()));

function startProcess(dies = ''): ChildProcess {
  const { config } = mail.service.deps;
  return spawn(process.execPath, [`${import.meta.dirname}/sending-process.ts`], {
    env: {
      ...process.env,
      ...withDatabase(config.databaseUrl!),
      SECRETS_KEY: config.secretsKeys[0],
      PUBLIC_URL: config.publicUrl,
      SMTP_URL: config.mail!.smtpUrl,
      MAIL_FROM: config.mail!.from,
      DIES: dies,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  // Until the server sees that the connection is closed.
  await delay(200);
};

test.each([
  ['before the server has taken the recipient', 'rcpt', 1],
  ['before the server has accepted the message', 'data', 1],
  ['after the server has accepted the message', 'accepted', 2],
] as const)(
  'a process that is killed %s loses no message, and doubles have one Message-ID',
  { timeout: 60_000 },
  async (_, at, times) => {
    const name = newName();
    const address = `${name}@example.com`;
    await mail.bid(stage, name, 5_000);
    const child = startProcess();
    const killed = Promise.withResolvers<void>();
    const first = () => kill(child).then(killed.resolve);
    server.next(address, { at, first });
    await killed.promise;
    expect(await mail.states(address)).toEqual(['pending']);
    await mail.hurry();
    await mail.work();
    const ids = server.received.filter(({ to }) => to === address).map(({ messageId }) => messageId);
    expect({ times: ids.length, ids: new Set(ids).size }).toEqual({ times, ids: 1 });
    expect(await mail.states(address)).toEqual(['sent']);
  },
);

test.each([
  ['messages: inside the transaction', 1],
  ['messages: claimed', 1],
  ['messages: sent', 2],
] as const)(
  'a process that dies at "%s" loses no message, and doubles have one Message-ID',
  { timeout: 60_000 },
  async (dies, times) => {
    const name = newName();
    const address = `${name}@example.com`;
    await mail.bid(stage, name, 5_000);
    await once(startProcess(dies), 'exit');
    await mail.hurry();
    await mail.work();
    const ids = server.received.filter(({ to }) => to === address).map(({ messageId }) => messageId);
    expect({ times: ids.length, ids: new Set(ids).size }).toEqual({ times, ids: 1 });
  },
);
