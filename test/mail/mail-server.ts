import type { Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A message that the server has accepted. */
export interface Received {
  readonly to: string;
  readonly messageId: string;
  readonly mail: ParsedMail;
}

interface Reply {
  /** `from`: to the sender of the next message, whoever gets it. */
  readonly at: 'from' | 'rcpt' | 'data';
  readonly reply: number;
  readonly text?: string;
}

const replyOf = ({ reply, text = 'No' }: Reply) => Object.assign(new Error(text), { responseCode: reply });

/** What the server does with a message to an address, each time that it comes. */
export type Behaviour =
  | Reply
  /** Hangs up: before it has read the message, or after it has accepted it, without a reply. */
  | { readonly at: 'rcpt' | 'data' | 'accepted'; readonly cut: true }
  | { readonly at: 'rcpt' | 'data' | 'accepted'; readonly first: () => Promise<unknown> };

/** Hands the end of some work to a caller that waits for no promise. */
async function answered(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  const error = await work.then(
    () => null,
    (thrown: Error) => thrown,
  );
  done(error);
}

export interface MailServer extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** The attempts, by address, also those that were refused. */
  readonly attempts: string[];
  /** What happens to the next messages to an address, one after the other; then they are accepted. */
  next(address: string, ...behaviours: Behaviour[]): void;
}

/** A real SMTP server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const attempts: string[] = [];
  const sockets = new Map<number, Socket>();
  const planned = new Map<string, Behaviour[]>();
  const current = new Map<string, Behaviour | undefined>();

  const behave = async (session: SMTPServerSession, address: string, at: Behaviour['at']): Promise<void> => {
    const behaviour = current.get(address);
    if (behaviour?.at !== at) return;
    if ('first' in behaviour) {
      await behaviour.first();
      // The client has gone meanwhile, and took no answer.
      if (at !== 'accepted' && sockets.get(session.remotePort)?.destroyed === true) throw new Error('Gone');
      return;
    }
    if ('cut' in behaviour) {
      sockets.get(session.remotePort)?.destroy();
      throw new Error('Cut');
    }
    throw replyOf(behaviour);
  };
  /** The reply to the sender of the next message: its recipient is not known yet. */
  const toSender: Error[] = [];

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onMailFrom(_, __, done) {
      done(toSender.shift() ?? null);
    },
    onRcptTo({ address }, session, done) {
      attempts.push(address);
      current.set(address, planned.get(address)?.shift());
      void answered(behave(session, address, 'rcpt'), done);
    },
    onData(stream, session, done) {
      const { address } = session.envelope.rcptTo[0]!;
      const taking = (async () => {
        const mail = await simpleParser(stream);
        await behave(session, address, 'data');
        received.push({ to: address, messageId: mail.messageId ?? '', mail });
        await behave(session, address, 'accepted');
      })();
      void answered(taking, done);
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => void sockets.set(socket.remotePort!, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    attempts,
    next(address, ...behaviours) {
      const isToSender = (behaviour: Behaviour) => behaviour.at === 'from';
      toSender.push(...behaviours.filter(isToSender).map((behaviour) => replyOf(behaviour as Reply)));
      planned.set(
        address,
        behaviours.filter((behaviour) => !isToSender(behaviour)),
      );
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
