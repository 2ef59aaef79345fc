// `npm run follow-docs`: follows every guide word for word, as somebody who has only /docs, on a service that `npm start`
// brings up in a fresh clone.
import { spawnSync } from 'node:child_process';
import { guideNames } from '../../src/docs/guides.ts';
import { makeClone } from '../start/clone.ts';
import { npmStart } from '../start/npm-start.ts';
import { browserIsInstalled, startBrowser } from '../support/browser.ts';
import { followGuide } from './follow-guide.ts';

/** The languages of a guide, apart from Node. */
const interpreters: Partial<Record<string, string[]>> = { webhooks: ['python3', 'php'], python: ['python3'] };

if (browserIsInstalled()) await followGuides(process.argv.slice(2));

/** @param chosen names of guides; none: all */
async function followGuides(chosen: readonly string[]): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const clone = closing.use(makeClone());
  const service = closing.use(await npmStart(clone.folder));
  const browser = await startBrowser();
  closing.defer(() => browser.close());
  // The first guide moves the test clock by 25 hours: the others are followed after it, and at last this one again.
  for (const name of [...guideNames, guideNames[0]]) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    if (!interpretersAreInstalled(name)) continue;
    console.log(`\n${name}`);
    const guide = { url: `${service.publicUrl}/docs/guides/${name}`, key: service.key };
    const done = await followGuide(browser, guide, (line) => console.log(`  ${line.split('\n', 1)[0]}`));
    console.log(`  ${done.commands} commands, ${done.outputs} outputs and ${done.seen} sights, all as told.`);
  }
}

function interpretersAreInstalled(guide: string): boolean {
  const missing = (interpreters[guide] ?? []).filter((program) => spawnSync(program, ['--version']).status !== 0);
  if (missing.length === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing.join(' and ')} is missing, and CI must not skip it.`);
  console.warn(`\n${guide} is skipped: ${missing.join(' and ')} is not installed (apt-get install python3 php-cli).`);
  return false;
}
