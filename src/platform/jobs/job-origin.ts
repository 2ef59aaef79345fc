import { about, type FollowedIds } from '../../core/followed-ids.ts';
import { inRequestContext, currentRequest } from '../../core/request-context.ts';
import { inSpan, presentTraceparent } from '../tracing/span.ts';

/** The request and trace that led to a job, for logs and traces. No code decides anything by it. */
export interface JobOrigin {
  /** The request; `null` if the job has none, as in a sweep. */
  readonly requestId: string | null;
  /** The trace (W3C Trace Context); `null` if no traces are collected. */
  readonly traceparent: string | null;
}

/** Returns the origin of a job that the current code queues. */
export function currentOrigin(): JobOrigin {
  return { requestId: currentRequest()?.requestId ?? null, traceparent: presentTraceparent() };
}

/** Runs a job's work in the context of the request that led to it, as a span of its trace. */
export function fromOrigin<Result>(
  { requestId = null, traceparent }: Partial<JobOrigin>,
  { name, ...ids }: FollowedIds & { readonly name: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const traced = () => about(ids, () => inSpan(name, { kind: 'CONSUMER', parent: traceparent }, work));
  return requestId === null ? traced() : inRequestContext({ requestId, viewer: null }, traced);
}
