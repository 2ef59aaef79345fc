import { execute, type GraphQLSchema } from 'graphql';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import type { GeneratedOperation } from './generated-operations.ts';
import type { Body } from './rest-answer.ts';
import type { Route } from './route-table.ts';

/** What `/v1` runs on. */
export interface Operations {
  /** The public schema. */
  readonly schema: GraphQLSchema;
  /** What its resolvers expect. */
  readonly makeContext: (deps: Deps, viewer: Viewer, requestId: string) => object;
  /** Reads without the resolvers what can be read so; `null` where it cannot, or nothing was found. */
  readonly read: (
    db: Deps['db'],
    viewer: Viewer,
    operation: GeneratedOperation['read'] & { variables: Variables },
  ) => Promise<readonly ReadEnvelope[] | null>;
  /** Changes without the resolvers what can be changed so; `null` where it cannot. */
  readonly change: (
    deps: Deps,
    viewer: Viewer,
    operation: GeneratedOperation['read'] & { variables: Variables },
  ) => Promise<{ readonly auctionId: string; readonly json: string } | null>;
}

export type Variables = Readonly<Record<string, unknown>>;

interface ReadEnvelope {
  readonly json: Body;
  readonly hasNext: boolean | null;
}

/** What an operation came to. */
export interface Outcome {
  /** The envelope, as JSON. */
  readonly body: Body;
  /** Does more follow behind this page? `null` where it is no list. */
  readonly hasNext: boolean | null;
  /** Of what was created. */
  readonly auctionId: string | null;
}

/** @returns `null` where nothing was found, or it is no such operation: then it is to be run */
export async function readOperation(
  { read }: Operations,
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  generated: GeneratedOperation,
  variables: Variables,
): Promise<Outcome | null> {
  const fields = await read(db, viewer, { ...generated.read, variables });
  const envelope = fields?.[0];
  return envelope === undefined ? null : { body: envelope.json, hasNext: envelope.hasNext, auctionId: null };
}

/** @returns `null` where it is to be run */
export async function changeOperation(
  { change }: Operations,
  deps: Deps,
  viewer: Viewer,
  generated: GeneratedOperation,
  variables: Variables,
): Promise<Outcome | null> {
  const changed = await change(deps, viewer, { ...generated.read, variables });
  return changed === null ? null : { body: changed.json, hasNext: null, auctionId: changed.auctionId };
}

/** An operation's envelope, and `hasNext` on a list, which goes into the Link header. */
type Envelope = Record<string, unknown> & { hasNext?: boolean; auction?: { auctionId: string } };

/** Runs an operation through the resolvers. */
export async function runOperation(
  { schema }: Operations,
  route: Route,
  { run: { document } }: GeneratedOperation,
  variables: Variables,
  contextValue: object,
): Promise<Outcome> {
  const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue });
  const error = errors?.[0];
  if (error !== undefined) throw error.originalError ?? error;
  const { hasNext, ...body } = data![route.operation.split('.')[1]!] as Envelope;
  return { body: JSON.stringify(body), hasNext: hasNext ?? null, auctionId: body.auction?.auctionId ?? null };
}
