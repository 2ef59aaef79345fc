import type { Page } from 'playwright-core';

/** One thing that a guide tells its reader to do, or to see, in the order of the page. */
export type Step =
  | { readonly kind: 'section'; readonly title: string }
  /** A block to be pasted into the terminal; a patient reader pastes it again until it prints what is shown. */
  | { readonly kind: 'command'; readonly text: string; readonly isPatient: boolean }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  /** What the command before it prints. */
  | { readonly kind: 'output'; readonly language: string; readonly text: string }
  /** The address that was printed last, in a browser: the same one, or one that nobody has used. */
  | { readonly kind: 'open'; readonly isPrivate: boolean }
  | { readonly kind: 'fill'; readonly fields: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'press'; readonly button: string }
  /** On the page that is open, or on the reader's own: the one that was opened first. */
  | { readonly kind: 'see'; readonly text: string; readonly isOwn: boolean };

/**
 * Reads the steps out of a guide as it is served: its blocks of code, its tables of fields to fill in, and the sentences
 * "Open … in a browser", "… in a private window", "Press **…**", "… says **…**", "Your page says **…**" and "A moment later …".
 */
export function guideSteps(page: Page): Promise<Step[]> {
  return page.evaluate(() => {
    const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

    const blockSteps = (block: HTMLElement): Step[] => {
      const text = block.querySelector('pre')!.textContent;
      const language = block.querySelector('pre code')!.className.replace('language-', '');
      const name = block.dataset['file'];
      if (name !== undefined) return [{ kind: 'file', name, text }];
      if (['json', 'text'].includes(language)) return [{ kind: 'output', language, text }];
      // An example for reading, or commands for the folder of the service.
      if (language !== 'sh') return [];
      const isPatient = /a moment later/i.test(block.previousElementSibling?.textContent ?? '');
      return [{ kind: 'command', text, isPatient }];
    };

    const tableSteps = (table: Element): Step[] => {
      const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children].map(textOf));
      if (rows[0]![0] !== 'Field' || rows[0]![1] !== 'Type') return [];
      return [{ kind: 'fill', fields: rows.slice(1).map(([label, value]) => [label!, value!] as const) }];
    };

    const sentenceSteps = (paragraph: Element): Step[] => {
      const text = textOf(paragraph);
      const isPrivate = /\bopen\b.* in a private window/i.test(text);
      const opens = isPrivate || /\bopen\b.* in a browser/i.test(text);
      const marked = [...paragraph.querySelectorAll('strong')].flatMap((strong): Step[] => {
        const before = document.createRange();
        before.setStart(paragraph, 0);
        before.setEndBefore(strong);
        if (/\bpress\s+$/i.test(before.toString())) return [{ kind: 'press', button: textOf(strong) }];
        const says = /\b(your page )?says\s+$/i.exec(before.toString());
        if (says !== null) return [{ kind: 'see', text: textOf(strong), isOwn: says[1] !== undefined }];
        return [];
      });
      return [...(opens ? [{ kind: 'open', isPrivate } as const] : []), ...marked];
    };

    const stepsOf = (element: Element): Step[] => {
      if (element.matches('h2')) return [{ kind: 'section', title: textOf(element) }];
      if (element.matches('figure.code')) return blockSteps(element as HTMLElement);
      if (element.matches('table')) return tableSteps(element);
      if (element.matches('p')) return sentenceSteps(element);
      return [...element.children].flatMap(stepsOf);
    };
    return stepsOf(document.querySelector('main')!);
  });
}
