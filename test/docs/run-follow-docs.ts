// `npm run deep -- follow-docs`: does word for word what the texts for newcomers tell, as somebody who has only those: the welcome that
// `npm start` prints in a fresh clone, every guide of /docs, the tabs of GraphiQL, and the README. Then all of it again, after the
// test clock was moved by 25 hours. `npm run deep -- follow-docs webhooks` follows one guide alone.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { guideNames } from '../../src/api/docs/render-markdown.ts';
import { makeClone } from '../start/clone.ts';
import { npmStart, type Started } from '../start/npm-start.ts';
import { startBrowser } from '../support/browser.ts';
import { hasProgram } from '../support/optional-programs.ts';
import { followGuide } from './follow-guide.ts';
import { followReadme } from './follow-readme.ts';
import { playStarters } from './play-starters.ts';

/** The languages of a guide, apart from Node. */
const interpreters: Partial<Record<string, string[]>> = { webhooks: ['python3', 'php'], python: ['python3'] };

interface Reading {
  readonly browser: Browser;
  readonly service: Started;
}

if (hasProgram('chromium')) await followDocs(process.argv.slice(2));

/** @param chosen names of guides; none: everything */
async function followDocs(chosen: readonly string[]): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const clone = closing.use(makeClone());
  const service = closing.use(await npmStart(clone.folder));
  const browser = await startBrowser();
  closing.defer(() => browser.close());
  const guides = guideNames.filter((name) => chosen.length === 0 || chosen.includes(name));
  for (const round of ['A service that has just started', 'The test clock was moved by 25 hours']) {
    console.log(`\n# ${round}`);
    if (chosen.length === 0) await followWelcome(service);
    for (const name of guides) if (interpretersAreInstalled(name)) await follow({ browser, service }, name);
    if (chosen.length === 0) await playTabs({ browser, service });
    await moveClock(service);
  }
}

async function followWelcome({ curl, letTimePass }: Started): Promise<void> {
  for (const command of [curl, letTimePass]) {
    const answer = await promisify(execFile)('bash', ['-c', command]);
    if (!/"(auctionUrl|now)":"/.test(answer.stdout))
      throw new Error(`The welcome's command is refused: ${answer.stdout}`);
  }
  console.log('\nwelcome: 2 commands');
}

async function follow({ browser, service }: Reading, name: string): Promise<void> {
  console.log(`\n${name}`);
  const guide = { url: `${service.publicUrl}/docs/guides/${name}`, key: service.key };
  const done = await followGuide(browser, guide, (line) => console.log(`  ${line.split('\n', 1)[0]}`));
  console.log(`  ${done.commands} commands, ${done.outputs} outputs and ${done.seen} sights, all as told.`);
}

async function playTabs({ browser, service }: Reading): Promise<void> {
  const tabs = await playStarters(browser, { url: service.publicUrl, key: service.key });
  console.log(`\nGraphiQL: ${tabs.length} tabs: ${tabs.join(', ')}`);
}

/** The README's last command does: it lets 25 hours pass. */
async function moveClock({ publicUrl, key }: Started): Promise<void> {
  const answers = await followReadme({ url: publicUrl, key });
  if (!/^\{"auction":.*"auction":.*"now":/.test(answers.map((answer) => JSON.stringify(answer)).join('')))
    throw new Error(`A command of the README is refused: ${JSON.stringify(answers)}`);
  console.log(`\nREADME: ${answers.length} answers`);
}

function interpretersAreInstalled(guide: string): boolean {
  const missing = (interpreters[guide] ?? []).filter((program) => spawnSync(program, ['--version']).status !== 0);
  if (missing.length === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing.join(' and ')} is missing, and CI must not skip it.`);
  console.warn(`\n${guide} is skipped: ${missing.join(' and ')} is not installed (apt-get install python3 php-cli).`);
  return false;
}
