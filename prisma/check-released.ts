// Part of `npm run check`: a column or a table of the released schema stays in schema.prisma, unless the released version says above it that the
// next version drops it, because it reads it no more. At a release, copy schema.prisma to schema.released.prisma.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '../src/core/cannot-start.ts';
import { runCommand } from '../src/operations/start/run-command.ts';
import { droppedTooEarly } from './dropped-too-early.ts';

await runCommand(async () => {
  const folder = path.resolve(process.argv[2] ?? import.meta.dirname);
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const faults = droppedTooEarly(await read('schema.released.prisma'), await read('schema.prisma'));
  if (faults.length > 0) throw new CannotStart(faults.join('\n'));
});
