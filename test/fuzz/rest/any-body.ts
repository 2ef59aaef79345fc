import fc from 'fast-check';
import type { DescribedApi, DescribedOperation } from '../../support/described-api.ts';
import { brokenText } from './broken-text.ts';
import { type Kind, mostly, type Part } from './part.ts';
import { soundText } from './sound-text.ts';

export interface SentBody {
  readonly text: string | Buffer | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export const jsonHeaders: SentBody['headers'] = [['content-type', 'application/json']];

const brokenJson = [
  '',
  '{',
  '{"title":"abc"',
  '[',
  'nul',
  '{"title":}',
  "{'title':'abc'}",
  '{"a":1}{"b":2}',
  '{"title":"a\nb"}',
  '[]',
  '[{}]',
  '"title"',
  '12',
  'null',
  'true',
  '['.repeat(20_000),
  `{"title":"${'x'.repeat(66_000)}"}`,
];
/** No UTF-8: a mark of UTF-16, a second byte that is none, half of a surrogate pair. */
const brokenBytes = ['fffe7b007d00', '7b227469746c65223a22c328227d', '7b227469746c65223a22eda080227d'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

const oddHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-8'],
  ['content-type', 'APPLICATION/JSON;charset="UTF-8"'],
  ['content-type', 'application/json; charset=latin1'],
  ['content-type', 'application/merge-patch+json'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', ','],
  ['x-nothing', 'of the kind'],
];

export function anyBody(api: DescribedApi, { method, body }: DescribedOperation): fc.Arbitrary<Part<SentBody>> {
  const json =
    (kind: Kind, headers = jsonHeaders) =>
    (text: string | Buffer): Part<SentBody> => ({ value: { text, headers }, kind });
  if (body === null) {
    const none: Part<SentBody> = { value: { text: null, headers: [] }, kind: 'sound' };
    const some = fc.constantFrom('{}', ' ', 'null', 'x'.repeat(66_000)).map(json('broken'));
    return method === 'DELETE' ? mostly(fc.constant(none), some) : fc.constant(none);
  }
  const sound = soundText(api.resolve, body);
  return mostly(
    sound.map(json('sound')),
    sound.map((text) => json('sound')(` \n\t${text.replaceAll('":', '" : ')}\r\n`)),
    // The most of what can be wrong.
    ...[1, 2, 3, 4].map(() => brokenText(api.resolve, body).map(json('broken'))),
    fc.constantFrom<string | Buffer>(...brokenJson, ...brokenBytes).map(json('broken')),
    fc.tuple(sound, fc.constantFrom(...oddHeaders)).map(([text, header]) => json('odd', [header])(text)),
    // Every field twice, and a mark that is no part of JSON.
    sound.map((text) => json('odd')(`${text.slice(0, -1)},${text.slice(1)}`)),
    sound.map((text) => json('odd')(`\u{feff}${text}`)),
  );
}
