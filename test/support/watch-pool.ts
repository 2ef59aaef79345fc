import type pg from 'pg';
import { Pipeline } from '../../src/platform/db/pipeline.ts';

type Statement = string | pg.QueryConfig | Pipeline;

/** A pool that tells of each statement that is sent over one of its connections. */
export function watchPool(pool: pg.Pool, onStatement: (text: string) => void): pg.Pool {
  const watched = (connection: Pick<pg.ClientBase, 'query'>) => (statement: Statement, values?: unknown[]) => {
    for (const each of statement instanceof Pipeline ? statement.statements : [statement]) {
      onStatement(typeof each === 'string' ? each : each.text);
    }
    return connection.query(statement as pg.QueryConfig, values);
  };
  return overriding(pool, {
    query: watched(pool),
    connect: async () => {
      const client = await pool.connect();
      return overriding(client, { query: watched(client) });
    },
  });
}

function overriding<Whole extends object>(whole: Whole, parts: object): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (name in parts) return Reflect.get(parts, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
