import { connect } from 'node:net';
import { startRelay } from '../support/relay.ts';

/** Stands between a client and the service, whose address may change. */
export interface Cuts extends AsyncDisposable {
  readonly url: string;
  /** Breaks every connection that is open, in the middle of what it carries. */
  cut(): void;
  /** Sends later connections to another port. */
  moveTo(port: number): void;
}

export async function startCuts(url: string): Promise<Cuts> {
  let port = Number(new URL(url).port);
  const relay = await startRelay((client) => {
    const service = connect(port, '127.0.0.1');
    client.pipe(service).pipe(client);
    return service;
  });
  return {
    url: `http://127.0.0.1:${relay.port}`,
    cut: relay.cut,
    moveTo: (next) => void (port = next),
    [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
  };
}
