/**
 * Links the neighbouring pages of a list (RFC 8288): `rel="next"` if more items follow, `rel="prev"` from the second
 * page on.
 *
 * @returns `null` if there is neither
 */
export function linkHeader(
  listUrl: string,
  query: string,
  page: { limit: number; offset: number; hasNext: boolean },
): string | null {
  const linkTo = (offset: number, rel: string) => {
    const target = new URLSearchParams(query);
    target.set('offset', String(offset));
    target.set('limit', String(page.limit));
    return `<${listUrl}?${target}>; rel="${rel}"`;
  };
  const links = [
    ...(page.hasNext ? [linkTo(page.offset + page.limit, 'next')] : []),
    ...(page.offset > 0 ? [linkTo(Math.max(0, page.offset - page.limit), 'prev')] : []),
  ];
  return links.length === 0 ? null : links.join(', ');
}
