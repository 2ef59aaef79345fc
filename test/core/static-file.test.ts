import { expect, test } from 'vitest';
import { namedFiles, staticFile } from '../../src/core/static-file.ts';

const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251);
const files = namedFiles({ 'large.ico': staticFile(bytes, 'ico') });
const ask = () => files.send(new Request(`http://localhost/${files.address('large.ico')}`), 'large.ico')!;
// The HTTP server's own Response, which another test of this worker may have installed, has no bytes().
const readAll = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

test('a large file that is sent in pieces arrives whole, to many readers at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  for (const answer of answers) expect(answer.headers.get('content-length')).toBe('1000000');
  for (const read of await Promise.all(answers.map(readAll))) expect(Buffer.compare(read, bytes)).toBe(0);
});

test('a reader who leaves keeps nobody from the rest', async () => {
  const left = await ask();
  await left.body!.cancel();
  expect((await readAll(await ask())).byteLength).toBe(bytes.byteLength);
});
