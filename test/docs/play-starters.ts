import type { Browser } from 'playwright-core';
import { openPage } from '../support/browser.ts';
import { playMutation, selectTab } from '../support/play-tab.ts';
import { pressPlay } from '../support/press-play.ts';

/**
 * Opens GraphiQL as a newcomer does, pastes the key, and presses Play in each tab, from the first to the last, and fills in what a mutation asks for. Throws at
 * the first answer with an error.
 *
 * @returns the names of the tabs
 */
export async function playStarters(browser: Browser, { url, key }: { url: string; key: string }): Promise<string[]> {
  await using opened = await openPage(browser);
  const { page, complaints } = opened;
  await page.goto(`${url}/graphql`);
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
  await page.getByLabel('API key').fill(key);
  const names = await page.locator('.graphiql-tab').allInnerTexts();
  const texts = { bidderId: 'customer-42', url: 'https://example.com/webhooks' };
  for (const name of names) {
    await selectTab(page, name);
    // The editor shows the text of the tab before for a moment.
    const editor = page.locator('.graphiql-query-editor');
    await editor.getByText(name).first().waitFor();
    const isMutation = await editor.getByText('mutation').first().isVisible();
    if (isMutation) await playMutation(page, texts);
    await (isMutation
      ? page
          .locator('.graphiql-response')
          .getByText(/"(data|errors)"/)
          .first()
          .waitFor()
      : pressPlay(page, /"(data|errors)"/));
    const answer = await page.locator('.graphiql-response').innerText();
    // A payload that is not refused has an empty list.
    if (/"errors":\s*\[\s*\{/.test(answer)) throw new Error(`GraphiQL's ${name} is refused: ${answer}`);
  }
  if (complaints.length > 0) throw new Error(`GraphiQL complains: ${complaints.join('\n')}`);
  return names;
}
