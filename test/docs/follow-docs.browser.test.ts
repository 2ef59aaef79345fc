import { expect, test } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { followGuide } from './follow-guide.ts';
import { setBrowserStage } from '../e2e/browser-stage.ts';
import { describeInBrowser } from '../support/describe-with.ts';

// The other guides, and a service that is started as a newcomer starts it: `npm run deep -- follow-docs`.
describeInBrowser('a guide, followed word for word from its page', async () => {
  const { service, served, browser } = await setBrowserStage();

  // As many as the guides have now: a guide whose steps are no longer understood would prove nothing.
  test.each([
    { name: 'first-auction', done: { commands: 9, outputs: 4, seen: 3 } },
    { name: 'testing', done: { commands: 5, outputs: 3, seen: 0 } },
    { name: 'item-card', done: { commands: 5, outputs: 1, seen: 0 } },
    { name: 'bidders', done: { commands: 10, outputs: 1, seen: 0 } },
    { name: 'live-page', done: { commands: 7, outputs: 1, seen: 5 } },
  ])('$name', { timeout: 180_000 }, async ({ name, done }) => {
    // As the key that `npm start` prints.
    const { key } = await service.seller({ scopes: sellerScopes });
    expect(await followGuide(browser, { url: `${served.url}/docs/guides/${name}`, key })).toEqual(done);
  });
});
