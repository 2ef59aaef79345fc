import { onJourney, presentJourney } from '../core/journey.ts';
import { inSpan, presentTraceparent } from '../tracing/span.ts';

/** What has led to a job: to be told in logs and traces, and nothing is decided by it. */
export interface JobOrigin {
  /** The request; `null` where none has led to it, as in a sweep. */
  readonly requestId: string | null;
  /** The trace (W3C Trace Context); `null` where none is collected. */
  readonly traceparent: string | null;
}

/** The origin of a job that is put into its queue right now, or of what will lead to one. */
export function presentOrigin(): JobOrigin {
  return { requestId: presentJourney()?.requestId ?? null, traceparent: presentTraceparent() };
}

/** An origin as jobs carry it, beside their ids. */
export interface JobData {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

export function jobDataOf({ requestId, traceparent }: JobOrigin): JobData {
  return { requestId: requestId ?? undefined, traceparent: traceparent ?? undefined };
}

/** Does the work of a job in the name of the request that has led to it, as a span of its trace. */
export function fromOrigin<Result>(
  { requestId, traceparent }: JobData,
  span: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const traced = () => inSpan(span, { kind: 'CONSUMER', parent: traceparent }, work);
  return requestId === undefined ? traced() : onJourney({ requestId, viewer: null }, traced);
}
