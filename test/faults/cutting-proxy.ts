import { connect } from 'node:net';
import { byWayOf, startRelay } from '../support/relay.ts';

/** Stands between the service and PostgreSQL, and cuts connections. */
export interface CuttingProxy extends AsyncDisposable {
  /** The database's URL by way of here. */
  readonly url: string;
  /** How many commits have come by. */
  commits(): number;
  /** The server gets the commit of this number, from now on, and its answer never arrives. */
  cutAtCommit(number: number): void;
  /** The server gets the next statement of this name, with which its transaction ends, and its answer never arrives. */
  cutAtStatement(name: string): void;
  /** The server gets the next statement of this name without the end of its transaction, and nothing more over that connection, which stays. */
  withholdEndOf(name: string): void;
  /** The server gets the next statement of this name, and nothing it answers over that connection arrives, which stays. */
  silenceAt(name: string): void;
}

/** What a client sends to commit: a simple query, its length, its text. */
const commit = Buffer.from('Q\0\0\0\u000bcommit\0');

/** How many bytes end a transaction of statements that are sent together. */
const syncBytes = 5;

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  let commits = 0;
  let cutsAt = 0;
  let cutsStatement: string | null = null;
  let withheld: string | null = null;
  let silencing: string | null = null;

  const relay = await startRelay((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) });
    let isCut = false;
    let isSilent = false;
    let isUnheard = false;
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes(commit)) {
        commits += 1;
        isCut = commits === cutsAt;
      }
      if (cutsStatement !== null && chunk.includes(cutsStatement)) {
        cutsStatement = null;
        isCut = true;
      }
      if (isSilent) return;
      if (silencing !== null && chunk.includes(silencing)) {
        silencing = null;
        isUnheard = true;
      }
      isSilent = withheld !== null && chunk.includes(withheld);
      if (isSilent) withheld = null;
      database.write(isSilent ? chunk.subarray(0, -syncBytes) : chunk);
    });
    // The answer shows that the server has committed: now the connection breaks.
    database.on('data', (chunk) => (isCut ? client.destroy() : isUnheard || client.write(chunk)));
    return database;
  });
  return {
    url: byWayOf(relay, databaseUrl),
    commits: () => commits,
    cutAtCommit: (number) => {
      commits = 0;
      cutsAt = number;
    },
    cutAtStatement: (name) => void (cutsStatement = name),
    withholdEndOf: (name) => void (withheld = name),
    silenceAt: (name) => void (silencing = name),
    [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
  };
}
