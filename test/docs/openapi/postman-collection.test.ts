import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { routes } from '../../../src/api/v1/route-table.ts';
import { sold } from '../../support/insert-auction.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

interface Request {
  method: string;
  header: { key: string; value: string; disabled?: boolean }[];
  url: { raw: string; path: string[]; variable: { key: string; value: string }[] };
  body?: { raw: string };
}

interface Collection {
  auth: { bearer: [{ value: string }] };
  variable: { key: string; value: string }[];
  event: { listen: string; script: { exec: string[] } }[];
  item: { name: string; request: Request }[];
}

interface Sent {
  url: string;
  method: string;
  header: Record<string, string>;
  body?: { raw: string };
}

const readCollection = async () => (await service.request('/docs/postman.json')).body as Collection;

/** Runs a collection as Postman does: its scripts, its variables, one request after the other. */
async function run(collection: Collection, given: Record<string, string>) {
  const variables = new Map<string, string>(collection.variable.map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(given)) variables.set(key, value);
  const replaceIn = (text: string): string =>
    text.replaceAll(/\{\{([$\w]+)\}\}/g, (_, name: string) =>
      name === '$guid' ? randomUUID() : String(variables.get(name)),
    );
  const send = ({ url, method, header, body }: Sent) =>
    service.request(url.slice(variables.get('baseUrl')!.length), { method, headers: header, body: body?.raw ?? null });
  const runScripts = async (event: string, answer?: { body: unknown }) => {
    const waiting: Promise<void>[] = [];
    const pm = {
      variables: { replaceIn },
      collectionVariables: { set: (name: string, value: unknown) => variables.set(name, String(value)) },
      response: { json: () => answer?.body },
      sendRequest: (sent: Sent, then: (error: unknown, response: { json: () => unknown }) => void) =>
        waiting.push(send(sent).then(({ body }) => then(null, { json: () => body }))),
    };
    for (const { listen, script } of collection.event)
      if (listen === event) runInNewContext(script.exec.join('\n'), { pm });
    await Promise.all(waiting);
  };
  const answers: { name: string; status: number; body: any }[] = [];
  for (const { name, request } of collection.item) {
    await runScripts('prerequest');
    const ofPath = new Map(request.url.variable.map(({ key, value }) => [`:${key}`, value]));
    const path = request.url.path.map((segment) => ofPath.get(segment) ?? segment).join('/');
    const header = Object.fromEntries(
      request.header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, replaceIn(value)]),
    );
    const answer = await send({
      url: replaceIn(`{{baseUrl}}/${path}`),
      method: request.method,
      header: { ...header, authorization: `Bearer ${replaceIn(collection.auth.bearer[0].value)}` },
      ...(request.body && { body: { raw: replaceIn(request.body.raw) } }),
    });
    answers.push({ name, status: answer.status, body: answer.body });
    await runScripts('test', answer);
  }
  return answers;
}

test('each request of the Postman collection succeeds as it stands, by the clock of the seller', async () => {
  const seller = await service.seller();
  await service.bid(await service.auction(seller, sold));
  // An hour from now by the clock of the service would lie in the past.
  const month = 30 * 86_400;
  await seller.graphql(
    `mutation { advanceTestClock(input: { bySeconds: ${month} }) { clock { now } errors { code } } }`,
  );
  const answers = await run(await readCollection(), { apiKey: seller.key });
  expect(answers.map(({ name, status }) => [name, status])).toEqual([
    ['Create an auction', 201],
    ['List auctions', 200],
    ['Get an auction', 200],
    ['List bids', 200],
    ['Get a bid', 200],
    ['Update an auction', 200],
    ['Cancel an auction', 200],
  ]);
  expect(answers[0]!.body.auction.status).toBe('upcoming');
  const { body } = await seller.get(`/v1/auctions/${answers[0]!.body.auction.auctionId}`);
  expect(body.auction).toMatchObject({ title: 'A walnut desk, restored', status: 'completed' });
});

test('has a request for each route', async () => {
  const { item } = await readCollection();
  expect(item.map(({ name }) => name).sort()).toEqual(routes.map(({ name }) => name).sort());
});
