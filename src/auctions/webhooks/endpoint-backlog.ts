import { nameOfWay, orderOf, rowsBehind, statementName } from '#one-statement/keyset.ts';
import { makeParameters } from '#one-statement/parameters.ts';
import { ascending, cursorPageInput, keysetOf, type ListPage, readListPage } from '../../core/cursor-page.ts';
import type { SellerMode } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';

/**
 * SQL: whether a due delivery waits for its endpoint and not for a worker. The endpoint fails, or workers send it as many deliveries as
 * it may have under way. The seller's receiver decides how long that takes, so no alarm rings.
 *
 * @param row the name of the row of `webhook_deliveries`
 */
export function waitsForEndpoint(row: string): string {
  return `(exists (
      select from webhook_endpoints e where e.endpoint_id = ${row}.endpoint_id and e.failing_since is not null offset 0)
    or exists (
      select from webhook_deliveries other
      where other.endpoint_id = ${row}.endpoint_id and other.is_under_way and other.next_attempt_at > statement_timestamp() offset 0))`;
}

/** An endpoint of any seller whose latest attempt has failed. */
export interface FailingEndpoint {
  readonly endpointId: string;
  readonly sellerId: string;
  readonly sellerName: string;
  readonly sellerMode: SellerMode;
  readonly url: string;
  /** The first failure since the last success. */
  readonly failingSince: Date;
  /** The deliveries that are not sent yet; at most `maxCounted`. */
  readonly pendingDeliveries: number;
}

/** Counting more would cost more than the figure is worth. */
export const maxCounted = 10_000;

const longestFirst = ascending('failing-endpoints', { failing_since: 'timestamptz', endpoint_id: 'uuid' });

/**
 * Lists the failing endpoints of all sellers, those that have failed for longest first. A disabled endpoint is not listed.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findFailingEndpoints(
  { db }: { readonly db: Connection },
  raw: unknown,
): Promise<ListPage<FailingEndpoint>> {
  return await readListPage(cursorPageInput, longestFirst, raw, async (page) => {
    const parameter = makeParameters();
    const keyset = keysetOf(page, parameter);
    const failing = 'webhook_endpoints where failing_since is not null and disabled_at is null';
    return await db.query<FailingEndpoint>({
      name: statementName('find-failing-webhook-endpoints', nameOfWay(page)),
      text: `
        select e.endpoint_id as "endpointId", e.seller_id as "sellerId", s.name as "sellerName", s.mode as "sellerMode", e.url,
          e.failing_since as "failingSince", pending.count as "pendingDeliveries"
        from (${rowsBehind(keyset, failing, parameter(page.limit))}) e
        join sellers s using (seller_id)
        cross join lateral (
          select count(*)::int from (
            select from webhook_deliveries d where d.endpoint_id = e.endpoint_id and d.next_attempt_at is not null limit ${maxCounted}
          ) counted
        ) pending
        order by ${orderOf(keyset)}`,
      values: parameter.values,
    });
  });
}

/** Counts the failing endpoints of all sellers that are not disabled. */
export async function countFailingEndpoints(db: Connection): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-failing-webhook-endpoints',
    text: 'select count(*)::int from webhook_endpoints where failing_since is not null and disabled_at is null',
  });
  return rows[0]!.count;
}
