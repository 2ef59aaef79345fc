import { routes } from './route-table.ts';

const templates = [...new Set(routes.map(({ path }) => `/v1${path}`))].map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/:\w+/, '[^/]+')}$`),
}));

/** A path of `/v1` as the route table has it, `/v1/auctions/:auctionId`; `/v1/*` for one that is none of its. */
export function routeTemplate(pathname: string): string {
  return templates.find(({ pattern }) => pattern.test(pathname))?.template ?? '/v1/*';
}
