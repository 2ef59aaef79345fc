import { expect } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { publicUrl } from '../support/service.ts';

/** The contract's table of errors: the one status of each code. */
export const statusOfCode = {
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  invalid_request: 400,
  auction_not_found: 404,
  bid_not_found: 404,
  auction_completed: 409,
  field_locked: 409,
  auction_settling: 409,
  payments_unavailable: 409,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_media_type: 415,
  payload_too_large: 413,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** What a refusal says, whichever door it came through. */
export interface Refused {
  readonly code: string;
  /** Sorted, each as `/title too_short`; a fault of the whole body as `body malformed_json`. */
  readonly faults: readonly string[];
}

/** Holds an answer against everything that the contract says of every problem, then tells what it says. */
export function readProblem(answer: Answer): Refused {
  const { body, headers } = answer;
  expect(headers.get('content-type')).toBe('application/problem+json');
  const members = ['type', 'title', 'status', 'detail', 'code', 'requestId', ...('errors' in body ? ['errors'] : [])];
  expect(Object.keys(body).sort()).toEqual(members.sort());
  expect(body.status).toBe(answer.status);
  expect(answer.status).toBe(statusOfCode[body.code as ErrorCode]);
  expect(body.type).toBe(`${publicUrl}/docs/errors#${body.code}`);
  expect(body.requestId).toBe(headers.get('x-request-id'));
  for (const text of [body.title, body.detail, body.requestId]) expect(text).toEqual(expect.stringMatching(/./));
  return { code: body.code, faults: readFaults(body) };
}

/** @param errors absent where a refusal has no faults to list; never an empty list */
export function readFaults({ errors }: { errors?: unknown }): string[] {
  if (errors === undefined) return [];
  const faults = errors as { pointer: string; code: string; detail: string }[];
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) {
    expect(Object.keys(fault).sort()).toEqual(['code', 'detail', 'pointer']);
    expect(fault.detail).toEqual(expect.stringMatching(/./));
  }
  return faults.map(({ pointer, code }) => `${pointer === '' ? 'body' : pointer} ${code}`).sort();
}

/** @param faults every fault that the answer lists, in any order */
export function expectProblem(answer: Answer, code: ErrorCode, faults: readonly string[] = []): void {
  expect(readProblem(answer)).toEqual({ code, faults: [...faults].sort() });
}
