import type { Page } from 'playwright-core';
import { pressPlay } from './press-play.ts';

/** The dialog that asks before a mutation. */
export const askFirst = (page: Page) => page.locator('#ask-first[open]');

/** Selects a tab of GraphiQL. It is shown a moment later. */
export async function selectTab(page: Page, name: string): Promise<void> {
  await page.locator('.graphiql-tab').getByText(name, { exact: true }).click();
}

/**
 * Presses Play, fills in what the dialog asks for, and runs the mutation.
 *
 * @param texts what is typed, by the names of the fields; other fields are filled by the buttons that the dialog offers
 */
export async function playMutation(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const dialog = askFirst(page);
  await pressPlay(page, dialog);
  for (const [name, text] of Object.entries(texts)) {
    const field = dialog.getByLabel(name, { exact: true });
    if (await field.isVisible()) await field.fill(text);
  }
  for (const offer of await dialog.locator('.offers button').all()) await offer.click();
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
}
