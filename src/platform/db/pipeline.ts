import pg from 'pg';

// The types of pg leave out these members, which its client calls and reads.
declare module 'pg' {
  interface Query {
    /** The statement that PostgreSQL parses, or answers, now. */
    name?: string | undefined;
    text: string;
    queryMode?: 'extended' | undefined;
    /** How its rows are read. */
    _rowMode?: 'array' | undefined;
    handleCommandComplete(message: object, connection: pg.Connection): void;
  }
}

/**
 * Statements that PostgreSQL runs in one transaction, which ends at the only end of message among them. With `begin`, `commit` and an end
 * after each, two statements would have four answers, each of which wakes this process.
 */
export class Pipeline extends pg.Query {
  readonly statements: readonly pg.QueryConfig[];
  readonly results: Promise<pg.QueryResult[]>;
  #answered = 0;

  constructor(statements: readonly pg.QueryConfig[]) {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
    super(statements[0], (error, results) => (error == null ? resolve([results].flat()) : reject(error)));
    this.statements = statements;
    this.results = promise;
  }

  override submit = (connection: pg.Connection): void => {
    const unended = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection;
    connection.stream.cork();
    try {
      for (const { name, text, values } of this.statements) {
        // To copy a statement as an object takes pg 4 µs.
        const query = new pg.Query(text, values);
        query.name = name;
        // In the simple protocol, each statement would be an end.
        query.queryMode = 'extended';
        const fault: unknown = query.submit(unended);
        if (fault instanceof Error) throw fault;
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    this.#answered += 1;
    const next: Partial<pg.QueryConfig & pg.QueryArrayConfig> = this.statements[this.#answered] ?? {};
    this.name = next.name;
    this.text = next.text ?? '';
    this._rowMode = next.rowMode;
  }
}
