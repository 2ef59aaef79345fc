import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** All tables belong to this schema. */
export const allTables: engineModule.SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Loads the schema engine of `prisma migrate` as the WebAssembly module that npm installs: the command line tool
 * would first download a binary.
 *
 * @param url the database that the engine reads
 * @param models the text of schema.prisma
 */
export async function withSchemaEngine<Result>(
  url: string,
  models: string,
  work: (engine: engineModule.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await (loading ??= loadModule());
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c TimeZone=UTC' });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory({
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect: () => connect(pool),
      connectToShadowDb: () => Promise.reject(new Error('The migrations are applied without the engine.')),
    });
    const ignoreLog = () => undefined;
    using engine = await engineModule.SchemaEngine.new({ datamodels: [['schema.prisma', models]] }, ignoreLog, adapter);
    return await work(engine);
  } finally {
    await pool.end();
  }
}

const typeIds: Record<'CHAR' | 'BPCHAR', number> = pg.types.builtins;

/**
 * Connects Prisma's adapter, and presents the catalog's one-byte type `"char"` as `char(1)`: the adapter refuses the first, and
 * the engine accepts only a character.
 */
async function connect(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const query = pool.query.bind(pool) as (text: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;
  let hidden: number[] = [];
  Object.assign(pool, {
    query: async (text: pg.QueryArrayConfig) => {
      const result = await query(text);
      hidden = [];
      for (const [column, field] of result.fields.entries()) {
        if (field.dataTypeID !== typeIds.CHAR) continue;
        field.dataTypeID = typeIds.BPCHAR;
        hidden.push(column);
      }
      return result;
    },
  });
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: async (statement: SqlQuery) => {
      const result = await queryRaw(statement);
      for (const column of hidden) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    },
  });
}

let loading: Promise<void> | undefined;

/** Does the work of wasm-bindgen's own entry, which imports the `.wasm` as a module. */
async function loadModule(): Promise<void> {
  const glue = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = await readFile(glue.replace(/\.js$/, '.wasm'));
  const functions = Object.entries(engineModule).map(([name, value]) => [
    name,
    name.startsWith('__wbg_setTimeout_') ? setIdleTimeout : value,
  ]);
  const imports = { './schema_engine_bg.js': Object.fromEntries(functions) as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  engineModule.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  // The module reports a panic here; without this function a TypeError would hide it.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: throwPanic } });
}

/** The engine never clears its timeouts, and one of 10 s would keep a finished process alive. */
function setIdleTimeout(callback: () => void, milliseconds: number): NodeJS.Timeout {
  return setTimeout(callback, milliseconds).unref();
}

function throwPanic(message: string): never {
  throw new Error(`Prisma's schema engine panicked: ${message}`);
}
