import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { exportKinds, exportRows, headersOf, scopeOfExport } from '../../settlement/books/export-rows.ts';
import { byteOrderMark, csvRow } from '../../core/csv.ts';
import { fairSemaphore } from '../../core/semaphore.ts';
import { isOutage } from '../../core/outage.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';

/** A page of an export costs as much as so many requests. */
const pageCosts = 5;

/** A page of an export is in memory until it is read: of each seller two. A browser that reads nothing for a minute is cut off. */
const fewExports = fairSemaphore({ max: 100, maxOfOwner: 2 });

/**
 * Streams a table of a seller for a period as CSV. Each page is read once the browser has taken the page before.
 *
 * @param c its query has `kind`, and the first and the last day in the seller's zone
 * @param isSignedIn is asked before each page: a file ends in its middle when the session or the key does
 * @returns `null`: the query names no table or no period; `lacking`: the scope that the key lacks
 */
export function sendExport(
  c: Context,
  { db, log }: Pick<Deps, 'db' | 'log'>,
  viewer: Viewer,
  {
    zone,
    charge,
    isSignedIn,
  }: {
    readonly zone: string;
    readonly charge: (points: number) => void;
    readonly isSignedIn: () => Promise<boolean>;
  },
): Response | { readonly lacking: Scope } | null {
  const kind = exportKinds.find((each) => each === c.req.query('kind'));
  const [first, last] = [dayOf(c.req.query('from')), dayOf(c.req.query('until'))];
  if (kind === undefined || first === null || last === null || Temporal.PlainDate.compare(first, last) > 0) return null;
  const scope = scopeOfExport(kind);
  if (!viewer.scopes.has(scope)) return { lacking: scope };
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  const pages = exportRows(db, viewer, kind, { from: startOf(first), before: startOf(last.add({ days: 1 })) });
  const ended = Promise.withResolvers<void>();
  const begun = new Promise<void>((begin) => {
    void fewExports(viewer.sellerId, () => {
      begin();
      return ended.promise;
    });
  });
  /** Breaks the connection, so that the browser does not take the part for the whole. */
  const cutOff = (controller: ReadableStreamDefaultController, error: unknown) => {
    ended.resolve();
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    if (outgoing === undefined) controller.error(error);
    else outgoing.destroy();
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvRow(headersOf(kind)))),
    async pull(controller) {
      try {
        await begun;
        if (!(await isSignedIn())) return cutOff(controller, new Error('The session has ended.'));
        const { value, done } = await pages.next();
        if (done !== true) {
          charge(pageCosts);
          controller.enqueue(encoder.encode(value.map(csvRow).join('')));
          return;
        }
        controller.close();
        ended.resolve();
      } catch (error) {
        // The log says already that PostgreSQL is away.
        if (!isOutage(error)) log.error({ err: error, kind }, 'An export has failed.');
        cutOff(controller, error);
      }
    },
    async cancel() {
      ended.resolve();
      await pages.return();
    },
  });
  c.header('content-type', 'text/csv; charset=utf-8');
  c.header('content-disposition', `attachment; filename="${kind}-${first.toString()}-${last.toString()}.csv"`);
  c.header('cache-control', 'no-store');
  return c.body(body);
}

function dayOf(text: string | undefined): Temporal.PlainDate | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}
