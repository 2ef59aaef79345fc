import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faultCodes, refusalCodes } from '../../src/core/refusal.ts';
import { guideNames, renderMarkdown } from '../../src/api/docs/render-markdown.ts';
import { printedSchema } from '../../src/api/graphql/print-schema.ts';
import { sellersSchema } from '../../src/api/graphql/schema-parts.ts';
import { pageWords } from '../../src/payments/providers/simulated/make-simulated-page.ts';
import { testCards } from '../../src/payments/providers/simulated/test-cards.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { crawl } from './crawl.ts';

const service = await sharedService();

const guidesFolder = new URL('../../docs/guides/', import.meta.url);

test('every link of every page leads somewhere, also to the heading that it names', async () => {
  const { pages, broken } = await crawl((path) => service.request(path, { headers: { accept: 'text/html' } }), {
    start: '/docs',
    publicUrl,
  });
  expect(broken).toEqual([]);
  expect(pages).toEqual(
    expect.arrayContaining([
      '/docs',
      '/docs/api',
      '/docs/errors',
      '/docs/openapi.json',
      '/docs/schema.graphql',
      '/graphql',
    ]),
  );
  expect(pages).toEqual(expect.arrayContaining(guideNames.map((name) => `/docs/guides/${name}`)));
});

test('the type of a problem leads to the place of its code', async () => {
  const { body: problem } = await service.request('/v1/auctions');
  expect(problem.type).toBe(`${publicUrl}/docs/errors#missing_api_key`);
  const { status, text } = await service.request('/docs/errors');
  expect(status).toBe(200);
  for (const code of [...refusalCodes, ...faultCodes])
    expect(text).toContain(`<h3 id="${code}"><code>${code}</code></h3>`);
  const anchors = [...text.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor!);
  expect(anchors).toEqual([...new Set(anchors)]);
  expect(anchors).toEqual(expect.arrayContaining([...refusalCodes, ...faultCodes]));
});

test('every file in docs/guides is a guide', async () => {
  const files = await readdir(guidesFolder);
  expect(files.sort()).toEqual(guideNames.map((name) => `${name}.md`).sort());
});

test('the guide to testing describes test cards as the auction page does', async () => {
  const text = await readFile(new URL('testing.md', guidesFolder), 'utf8');
  const rows = [...text.matchAll(/^\| `([\d ]+)` \| (.*) \|$/gm)].map(([, number, does]) => ({
    number: number!.replaceAll(' ', ''),
    does,
  }));
  const cards = testCards.map(({ name, number }) => ({ number, does: pageWords.en.cards[name] }));
  expect(cards).toEqual(expect.arrayContaining(rows));
  expect(rows.length).toBeGreaterThan(5);
  expect(text).toContain(`all ${cards.length} cards`);
});

describe('a page', () => {
  test('is sent again only if it has changed', async () => {
    const first = await service.request('/docs/guides/first-auction');
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await service.request('/docs/guides/first-auction', { headers: { 'if-none-match': etag } });
    expect({ status: again.status, text: again.text, etag: again.headers.get('etag') }).toEqual({
      status: 304,
      text: '',
      etag,
    });
    const other = await service.request('/docs/guides/testing', { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });

  test.each(['/docs', '/docs/api', '/docs/errors', '/docs/guides/webhooks'])(
    '%s has no script or style of its own, and its policy lets none run',
    async (path) => {
      const { headers, text } = await service.request(path);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:/);
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    },
  );

  test('loads files that a browser may keep for good', async () => {
    const { text } = await service.request('/docs');
    const paths = [...text.matchAll(/(?:href|src)="(\/docs\/files\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      const { status, headers } = await service.request(path);
      expect({ status, cacheControl: headers.get('cache-control') }).toEqual({
        status: 200,
        cacheControl: 'public, max-age=31536000, immutable',
      });
    }
    expect((await service.request('/docs/files/nothing.js')).status).toBe(404);
  });

  test('that does not exist is a 404 as everywhere', async () => {
    for (const path of ['/docs/guides/nothing', '/docs/guides/..%2f..%2fREADME', '/docs/nothing']) {
      const { status, body } = await service.request(path);
      expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: 'not_found' });
    }
  });
});

test('the GraphQL schema is there to download', async () => {
  const { status, text } = await service.request('/docs/schema.graphql');
  expect(status).toBe(200);
  expect(text).toBe(printedSchema(sellersSchema));
});

