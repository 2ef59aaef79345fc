import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { CannotStart } from '../core/cannot-start.ts';

/**
 * The first line of a backup. The file is gzip of lines: this one, as JSON; then for each table one that names it, its rows
 * as PostgreSQL's COPY writes them, and `\.`, which no row can be; at the end an `Ending`.
 */
export interface Beginning {
  readonly auctionServiceBackup: 1;
  /** By PostgreSQL's clock, when what is in it was so. */
  readonly takenAt: string;
  /** Those that the database had seen, oldest first. */
  readonly migrations: readonly string[];
  /** The last number that each sequence has given; `null`: none yet. */
  readonly sequences: Readonly<Record<string, string | null>>;
}

export interface TableBeginning {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The last line: without it a backup is cut off. */
export interface Ending {
  readonly tables: Readonly<Record<string, Sum>>;
}

/** What tells that the rows of a table are all there, and as they were. */
export interface Sum {
  readonly rows: number;
  readonly sha256: string;
}

export const endOfTable = '\\.';

export interface BackupReader {
  readonly beginning: Beginning;
  /** The tables, in order; the rows of one have to be read before the next is asked for. */
  tables(): AsyncIterable<TableBeginning & { readonly rows: AsyncIterable<Buffer> }>;
  /** @returns the end, once all tables are read */
  ending(): Ending;
}

/** @throws CannotStart when the file cannot be read, or is no backup of this service */
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

/** Each with its line end. A row may hold any other character that a text has, also those that others take for line ends. */
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
