import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openPage, sharedBrowser } from '../../support/browser.ts';
import { describeInBrowser } from '../../support/describe-with.ts';
import { startPersonsBank } from './sandbox/persons-bank.ts';

describeInBrowser('a person who answers the bank', () => {
  test("gets the service's own page of a challenge, and comes back when the bank has answered", async () => {
    const browser = await sharedBrowser();
    const stub = await readFile(new URL('../../e2e/stripe-stub.js', import.meta.url), 'utf8');
    const asked: string[] = [];
    await using bank = await startPersonsBank({ publishableKey: 'pk_test_1', tell: (line) => asked.push(line) });
    await using opened = await openPage(browser);
    const calls: unknown[] = [];
    await opened.page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: stub }),
    );
    await opened.page.exposeFunction('tell', (call: unknown) => void calls.push(call));
    const answered = bank.answerBank('pi_1_secret_2', 'fail');
    await opened.page.goto(bank.url);
    await answered;
    expect(asked.join()).toContain(`Open ${bank.url} and press "Fail"`);
    expect(calls).toEqual([['handleNextAction', { clientSecret: 'pi_1_secret_2' }]]);
  });
});