test.each(['auction-service-client.tgz', 'auction-service-client.tar.gz'])(
  'hands out %s as it is packed',
  async (name) => {
    const answer = await service.request(`/docs/client/${name}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect((await service.request('/docs/client/package.json')).status).toBe(404);
  },
);

test('every file that a guide downloads is there, with the address of this service', async () => {
  const texts = await Promise.all(guideNames.map((name) => readFile(new URL(`${name}.md`, guidesFolder), 'utf8')));
  const named = texts.join('').matchAll(/localhost:4000(\/docs\/client\/[^\s"]+)/g);
  const paths = [...named].flatMap(([, path]) => {
    const [, folder, names, ending] = /^(.*)\{(.*)\}(.*)$/.exec(path!) ?? ['', '', path!, ''];
    return names.split(',').map((name) => folder + name + ending);
  });
  expect(paths).toContain('/docs/client/shell.sh');
  for (const path of new Set(paths)) {
    const { status, text } = await service.request(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    if (!path.endsWith('gz')) expect(text).not.toContain('localhost:4000');
  }
});

test.each([
  ['/docs/', '/docs'],
  ['/docs//', '/docs'],
  ['/docs/guides/testing/', '/docs/guides/testing'],
])('%s leads to the page without the slash', async (path, page) => {
  const { status, headers } = await service.request(path);
  expect({ status, location: headers.get('location') }).toEqual({ status: 308, location: page });
});

test.each(['graphql', 'client', 'python'])('/docs/%s is a short address of its guide', async (name) => {
  const { status, headers } = await service.request(`/docs/${name}`);
  expect({ status, location: headers.get('location') }).toEqual({ status: 308, location: `/docs/guides/${name}` });
});

describe('a guide', () => {
  const rendered = (text: string) =>
    renderMarkdown('docs/guides/x.md', `# Title\n\nFirst.\n\n${text}`, 'https://auctions.test/base');
  const bodyOf = (text: string) => rendered(text).body.toString();

  test('shows the address of this service in place of the one it is written with', () => {
    const body = bodyOf(
      '```sh\ncurl http://localhost:4000/v1/auctions\n```\n\n[GraphiQL](http://localhost:4000/graphql)',
    );
    expect(body).toContain('curl https://auctions.test/base/v1/auctions');
    expect(body).toContain('href="/base/graphql"');
    expect(body).not.toContain('localhost');
  });

  test('shows HTML as text', () => {
    const body = bodyOf('<script>alert(1)</script>\n\n**<b onclick="x">**\n\n`<i>`\n\n```sh\n<u>\n```');
    expect(body).not.toMatch(/<(script|b|i|u)\b/);
    expect(body).toContain('&lt;script&gt;');
  });

  test('links to other guides by their files, which become pages', () => {
    const body = bodyOf(
      '[a](webhooks.md) [b](testing.md#test-cards) [c](../errors.md) [d](https://www.rfc-editor.org)',
    );
    const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      '/base/docs/guides/webhooks',
      '/base/docs/guides/testing#test-cards',
      '/base/docs/errors',
      'https://www.rfc-editor.org',
    ]);
  });

  test('cannot link to a file that the service does not serve', () => {
    expect(() => rendered('[a](../decisions/time.md)')).toThrow('../decisions/time.md');
  });

  test('has the anchors that GitHub makes', () => {
    const { contents, body } = rendered("## A bank that asks (3-D Secure)\n\n## What's `isWinningBid`?");
    expect(contents).toEqual([
      { anchor: 'a-bank-that-asks-3-d-secure', title: 'A bank that asks (3-D Secure)' },
      { anchor: 'whats-iswinningbid', title: "What's isWinningBid?" },
    ]);
    expect(body.toString()).toContain('<h2 id="whats-iswinningbid">');
  });
});

test('llms.txt leads to each guide and to the errors as Markdown, with the address of this service', async () => {
  const { status, text } = await service.request('/docs/llms.txt');
  expect(status).toBe(200);
  const paths = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, url]) => url!.replace(publicUrl, ''));
  expect(paths).toEqual([
    ...guideNames.map((name) => `/docs/guides/${name}.md`),
    '/docs/openapi.json',
    '/docs/postman.json',
    '/docs/schema.graphql',
    '/docs/errors.md',
  ]);
  for (const path of paths.filter((each) => each.endsWith('.md'))) {
    const answer = await service.request(path);
    expect({ path, status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      path,
      status: 200,
      type: 'text/markdown; charset=utf-8',
    });
    expect(answer.text).toMatch(/^# /);
    expect(answer.text).not.toContain('http://localhost:4000');
  }
  expect((await service.request('/docs/guides/nothing.md')).status).toBe(404);
});
