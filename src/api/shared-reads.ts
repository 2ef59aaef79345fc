import type { Parameters } from '#one-statement/parameters.ts';
import type { Variables } from '#one-statement/plan.ts';
import { planSelected } from '#one-statement/read-row.ts';
import type { Source } from '#one-statement/source.ts';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../payments/deps.ts';
import { planHost, type PlanRequest } from './plan-host.ts';
import { byVariables, decidingVariables } from './prepare.ts';

export type SharedReads = ReturnType<typeof makeSharedReads>;

type RowPlan = ReturnType<typeof planSelected<PlanRequest>>;

/** Makes the reads of events: one for each event and selection, however many subscribers have it. */
export function makeSharedReads({ config }: Pick<Deps, 'config'>) {
  const host = planHost(config, false);
  const plansOf = new WeakMap<FieldNode, (variables: Variables) => RowPlan>();
  const readsOf = new WeakMap<object, Map<string, Promise<unknown>>>();

  /** Plans a field of a document once for each combination of `@include` and `@skip`. */
  function planFor(info: GraphQLResolveInfo): RowPlan {
    const plan = (variableValues: Variables) => planSelected(host, { ...info, variableValues });
    const parts = () => [...info.fieldNodes, ...Object.values(info.fragments)];
    const node = info.fieldNodes[0]!;
    const known = plansOf.get(node) ?? byVariables(decidingVariables(parts()), plan);
    plansOf.set(node, known);
    return known(info.variableValues);
  }

  /**
   * Reads what a subscription selects of an event.
   *
   * @param row the event. All subscribers of one auction get the same object
   * @returns the row itself if its properties are all that is selected
   * @throws Refusal `invalid_api_key`, and as a read of the row does
   */
  async function read<Row extends object>(
    request: PlanRequest,
    info: GraphQLResolveInfo,
    row: Row,
    source: (parameter: Parameters) => Source,
  ): Promise<Row> {
    const plan = planFor(info);
    if (!plan.needsStatement) return row;
    // All keys of a seller see the same of a row, but for those of some auctions alone.
    const { sellerId, auctionIds } = request.viewer;
    const name = `${sellerId} ${auctionIds?.join() ?? ''} ${plan.nameFor(info.variableValues)}`;
    const reads = readsOf.get(row) ?? new Map<string, Promise<unknown>>();
    readsOf.set(row, reads);
    const known = reads.get(name);
    if (known !== undefined) {
      // If the key of the subscriber that read is not active any more, this subscriber's may be.
      const shared = await known.catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
      if (shared !== undefined) return shared as Row;
    }
    const reading = plan.read(request, info.variableValues, source);
    reads.set(name, reading);
    return (await reading) as Row;
  }

  return {
    /**
     * Checks the arguments in the selection of a subscription.
     *
     * @throws Refusal `invalid_request`
     */
    check: (info: GraphQLResolveInfo) => void planFor(info).nameFor(info.variableValues),
    read,
  };
}
