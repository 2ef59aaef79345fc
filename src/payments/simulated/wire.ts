import { isOutage } from '../../core/outage.ts';
import type { Unknown } from '../gateway.ts';
import { withinDeadline } from '../within-deadline.ts';
import type { ServerError } from './decide.ts';
import type { Reply } from './perform.ts';

export type Operation = 'open' | 'authorize' | 'renew' | 'capture' | 'release' | 'read';

/** Returns the fault of a call to the provider; `null`: none. May be slow, like a network. */
export type Weather = (operation: Operation) => Fault | null | Promise<Fault | null>;

/**
 * `request_lost`: never arrives. `answer_lost`: executed, and the answer is lost. `server_error`: a 5xx, and nothing is
 * executed. `request_late`: executed long after the caller has given up. `request_twice`: executed, and once more later.
 */
export type Fault = 'request_lost' | 'answer_lost' | 'server_error' | 'request_late' | 'request_twice';

export interface Wire {
  readonly deadlineMs: number;
  readonly weather: Weather;
  /** Receives every request that arrives late: the receiver decides when, and in which order, the requests run. */
  readonly late: (execute: () => Promise<void>) => void;
}

/** Sends a request to the provider and returns its answer, or `unknown`. */
export async function sendOver<Answer extends { outcome: string }>(
  wire: Wire,
  operation: Operation,
  work: () => Promise<Reply>,
): Promise<Answer | Unknown> {
  return await withinDeadline(wire.deadlineMs, travel<Answer>(wire, operation, work));
}

async function travel<Answer extends { outcome: string }>(
  { weather, late }: Wire,
  operation: Operation,
  work: () => Promise<Reply>,
): Promise<Answer | Unknown> {
  const fault = await weather(operation);
  if (fault === 'server_error') return serverError;
  if (fault === 'request_lost') return connectionCut;
  const executeLate = async () => void (await work());
  if (fault === 'request_late') {
    late(executeLate);
    return connectionCut;
  }
  if (fault === 'request_twice') late(executeLate);
  let reply: Reply;
  try {
    reply = await work();
  } catch (error) {
    // The provider's database lost the connection, perhaps at its commit: the effect is unknown.
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
  return JSON.parse(json, (name, value: unknown) =>
    name === 'captureBefore' || name === 'madeAt' ? new Date(value as string) : value,
  );
}
