import type { ServerResponse } from 'node:http';
import { Refusal } from '../../core/refusal.ts';

/** The characters of answers that one caller, and all callers of a process, may have in flight. In UTF-8, a character takes up to three bytes. */
const most = { ofCaller: 64 * 1024 * 1024, ofProcess: 96 * 1024 * 1024 };

/** Shorter answers fit into the buffers of a connection, and connections are limited. */
const shortest = 16 * 1024;

/** The answer to one request. */
export interface AnswersInFlight {
  /**
   * Checks whether there is room for an answer. A caller without another one in flight may always have one.
   *
   * @throws Refusal `rate_limited` if the caller has too much in flight, `unavailable` if the process has
   */
  check(characters: number): void;
  /** Counts the answer until its connection has taken all of it. */
  count(characters: number): void;
  /** Counts the answer when its bytes are handed to the connection. */
  countWhenSent(): void;
}

/** For callers in this process, which read at once. */
export const notInFlight: AnswersInFlight = {
  check: () => undefined,
  count: () => undefined,
  countWhenSent: () => undefined,
};

/**
 * Makes the counts of answers that are made and not yet read. A client that asks and does not read keeps its answer in the memory of
 * this process, for up to a minute.
 */
export function makeAnswersInFlight(limits = most) {
  const ofCallers = new Map<string, number>();
  let ofProcess = 0;

  function add(caller: string, characters: number): void {
    ofProcess += characters;
    const left = (ofCallers.get(caller) ?? 0) + characters;
    if (left === 0) ofCallers.delete(caller);
    else ofCallers.set(caller, left);
  }

  /**
   * @param caller the digest of the key, or the address of a request without one
   * @param outgoing `undefined`: without a connection, nothing is counted
   */
  return (caller: string, outgoing: ServerResponse | undefined): AnswersInFlight => {
    const count = (characters: number) => {
      if (characters < shortest || outgoing === undefined || outgoing.closed) return;
      add(caller, characters);
      outgoing.once('close', () => add(caller, -characters));
    };
    return {
      check(characters) {
        const own = ofCallers.get(caller) ?? 0;
        if (own > 0 && own + characters > limits.ofCaller) {
          const detail = `Answers of ${inMebibytes(own)} MiB to this key or address are not read yet. Read them, or close their connections.`;
          throw new Refusal('rate_limited', { detail });
        }
        if (own > 0 && ofProcess + characters > limits.ofProcess) {
          const detail = `Answers of ${inMebibytes(ofProcess)} MiB are not read yet by their clients; try again after the seconds in "Retry-After".`;
          throw new Refusal('unavailable', { detail });
        }
      },
      count,
      countWhenSent: () => void outgoing?.once('prefinish', () => count(outgoing.writableLength)),
    };
  };
}

function inMebibytes(characters: number): number {
  return Math.round(characters / 1024 / 1024);
}
