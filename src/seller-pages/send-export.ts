import type { Context } from 'hono';
import { exportKinds, exportRows, headersOf, scopeOfExport } from '../books/export-rows.ts';
import { byteOrderMark, csvRow } from '../core/csv.ts';
import type { Scope, Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';

/** A page of an export costs as much as so many requests. */
const pageCosts = 5;

/**
 * Streams a table of a seller for a period as CSV. Each page is read once the browser has taken the page before.
 *
 * @param c its query has `kind`, and the first and the last day in the seller's zone
 * @returns `null`: the query names no table or no period; `lacking`: the scope that the key lacks
 */
export function sendExport(
  c: Context,
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  { zone, charge }: { readonly zone: string; readonly charge: (points: number) => void },
): Response | { readonly lacking: Scope } | null {
  const kind = exportKinds.find((each) => each === c.req.query('kind'));
  const [first, last] = [dayOf(c.req.query('from')), dayOf(c.req.query('until'))];
  if (kind === undefined || first === null || last === null || Temporal.PlainDate.compare(first, last) > 0) return null;
  const scope = scopeOfExport(kind);
  if (!viewer.scopes.has(scope)) return { lacking: scope };
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  const pages = exportRows(db, viewer, kind, { from: startOf(first), before: startOf(last.add({ days: 1 })) });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvRow(headersOf(kind)))),
    async pull(controller) {
      const { value, done } = await pages.next();
      if (done === true) return controller.close();
      charge(pageCosts);
      controller.enqueue(encoder.encode(value.map(csvRow).join('')));
    },
    cancel: async () => void (await pages.return()),
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
