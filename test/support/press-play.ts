import type { Locator, Page } from 'playwright-core';

/**
 * Presses GraphiQL's play button, and waits until the answer has a text, or until something else is there. GraphiQL takes up a tab's operation a
 * moment after it shows the tab: pressed before, it sends nothing and says so, and the button is pressed again.
 */
export async function pressPlay(page: Page, awaited: string | RegExp | Locator): Promise<void> {
  const answer = page.locator('.graphiql-response');
  const tooEarly = answer.getByText('Cannot infer operation').first();
  const found = typeof awaited === 'string' || awaited instanceof RegExp ? answer.getByText(awaited) : awaited;
  const play = page.getByRole('button', { name: /^Execute query/ });
  await play.waitFor();
  do {
    // The text stays until the next answer: while that is awaited, the button stops the operation instead.
    if (await play.isVisible()) await play.click();
    await found.or(tooEarly).first().waitFor();
  } while (await tooEarly.isVisible());
}
