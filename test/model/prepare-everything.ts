import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Prepares every statement once for each connection, also those that the service does not name: to parse and plan them again
 * takes longer than to run them on the few rows of a life.
 */
export async function prepareEverything(pool: pg.Pool): Promise<void> {
  Object.assign(pool, { Client: PreparingClient });
  // The connection that is open already is an ordinary one.
  (await pool.connect()).release(true);
}

class PreparingClient extends pg.Client {
  override query(statement: any, values?: any, callback?: any): any {
    return super.query(named(statement), values, callback);
  }
}

/** Neither can a text of several statements be prepared, nor does a `begin` need a plan. */
const canBePrepared = /^\s*(select|with|insert|update|delete)\b[^;]*$/i;

function named(statement: string | pg.QueryConfig): any {
  const config = typeof statement === 'string' ? { text: statement } : statement;
  if (config.name !== undefined || !canBePrepared.test(config.text)) return statement;
  return { ...config, name: nameOf(config.text) };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash('md5').update(text).digest('hex')));
  return name;
}
