import pg from 'pg';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';

/** A node of a plan as PostgreSQL's EXPLAIN (ANALYZE, FORMAT JSON) shows it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** A mean over the loops. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement that ran, and the plan it ran by. */
export interface RunStatement {
  readonly text: string;
  readonly plan: PlanNode;
}

export interface WatchedDatabase {
  readonly db: PooledDatabase;
  /** Every statement that PostgreSQL executed for `work`, checks of foreign keys included; those that set something are none. */
  during(work: () => Promise<unknown>): Promise<RunStatement[]>;
}

/**
 * A database whose server tells the plan of every statement as it runs it, to the sessions that begin from now on. What is
 * judged is thus what the features really send, in the sessions and in the way they send it, and never a copy.
 *
 * @param url as a superuser
 * @param options.connections the most sessions, each of which makes plans of its own
 */
export async function watchPlans(
  url: string,
  options: { connections?: number } = {},
): Promise<WatchedDatabase & AsyncDisposable> {
  await configure(url, {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_nested_statements': 'on',
  });
  const db = await connectDatabase(url, options);

  let statements: RunStatement[] = [];
  const listening = new WeakSet<pg.PoolClient>();
  db.pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('notice', ({ message }) => {
      const json = /^duration: .* plan:\n(.*)$/s.exec(message ?? '')?.[1];
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      if (!text.startsWith('select set_config(')) statements.push({ text, plan });
    });
  });

  return {
    db,
    during: async (work) => {
      statements = [];
      await work();
      return statements;
    },
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}

/** Settings of every session of the database that begins from now on. */
async function configure(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const name = client.escapeIdentifier(client.database!);
    for (const [setting, value] of Object.entries(settings)) {
      await client.query(`alter database ${name} set ${setting} = ${client.escapeLiteral(value)}`);
    }
  } finally {
    await client.end();
  }
}
