import { isUuid } from '../core/uuid.ts';

/** The addresses of an auction's page, with everything that has to come along from step to step. */
export interface PageLinks {
  /** @param bid the submission token of the bid whose outcome is shown */
  page(bid?: { token: string; sentBefore?: boolean }): string;
  readonly submit: string;
  readonly events: string;
  readonly state: string;
  challenge(token: string): string;
  return(token: string): string;
  /** Shows a browser's bids on any device; the same for everybody, so that it carries no `bidderId`. */
  follow(key: string): string;
}

/**
 * @param publicUrl its path, where it has one, is what a proxy puts before ours
 * @param bidderId from the page's own address; `null`: the bidder goes by the e-mail
 */
export function pageLinks(publicUrl: string, auctionId: string, bidderId: string | null): PageLinks {
  const base = `${basePath(publicUrl)}/auctions/${isUuid(auctionId) ? auctionId : encodeURIComponent(auctionId)}`;
  const link = (path: string, parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...(bidderId === null ? {} : { bidderId }), ...parameters }).toString();
    return `${base}${path}${query === '' ? '' : `?${query}`}`;
  };
  return {
    page: (bid) =>
      link('', bid === undefined ? {} : { bid: bid.token, ...(bid.sentBefore === true ? { sentBefore: '1' } : {}) }),
    submit: `${base}/bids`,
    events: `${base}/events`,
    state: `${base}/state`,
    challenge: (token) => link('/challenge', { bid: token }),
    return: (token) => link('/return', { bid: token }),
    follow: (key) => `${base}/follow?${new URLSearchParams({ key }).toString()}`,
  };
}

export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
