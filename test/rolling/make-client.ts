import { lostOn } from './balancer.ts';

/** Asks the service, without ever trying again. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export interface Client {
  readonly ask: Ask;
  /** Answers that were neither a failure nor lost. */
  readonly answered: number;
  /** Requests that were in flight on a process that was killed. */
  readonly lost: number;
  /** What must never be, one a line. */
  readonly failures: readonly string[];
}

/** @param wasKilled has the process of this address been killed, so that it may lose requests? */
export function makeClient(url: string, wasKilled: (process: string) => boolean): Client {
  const client = { answered: 0, lost: 0, failures: [] as string[] };
  const ask: Ask = async (path, init = {}) => {
    const { pathname, search } = new URL(path, url);
    const what = `${init.method ?? 'GET'} ${pathname}`;
    let answer: Response;
    try {
      answer = await fetch(url + pathname + search, { ...init, redirect: 'manual' });
    } catch (error) {
      if (init.signal?.aborted !== true) client.failures.push(`${what}: ${(error as Error).message}`);
      throw error;
    }
    const process = answer.headers.get(lostOn);
    if (process !== null && wasKilled(process)) client.lost += 1;
    else if (answer.status >= 500) client.failures.push(`${what}: ${answer.status} ${await answer.clone().text()}`);
    else client.answered += 1;
    return answer;
  };
  return Object.assign(client, { ask });
}
