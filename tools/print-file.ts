import { mkdir, readFile, writeFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);

/** Writes a generated file. With `--check`, compares it instead, and fails if it is not current. */
export async function printFile(name: string, text: string): Promise<void> {
  const file = new URL(name, root);
  if (!process.argv.includes('--check')) {
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => null)) !== text) {
    console.error(`${name} is not current: run "npm run print:schema" and commit it.`);
    process.exitCode = 1;
  }
}
