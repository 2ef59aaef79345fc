import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { type OpenedPage, openPage } from '../support/browser.ts';
import { guideSteps, type Step } from './guide-steps.ts';
import { differences } from './hold-against.ts';
import { openReaderShell } from './reader-shell.ts';

const maxMs = 60_000;

/**
 * Does word for word what a served guide tells, and throws at the first thing that is not as told.
 *
 * @param key pasted where the guide says `auc_test_…`: the one thing that a reader has to fill in
 * @param tell hears of each step
 */
export async function followGuide(
  browser: Browser,
  guide: { url: string; key: string },
  tell: (line: string) => void = () => {},
): Promise<{ commands: number; outputs: number; seen: number }> {
  await using closing = new AsyncDisposableStack();
  const shell = closing.use(await openReaderShell(readersEnvironment()));
  const steps = await readSteps(browser, guide.url);
  const done = { commands: 0, outputs: 0, seen: 0 };
  let lastCommand: (Step & { kind: 'command' }) | null = null;
  let address: string | null = null;
  let window: OpenedPage | null = null;
  let first: OpenedPage | null = null;

  const paste = async (commands: string) => {
    const { code, stderr } = await shell.paste(commands.replaceAll('auc_test_…', guide.key));
    if (code !== 0) throw new Error(`It ended with ${code}: ${shell.printed()}${stderr}`);
  };
  const noteAddress = () => {
    address = /https?:\/\/\S+\/(?:auctions\/[\w-]+|\w+\.html)/.exec(shell.printed())?.[0] ?? address;
  };
  const open = async (isPrivate: boolean) => {
    if (address === null) throw new Error('The guide opens an address, and none was printed.');
    if (isPrivate || window === null) window = closing.use(await openPage(browser));
    first ??= window;
    await window.page.goto(address);
  };
  const page = (opened = window) => {
    if (opened === null) throw new Error('The guide uses a page before it opens one.');
    return opened.page;
  };
  const perform = async (step: Step, next: Step | undefined) => {
    switch (step.kind) {
      case 'section':
        return;
      case 'file':
        return await writeFile(path.join(shell.folder, step.name), step.text);
      case 'command': {
        lastCommand = step;
        await paste(step.text);
        const isRefusal = /"errors":\[\{|"requestId":/.test(shell.printed());
        if (isRefusal && next?.kind !== 'output') throw new Error(`It was refused: ${shell.printed()}`);
        noteAddress();
        done.commands++;
        return;
      }
      case 'output':
        await untilNothing(async () => {
          const found = differences(step.language, step.text, shell.printed());
          if (found.length > 0 && lastCommand?.isPatient === true) await paste(lastCommand.text);
          return found;
        });
        // A program in the background prints after its command.
        noteAddress();
        done.outputs++;
        return;
      case 'open':
        return await open(step.isPrivate);
      case 'fill':
        for (const [label, value] of step.fields) await page().getByLabel(label).fill(value);
        return;
      case 'press':
        return await page().getByRole('button', { name: step.button, exact: true }).click();
      case 'see':
        await page(step.isOwn ? first : window)
          .getByText(step.text)
          .filter({ visible: true })
          .first()
          .waitFor({ timeout: maxMs });
        done.seen++;
        return;
    }
  };
  for (const [index, step] of steps.entries()) {
    tell(describe(step));
    try {
      await perform(step, steps[index + 1]);
    } catch (cause) {
      const printed = `The last command printed:\n${shell.printed().slice(-2_000)}`;
      throw new Error(`${guide.url}: ${describe(step)}: ${(cause as Error).message}\n${printed}`, { cause });
    }
  }
  return done;
}

async function readSteps(browser: Browser, url: string): Promise<Step[]> {
  await using opened = await openPage(browser);
  await opened.page.goto(url);
  return await guideSteps(opened.page);
}

/** What a background program prints may take a moment. */
async function untilNothing(find: () => Promise<string[]>): Promise<void> {
  const began = performance.now();
  for (;;) {
    const found = await find();
    if (found.length === 0) return;
    if (performance.now() - began > maxMs) throw new Error(found.join('\n'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function describe(step: Step): string {
  const { kind, ...rest } = step;
  return `${kind} ${Object.values(rest).flat(2).join(' ').trim().slice(0, 200)}`;
}

/** What a terminal of this machine has, its way to the internet included; with the present Node, and nothing of this project's. */
function readersEnvironment(): NodeJS.ProcessEnv {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const others = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV$|TZ$)/i.test(name));
  return {
    ...Object.fromEntries(others),
    PATH: [path.dirname(realpathSync(process.execPath)), ...folders].join(path.delimiter),
    LANG: 'C.UTF-8',
  };
}
