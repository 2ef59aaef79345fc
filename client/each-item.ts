interface Page<Item> {
  readonly items: readonly Item[];
  /** The `Link` header. */
  readonly link: string | null;
}

/**
 * Every item of a list, page by page. Items that are added meanwhile come first and move the rest: an item that has been seen on the
 * page before is not given again.
 *
 * @param id the field that names an item
 */
export async function* eachItem<Item>(
  readPage: (offset: number) => Promise<Page<Item>>,
  id: keyof Item,
): AsyncGenerator<Item, void> {
  let seen = new Set<unknown>();
  for (let offset: number | null = 0; offset !== null;) {
    const { items, link }: Page<Item> = await readPage(offset);
    yield* items.filter((item) => !seen.has(item[id]));
    seen = new Set<unknown>(items.map((item) => item[id]));
    offset = offsetOfNext(link);
  }
}

/** Only the offset: the link names the service by its public address, which need not be the one that is asked here. */
function offsetOfNext(link: string | null): number | null {
  const next = /<([^>]+)>; *rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : Number(new URL(next).searchParams.get('offset'));
}
