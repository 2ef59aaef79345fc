/** The files that a guide may link to, and their addresses in the service. */
const served: Record<string, string> = {
  '../errors.md': 'docs/errors',
  '../openapi.json': 'docs/openapi.json',
  '../../schema.graphql': 'docs/schema.graphql',
};

/**
 * Returns the address in the service of a guide's link. In the file the link leads to another file, so that it also
 * works in the repository.
 *
 * @param publicUrl links to it stay on the address at which the page was opened
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
