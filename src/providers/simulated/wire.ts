import { isOutage } from '../../core/outage.ts';
import type { Unknown } from '../observation.ts';
import { withinDeadline } from '../within-deadline.ts';
import type { ObjectLock } from './object-lock.ts';
import type { ServerError } from './decide.ts';
import type { Reply } from './perform.ts';

export type Operation = 'open' | 'hold' | 'renew' | 'capture' | 'release' | 'read';

/** Returns the fault of a call to the provider; `null`: none. May be slow, like a network. */
export type Weather = (operation: Operation) => Fault | null | Promise<Fault | null>;

/**
 * `request_lost`: never arrives. `answer_lost`: executed, and the answer is lost. `server_error`: a 5xx, and nothing is
 * executed. `error_kept`: the same, and the provider repeats it to each further request under the key. `request_late`: executed long
 * after the caller has given up. `request_twice`: executed, and once more later.
 */
export type Fault = 'request_lost' | 'answer_lost' | 'server_error' | 'error_kept' | 'request_late' | 'request_twice';

export interface Wire {
  readonly deadlineMs: number;
  readonly weather: Weather;
  /** The time that a request takes at the provider. The payment is locked meanwhile, also after the caller has given up. */
  readonly thinks: (operation: Operation) => Promise<void> | void;
  readonly lock: ObjectLock;
  /** The idempotency keys under which an error is kept. */
  readonly keptErrors: Set<string>;
  /** Receives every request that arrives late: the receiver decides when, and in which order, the requests run. */
  readonly late: (execute: () => Promise<void>) => void;
}

/** `reference`: the payment that the request locks; absent: the request only reads. */
export interface Target {
  readonly operation: Operation;
  readonly key?: string;
  readonly reference?: string;
}

/** Sends a request to the provider and returns its answer, or `unknown`. */
export async function sendOver<Answer extends { outcome: string }>(
  wire: Wire,
  to: Target,
  work: () => Promise<Reply>,
): Promise<Answer | Unknown> {
  return await withinDeadline(wire.deadlineMs, travel<Answer>(wire, to, work));
}

async function travel<Answer extends { outcome: string }>(
  { weather, thinks, lock, late, keptErrors }: Wire,
  { operation, reference, key }: Target,
  workAtOnce: () => Promise<Reply>,
): Promise<Answer | Unknown> {
  const execute = async (): Promise<Reply> => {
    await thinks(operation);
    return await workAtOnce();
  };
  const work = () => (reference === undefined ? execute() : lock.run(reference, execute));
  const fault = await weather(operation);
  if (fault === 'error_kept' && key !== undefined) keptErrors.add(key);
  if (fault === 'server_error' || fault === 'error_kept') return serverError;
  if (fault === 'request_lost') return connectionCut;
  if (key !== undefined && keptErrors.has(key)) return fault === 'answer_lost' ? connectionCut : serverError;
  const executeLate = async () => void (await work());
  if (fault === 'request_late') {
    late(executeLate);
    return connectionCut;
  }
  if (fault === 'request_twice') late(executeLate);
  let reply: Reply | 'lock_timeout';
  try {
    reply = await work();
  } catch (error) {
    // The provider's database lost the connection, perhaps at its commit: the effect is unknown.
    if (isOutage(error)) return connectionCut;
    throw error;
  }
  if (fault === 'answer_lost') return connectionCut;
  if (reply === 'lock_timeout') return lockTimeout;
  if (reply.isLost) return connectionCut;
  const answer = answerFromWire(reply.json) as Answer | ServerError;
  return answer.outcome === 'server_error' ? serverError : (answer as Answer);
}

const serverError: Unknown = { outcome: 'unknown', reason: 'the provider answered 503' };
/** Source: https://docs.stripe.com/error-codes#lock-timeout, which comes with the status 429. */
const lockTimeout: Unknown = { outcome: 'unknown', reason: 'the provider answered lock_timeout', isOverloaded: true };
const connectionCut: Unknown = { outcome: 'unknown', reason: 'the connection was cut' };

/** JSON has no instants. */
export function answerFromWire(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) =>
    name === 'captureBefore' || name === 'madeAt' ? new Date(value as string) : value,
  );
}
