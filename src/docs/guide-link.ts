/** Files that a guide may link to, and where the service has what is in them. */
const served: Record<string, string> = {
  '../errors.md': 'docs/errors',
  '../openapi.json': 'docs/openapi.json',
  '../../schema.graphql': 'docs/schema.graphql',
};

/**
 * Where a link of a guide leads in the service. In the file it leads to another file, so that it also works where the
 * files are read.
 *
 * @param publicUrl links to it stay on the address that the page was opened at
 * @returns as the page has it, below `/docs/guides/`
 * @throws for a file that the service does not serve
 */
export function guideLink(href: string, publicUrl: string): string {
  if (href.startsWith('#')) return href;
  if (href === publicUrl || href.startsWith(`${publicUrl}/`)) return `../..${href.slice(publicUrl.length)}`;
  if (/^https?:/.test(href)) return href;
  const [file, anchor] = href.split('#') as [string, string?];
  const page = served[file] === undefined ? /^([\w-]+)\.md$/.exec(file)?.[1] : `../../${served[file]}`;
  if (page === undefined) throw new Error(`A guide links to ${href}, which the service does not serve.`);
  return anchor === undefined ? page : `${page}#${anchor}`;
}
