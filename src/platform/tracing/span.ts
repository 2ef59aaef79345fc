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
import { followedIds } from '../../core/followed-ids.ts';

/** `null` if no traces are collected: then a span costs only this check. One per process. */
let tracer: Tracer | null = null;

/**
 * Sets the tracer.
 *
 * @param its `null` stops tracing
 */
export function useTracer(its: Tracer | null): void {
  tracer = its;
}

interface SpanOptions {
  readonly kind?: keyof typeof SpanKind;
  /** The parent span in another process (W3C Trace Context, `traceparent`); default: the current span. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Attributes;
}

/**
 * Runs `work` as a span of the current trace, or of a new one.
 *
 * @param work receives the span; `null` if no traces are collected
 */
export function inSpan<Result>(
  name: string,
  { kind = 'INTERNAL', parent, attributes = {} }: SpanOptions,
  work: (span: Span | null) => Result,
): Result {
  if (tracer === null) return work(null);
  const outer = parent == null ? context.active() : propagation.extract(context.active(), { traceparent: parent });
  const known = { ...followedIds(), ...attributes };
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes: known }, outer, (span) =>
    ended(span, () => work(span)),
  );
}

/**
 * Makes a span of each run.
 *
 * @param work of a field of Query or Mutation
 */
export function traced<Args extends unknown[], Result>(
  field: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => inSpan(field, {}, () => work(...args));
}

/** Runs `work` as a span below the current one. Without a current one there is no span: the work of a poll starts no trace. */
export function inChildSpan<Result>(name: string, options: SpanOptions, work: () => Result): Result {
  return tracer === null || trace.getActiveSpan() === undefined ? work() : inSpan(name, options, work);
}

/** Runs work in a certain span. */
export type InSpan = <Result>(work: () => Result) => Result;

/** Captures the current span, and returns a function that runs work in it. Without tracing, the work just runs. */
export function inPresentSpan(): InSpan {
  return tracer === null ? (work) => work() : AsyncLocalStorage.snapshot();
}

/** Returns the `traceparent` that a job carries, so that the job joins the trace that queued it; `null`: no trace. */
export function presentTraceparent(): string | null {
  if (tracer === null || trace.getActiveSpan() === undefined) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function ended<Result>(span: Span, work: () => Result): Result {
  const end = () => {
    span.setAttributes(followedIds());
    span.end();
  };
  const fail = (error: unknown) => {
    if (error instanceof Error) span.recordException(error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    end();
  };
  try {
    const result = work();
    if (result instanceof Promise) result.then(end, fail);
    else end();
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}
