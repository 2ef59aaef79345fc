import { basePath } from '../core/base-path.ts';
import type { Language } from '../core/languages.ts';
import { isUuid } from '../core/uuid.ts';
import type { BidderOfUrl } from './bidder-of-url.ts';

/** The addresses of an auction's page, with everything that has to come along from step to step. */
export interface PageLinks {
  /** @param bid the submission token of the bid whose outcome is shown */
  page(bid?: { token: string; sentBefore?: boolean }): string;
  readonly submit: string;
  readonly events: string;
  readonly state: string;
  challenge(token: string): string;
  return(token: string): string;
  /** Takes the form that gives up a bid which waits for its bidder. */
  giveUp(token: string): string;
  /** Shows a browser's bids on any device; the same for everybody, so that it names no bidder. */
  follow(key: string): string;
  /** The same address as a picture, a QR code. */
  followCode(key: string): string;
  /** A calendar's entry of the end. */
  readonly calendar: string;
}

/**
 * @param publicUrl its path, where it has one, is what a proxy puts before ours
 * @param bidder from the page's own address; `null`: the link names nobody who may bid through it
 * @param language the bidder's own choice; `null`: there is none
 */
export function pageLinks(
  publicUrl: string,
  auctionId: string,
  bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'> | null,
  language: Language | null,
): PageLinks {
  const base = `${basePath(publicUrl)}/auctions/${isUuid(auctionId) ? auctionId : encodeURIComponent(auctionId)}`;
  const anybodys = (path: string, parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...parameters, ...(language === null ? {} : { lang: language }) }).toString();
    return `${base}${path}${query === '' ? '' : `?${query}`}`;
  };
  const link = (path: string, parameters: Record<string, string> = {}) =>
    anybodys(path, { ...bidderFields(bidder), ...parameters });
  return {
    page: (bid) =>
      link('', bid === undefined ? {} : { bid: bid.token, ...(bid.sentBefore === true ? { sentBefore: '1' } : {}) }),
    submit: anybodys('/bids'),
    events: `${base}/events`,
    state: `${base}/state`,
    challenge: (token) => link('/challenge', { bid: token }),
    return: (token) => link('/return', { bid: token }),
    giveUp: (token) => link('/give-up', { bid: token }),
    follow: (key) => anybodys('/follow', { key }),
    followCode: (key) => anybodys('/follow/code.svg', { key }),
    calendar: anybodys('/end.ics'),
  };
}

/** The parts of a link that name the bidder, as parameters of an address and as fields of a form. */
export function bidderFields(bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'> | null): Record<string, string> {
  if (bidder === null) return {};
  const { bidderId, signature } = bidder;
  return { ...(bidderId === null ? {} : { bidderId }), ...(signature === null ? {} : { signature }) };
}
