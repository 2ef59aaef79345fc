import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openReaderShell } from './reader-shell.ts';

const readme = path.resolve(import.meta.dirname, '../../README.md');

/**
 * Pastes the commands of the README's first auction into a shell.
 *
 * @param key pasted where the README says `auc_test_…`
 * @returns the answers that were printed, parsed: the auction read, changed, and the clock moved by 25 hours
 */
export async function followReadme({ url, key }: { url: string; key: string }): Promise<unknown[]> {
  const commands = /## A first auction[^]*?```sh\n([^]*?)```/
    .exec(await readFile(readme, 'utf8'))![1]!
    .replace('auc_test_…', key)
    .replaceAll('http://localhost:4000', url);
  await using shell = await openReaderShell(process.env);
  const { code, stderr } = await shell.paste(commands);
  if (code !== 0) throw new Error(`The README's commands end with ${code}: ${stderr}`);
  const answers = shell.printed().match(/\{.*?\}(?=\{"|\n|$)/g) ?? [];
  return answers.map((line) => JSON.parse(line) as unknown);
}
