import { hash } from 'node:crypto';
import { accountOfKey } from './account-of-key.ts';

/** Names the budget of calls of a key: keys of one account and mode share the budget. */
export function nameOfBudget(secretKey: string): string {
  const account = accountOfKey(secretKey) ?? hash('sha256', secretKey, 'base64url').slice(0, 22);
  return `stripe:${secretKey.split('_')[1]}:${account}`;
}
