import type { Answer } from '../support/answer.ts';

/**
 * Follows every link and loaded file from a page on, as far as `/docs` reaches; what lies beyond is asked for, not read.
 *
 * @returns the paths that answered, and what led nowhere, with the page that it was on
 */
export async function crawl(
  request: (path: string) => Promise<Answer>,
  { start, publicUrl }: { start: string; publicUrl: string },
): Promise<{ pages: string[]; broken: string[] }> {
  const answers = new Map<string, Answer>();
  const broken: string[] = [];
  const todo = [{ target: start, from: 'the start' }];
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const { target, from } = next;
    const [path, anchor] = target.split('#') as [string, string?];
    let answer = answers.get(path);
    if (answer === undefined) {
      answer = await request(path);
      answers.set(path, answer);
      for (const link of path.startsWith('/docs') ? linksOf(answer, path) : []) todo.push({ target: link, from: path });
    }
    if (answer.status >= 400) broken.push(`${target} on ${from}: ${answer.status}`);
    else if (anchor !== undefined && !answer.text.includes(` id="${anchor}"`))
      broken.push(`${target} on ${from}: no such place`);
  }
  return { pages: [...answers.keys()], broken };

  /** Those to this service, as paths. */
  function linksOf({ headers, text }: Answer, path: string): string[] {
    if (!(headers.get('content-type') ?? '').startsWith('text/html')) return [];
    return [...text.matchAll(/\s(?:href|src|data-document)="([^"]+)"/g)]
      .map(([, href]) => new URL(href!.replaceAll('&amp;', '&'), `${publicUrl}${path}`))
      .filter(({ origin }) => origin === new URL(publicUrl).origin)
      .map(({ pathname, search, hash }) => pathname + search + hash);
  }
}
