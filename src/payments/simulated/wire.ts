import { isOutage } from '../../core/outage.ts';
import type { Unknown } from '../gateway.ts';
import { withinDeadline } from '../within-deadline.ts';
import type { ServerError } from './decide.ts';
import type { Reply } from './perform.ts';

export type Operation = 'open' | 'authorize' | 'renew' | 'capture' | 'release' | 'read';

/** What happens to a call between us and the provider; `null`: nothing. It may take its time, as a slow network does. */
export type Weather = (operation: Operation) => Fault | null | Promise<Fault | null>;

/** `request_lost`: never arrives. `answer_lost`: done, but nobody hears. `server_error`: a 5xx, and nothing done. */
export type Fault = 'request_lost' | 'answer_lost' | 'server_error';

export interface Wire {
  readonly deadlineMs: number;
  readonly weather: Weather;
}

/** Brings a request to the provider and its answer back: what arrives, or that it is unknown. */
export async function sendOver<Answer extends { outcome: string }>(
  wire: Wire,
  operation: Operation,
  work: () => Promise<Reply>,
): Promise<Answer | Unknown> {
  return await withinDeadline(wire.deadlineMs, travel<Answer>(wire, operation, work));
}

async function travel<Answer extends { outcome: string }>(
  { weather }: Wire,
  operation: Operation,
  work: () => Promise<Reply>,
): Promise<Answer | Unknown> {
  const fault = await weather(operation);
  if (fault === 'server_error') return serverError;
  if (fault === 'request_lost') return connectionCut;
  let reply: Reply;
  try {
    reply = await work();
  } catch (error) {
    // The provider's database lost the connection, perhaps at its commit: nobody knows what was done.
    if (isOutage(error)) return connectionCut;
    throw error;
  }
  if (fault === 'answer_lost' || reply.isLost) return connectionCut;
  const answer = answerFromWire(reply.json) as Answer | ServerError;
  return answer.outcome === 'server_error' ? serverError : (answer as Answer);
}

const serverError: Unknown = { outcome: 'unknown', reason: 'the provider answered 503' };
const connectionCut: Unknown = { outcome: 'unknown', reason: 'the connection was cut' };

/** JSON has no instants. */
function answerFromWire(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => (name === 'captureBefore' ? new Date(value as string) : value));
}
