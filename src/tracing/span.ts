import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** `null` where nobody collects traces: then a span costs the look at this. One per process, as the process itself is. */
let tracer: Tracer | null = null;

/** @param its `null` to trace no more */
export function useTracer(its: Tracer | null): void {
  tracer = its;
}

export interface SpanOptions {
  readonly kind?: keyof typeof SpanKind;
  /** What led here in another process (W3C Trace Context, `traceparent`); without it, whatever is under way here. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Attributes;
}

/**
 * Does `work` as a span of the trace that is under way, or of a new one.
 *
 * @param work given the span; `null` where nobody collects traces
 */
export function inSpan<Result>(
  name: string,
  { kind = 'INTERNAL', parent, attributes = {} }: SpanOptions,
  work: (span: Span | null) => Result,
): Result {
  if (tracer === null) return work(null);
  const around = parent == null ? context.active() : propagation.extract(context.active(), { traceparent: parent });
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes }, around, (span) =>
    ended(span, () => work(span)),
  );
}

/** Does what is given to it in the span that is under way now; where nobody collects traces, as it is done anyway. */
export function inPresentSpan(): <Result>(work: () => Result) => Result {
  return tracer === null ? (work) => work() : AsyncLocalStorage.snapshot();
}

/** What a job carries, so that it belongs to the trace that has put it into its queue; `null`: no trace is under way. */
export function presentTraceparent(): string | null {
  if (tracer === null || trace.getActiveSpan() === undefined) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function ended<Result>(span: Span, work: () => Result): Result {
  const fail = (error: unknown) => {
    if (error instanceof Error) span.recordException(error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  try {
    const result = work();
    if (result instanceof Promise) result.then(() => span.end(), fail);
    else span.end();
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}
