import { getNamedType, type GraphQLObjectType, isAbstractType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { publicSchema } from '../../../src/graphql/schema-parts.ts';
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

/** Every path of the schema from Query down to a field without fields, up to a depth. */
function* paths(type: GraphQLObjectType, levels: number): Generator<string> {
  for (const field of Object.values(type.getFields())) {
    const args = field.args
      .filter(isRequiredArgument)
      .map((each) => `${each.name}: ${literalOf(soundValue(diceOf([]), each.type, each.name, known), each.type)}`);
    const head = `${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`}`;
    const inner = getNamedType(field.type);
    const possible = isAbstractType(inner) ? schema.getPossibleTypes(inner) : isObjectType(inner) ? [inner] : null;
    if (possible === null) yield head;
    else if (levels > 0) {
      for (const each of possible)
        for (const rest of paths(each, levels - 1)) yield `${head} { ... on ${each.name} { ${rest} } }`;
    }
  }
}

test('no path of the schema shows anything private, and only marked fields answer', async () => {
  const [key] = keys as [string];
  const answered: string[] = [];
  let refused = 0;
  for (const path of paths(schema.getQueryType()!, 3)) {
    const { data } = await ask(key, `{ ${path} }`, {});
    if (data === undefined) refused += 1;
    else answered.push(path);
  }
  const shown = [...paths(publicSchema.getQueryType()!, 3)];
  console.log(`${answered.length} paths answered, ${refused} are not there`);
  expect(answered.length).toBeGreaterThanOrEqual(100);
  expect(refused).toBeGreaterThan(answered.length);
  expect(shown.length).toBeGreaterThanOrEqual(answered.length);
}, 300_000);
