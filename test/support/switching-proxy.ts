import { connect } from 'node:net';
import { byWayOf, startRelay } from './relay.ts';

/** An address of PostgreSQL that leads to one server and later to another, as that of a cluster does. */
export interface SwitchingProxy extends AsyncDisposable {
  /** The database's URL by way of here. */
  readonly url: string;
  /** Leads new connections to another server. Present ones stay where they are. */
  leadTo(databaseUrl: string): void;
}

export async function startSwitchingProxy(databaseUrl: string): Promise<SwitchingProxy> {
  let target = new URL(databaseUrl);
  const relay = await startRelay((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) });
    client.pipe(database).pipe(client);
    return database;
  });
  return {
    url: byWayOf(relay, databaseUrl),
    leadTo: (other) => void (target = new URL(other)),
    [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
  };
}
