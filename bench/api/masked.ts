const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** The same for two things that were done at different times to different auctions. */
export function masked(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(uuid, 'a UUID').replaceAll(instant, 'an instant'));
}
