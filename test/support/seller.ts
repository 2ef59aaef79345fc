import { randomUUID } from 'node:crypto';
import { issueKey } from '../../src/platform/auth/change-keys.ts';
import type { Scope, SellerMode } from '../../src/core/viewer.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import type { Answer } from './answer.ts';
import { expectDeclaredRefusals } from './declared-refusals.ts';
import { flatAnswers } from './flat-answers.ts';

export interface SellerOptions {
  /** The same name and mode again is the same seller with another key. */
  name?: string;
  mode?: SellerMode;
  scopes?: readonly Scope[];
  expiresAt?: Date | null;
}

/** A seller with a key, and the requests that it makes with that key. */
export interface Seller {
  readonly sellerId: string;
  readonly apiKeyId: string;
  readonly name: string;
  readonly key: string;
  request(path: string, init?: RequestInit): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  graphql(query: string, variables?: object): Promise<Answer>;
  /** Makes one change by GraphQL: `seller.mutate('updateSellerProfile', { language: 'DE' }, 'sellerProfile { language }')`. */
  mutate(field: string, input?: object, selection?: string): Promise<Answer>;
}

type Send = (path: string, init: RequestInit) => Promise<Answer>;

const allScopes: readonly Scope[] = [
  'auctions:read',
  'auctions:write',
  'bids:read',
  'webhooks:write',
  'payments:write',
  'payments:refund',
];

/** @param raw sends a request; a seller reads the answers of `/graphql` flat: see `flatAnswers` */
export async function makeSeller(db: PooledDatabase, raw: Send, options: SellerOptions = {}): Promise<Seller> {
  const send = flatAnswers((path, init = {}) => raw(path, init));
  const { name = `Seller ${randomUUID()}`, mode = 'test', scopes = allScopes, expiresAt = null } = options;
  const { sellerId, apiKeyId, key } = await issueKey(db, { seller: name, mode, scopes, expiresAt });

  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return send(path, { ...init, headers });
  };
  const sendJson = (method: string) => (path: string, body: unknown) =>
    request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const post = sendJson('POST');

  async function graphql(query: string, variables = {}): Promise<Answer> {
    const answer = await post('/graphql', { query, variables });
    expectDeclaredRefusals(query, answer);
    return answer;
  }

  return {
    sellerId,
    apiKeyId,
    name,
    key,
    request,
    get: (path) => request(path),
    post,
    patch: sendJson('PATCH'),
    delete: (path) => request(path, { method: 'DELETE' }),
    graphql,
    mutate: (field, input = {}, selection = '') => {
      const inputType = schema.getMutationType()!.getFields()[field]!.args[0]?.type;
      const [variables, args] =
        inputType === undefined ? ['', ''] : [`($input: ${String(inputType)})`, '(input: $input)'];
      const query = `mutation ${variables} { ${field}${args} { ${selection} errors { code fault message path } } }`;
      return graphql(query, inputType === undefined ? {} : { input });
    },
  };
}
