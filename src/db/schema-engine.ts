import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { migrationAdapter } from './migration-adapter.ts';

export type SchemaEngine = engineModule.SchemaEngine;

/** All tables belong to this schema. */
export const allTables: engineModule.SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Loads the schema engine of `prisma migrate` as the WebAssembly module that npm installs: the command line tool
 * would first download a binary.
 *
 * @param models the text of schema.prisma
 * @throws PostgreSQL's error, where the engine reports only that something failed
 */
export async function withSchemaEngine<Result>(
  url: string,
  models: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await (loading ??= loadModule());
  await using adapter = migrationAdapter(url);
  const bound = bindMigrationAwareSqlAdapterFactory(adapter);
  const ignoreLog = () => undefined;
  using engine = await engineModule.SchemaEngine.new({ datamodels: [['schema.prisma', models]] }, ignoreLog, bound);
  try {
    return await work(engine);
  } catch (failure) {
    const number = /External error id#(\d+)/.exec(String(failure))?.[1];
    const cause = number === undefined ? undefined : bound.errorRegistry.consumeError(Number(number))?.error;
    throw cause ?? failure;
  }
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
