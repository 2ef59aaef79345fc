import { getNamedType, type GraphQLObjectType, isAbstractType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { publicSchema } from '../../../src/api/graphql/schema-parts.ts';
import { startService } from '../../support/service.ts';
import { fuzzTimeoutMs, playRequests } from '../play-requests.ts';
import { decisions, diceOf } from './dice.ts';
import { draftRequest } from './draft.ts';
import { setPrivateThings } from './private-things.ts';
import { literalOf, soundValue } from './values.ts';

// Whatever is asked with a public key, nothing private is in the answer: each private text in the database has a mark in it.

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { mark, keys, known } = await setPrivateThings(service);

/** Sends a document, and refuses an answer with the mark in its body or in a header. */
async function ask(key: string, query: string, variables: unknown): Promise<any> {
  const { text, body, headers } = await service.request('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const all = text + JSON.stringify([...headers]);
  if (all.includes(mark))
    throw new Error(`Something private was shown: ${query}\n${JSON.stringify(variables)}\n${text}`);
  return body;
}

test('no generated document shows anything private', { timeout: fuzzTimeoutMs }, async () => {
  const counted = { data: 0, refused: 0 };
  const { sent, isWhole } = await playRequests(decisions, async (decided) => {
    const dice = diceOf(decided);
    const offered = dice.chance(30) ? schema : publicSchema;
    const draft = draftRequest(dice, offered, known, 'query', dice.pick([0, 0, 5, 40]));
    const body = await ask(dice.pick(keys), draft.text, draft.variables);
    counted[body?.data == null ? 'refused' : 'data'] += 1;
  });
  console.log(counted);
  // Were all of them refused, nothing would have been tried.
  expect(counted.data).toBeGreaterThan(isWhole ? sent / 4 : -1);
});

interface Path {
  readonly text: string;
  readonly isPublic: boolean;
}

/**
 * Every path from Query over public fields, up to a depth, with all public fields of its end that have no fields; and one path to each
 * field that is not public, as neither the way there nor what follows it matters.
 */
function* paths(type: GraphQLObjectType, levels: number, hidden = new Set<string>()): Generator<Path> {
  const shown = publicSchema.getType(type.name);
  const ends: string[] = [];
  for (const field of Object.values(type.getFields())) {
    const name = `${type.name}.${field.name}`;
    if (hidden.has(name)) continue;
    const args = field.args
      .filter(isRequiredArgument)
      .map((each) => `${each.name}: ${literalOf(soundValue(diceOf([]), each.type, each.name, known), each.type)}`);
    const head = `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}`;
    const inner = getNamedType(field.type);
    const possible = isAbstractType(inner) ? schema.getPossibleTypes(inner) : isObjectType(inner) ? [inner] : null;
    if (!isObjectType(shown) || !(field.name in shown.getFields())) {
      hidden.add(name);
      yield { text: possible === null ? head : `${head} { __typename }`, isPublic: false };
    } else if (possible === null) ends.push(head);
    else if (levels > 0) {
      for (const each of possible) {
        for (const { text, isPublic } of paths(each, levels - 1, hidden)) {
          yield { text: `${head} { ... on ${each.name} { ${text} } }`, isPublic };
        }
      }
    }
  }
  if (ends.length > 0) yield { text: ends.join(' '), isPublic: true };
}

test('no path of the schema shows anything private, and only marked fields answer', async () => {
  const [key] = keys as [string];
  const counted = { shown: 0, hidden: 0 };
  for (const { text, isPublic } of paths(schema.getQueryType()!, 3)) {
    const { data } = await ask(key, `{ ${text} }`, {});
    expect({ text, isShown: data !== undefined }).toEqual({ text, isShown: isPublic });
    counted[isPublic ? 'shown' : 'hidden'] += 1;
  }
  console.log(counted);
  expect(counted.shown).toBeGreaterThanOrEqual(50);
  expect(counted.hidden).toBeGreaterThanOrEqual(100);
}, 300_000);
