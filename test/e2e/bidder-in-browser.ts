import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type OpenedPage, openPage } from '../support/browser.ts';

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A page of an auction in a profile of its own. */
export async function openAuction(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = phone,
): Promise<OpenedPage> {
  const opened = await openPage(browser, options);
  await opened.page.goto(url);
  return opened;
}

export interface Typed {
  amount: string;
  email?: string;
  card?: string;
}

/** Fills in the amount and the e-mail, and goes on; the card, too, unless the page has an objection. */
export async function fillIn(
  page: Page,
  { amount, email = 'ada@example.com', card = '4242424242424242' }: Typed,
): Promise<void> {
  await page.getByLabel('Your bid in US dollars').fill(amount);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue to the card' }).click();
  await page.getByLabel('Card number').or(page.locator('#faults')).first().waitFor();
  if ((await page.locator('#faults').count()) > 0) return;
  await fillInCard(page, card);
}

export async function fillInCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM/YY)').fill('12/40');
  await page.getByLabel('Security code').fill('123');
}

/** The same by the names of the fields, in any language of the page. */
export async function fillInAnyLanguage(
  page: Page,
  { amount, email = 'ada@example.com', card = '' }: Typed,
): Promise<void> {
  await page.locator('#amount').fill(amount);
  await page.locator('#email').fill(email);
  await page.locator('#bid-form .button').first().click();
  await page.locator('#cardNumber, #faults').first().waitFor();
  if ((await page.locator('#faults').count()) > 0) return;
  await page.locator('#cardNumber').fill(card);
  await page.locator('#cardExpiry').fill('12/40');
  await page.locator('#cardCvc').fill('123');
}

export async function placeBid(page: Page, typed: Typed): Promise<void> {
  await fillIn(page, typed);
  if ((await page.locator('#faults').count()) > 0) return;
  await page.getByRole('button', { name: 'Place a binding bid' }).click();
}

/** The heading of what came of the form that was just sent. */
export function outcomeOf(page: Page): Promise<string> {
  return page.locator('#outcome h2').innerText();
}

/** Waits until a part of the page reads like this. */
export async function waitForText(page: Page, selector: string, text: string, timeout = 15_000): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout });
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(width);
}
