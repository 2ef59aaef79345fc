import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { CannotStart } from '../core/cannot-start.ts';

/**
 * The first line of a backup. The file is gzip of lines: this one, as JSON; then for each table one that names it,
 * its rows as PostgreSQL's COPY writes them, and `\.`, which no row can be; at the end an `Ending`.
 */
export interface Beginning {
  readonly auctionServiceBackup: 1;
  /** PostgreSQL's instant of the snapshot. */
  readonly takenAt: string;
  /** The migrations that the database had applied, oldest first. */
  readonly migrations: readonly string[];
  /** The last number that each sequence has given; `null`: none yet. */
  readonly sequences: Readonly<Record<string, string | null>>;
}

export interface TableBeginning {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The last line: without it the backup is incomplete. */
export interface Ending {
  readonly tables: Readonly<Record<string, Sum>>;
}

/** The count and checksum of a table's rows. */
export interface Sum {
  readonly rows: number;
  readonly sha256: string;
}

export const endOfTable = '\\.';

export interface BackupReader {
  readonly beginning: Beginning;
  /** The tables, in order; read all rows of one before the next. */
  tables(): AsyncIterable<TableBeginning & { readonly rows: AsyncIterable<Buffer> }>;
  /**
   * Returns the last line, once all tables are read.
   *
   * @returns the end, once all tables are read
   */
  ending(): Ending;
}

/**
 * Opens a backup.
 *
 * @throws CannotStart when the file cannot be read, or is no backup of this service
 */
export async function readBackup(file: string): Promise<BackupReader> {
  const lines = linesOf(file);
  const next = async (): Promise<Buffer> => {
    const { value, done } = await lines.next();
    if (done === true) throw new CannotStart(`${file} is cut off.`);
    return value;
  };
  const beginning = parse(file, await next()) as Beginning;
  if (beginning.auctionServiceBackup !== 1) throw new CannotStart(`${file} is no backup of this service.`);
  let ending: Ending | null = null;

  async function* rows(): AsyncIterable<Buffer> {
    for (;;) {
      const line = await next();
      if (line.length === endOfTable.length + 1 && line.toString().startsWith(endOfTable)) return;
      yield line;
    }
  }

  return {
    beginning,
    async *tables() {
      for (;;) {
        const said = parse(file, await next()) as TableBeginning | Ending;
        if ('tables' in said) {
          ending = said;
          return;
        }
        yield { ...said, rows: rows() };
      }
    },
    ending() {
      if (ending === null) throw new Error('The backup was not read to its end.');
      return ending;
    },
  };
}

function parse(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch (cause) {
    throw new CannotStart(`${file} is no backup of this service.`, { cause });
  }
}

/**
 * Splits the file into lines, each with its line end. A row may contain any other character, also other Unicode line
 * ends.
 */
async function* linesOf(file: string): AsyncGenerator<Buffer, undefined> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      let begin = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, begin)) {
        yield Buffer.concat([...rest, chunk.subarray(begin, end + 1)]);
        rest = [];
        begin = end + 1;
      }
      if (begin < chunk.length) rest.push(chunk.subarray(begin));
    }
  } catch (cause) {
    throw new CannotStart(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
  }
  return undefined;
}
