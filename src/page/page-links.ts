import { basePath } from '../core/base-path.ts';
import type { Language } from '../core/languages.ts';
import { isUuid } from '../core/uuid.ts';
import type { BidderOfUrl } from './bidder-of-url.ts';

export type PageLinks = ReturnType<typeof pageLinks>;

/**
 * Returns the addresses of an auction's page, with everything that has to come along from step to step.
 *
 * @param publicUrl its path, where it has one, is what a proxy puts before ours
 * @param bidder from the page's own address; `null`: the link names nobody who may bid through it
 * @param language the bidder's own choice; `null`: there is none
 */
export function pageLinks(
  publicUrl: string,
  auctionId: string,
  bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'> | null,
  language: Language | null,
) {
  const base = `${basePath(publicUrl)}/auctions/${isUuid(auctionId) ? auctionId : encodeURIComponent(auctionId)}`;
  const anybodys = (path: string, parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...parameters, ...(language === null ? {} : { lang: language }) }).toString();
    return `${base}${path}${query === '' ? '' : `?${query}`}`;
  };
  const link = (path: string, parameters: Record<string, string> = {}) =>
    anybodys(path, { ...bidderFields(bidder), ...parameters });
  return {
    /** @param bid the submission token of the bid whose outcome is shown */
    page: (bid?: { token: string; sentBefore?: boolean }) =>
      link('', bid === undefined ? {} : { bid: bid.token, ...(bid.sentBefore === true ? { sentBefore: '1' } : {}) }),
    /** The page that other sites show in a frame. */
    embed: link('/embed'),
    bids: anybodys('/bids'),
    /** Takes the form of the winner. */
    delivery: anybodys('/delivery'),
    events: `${base}/events`,
    state: `${base}/state`,
    challenge: (token: string) => link('/challenge', { bid: token }),
    return: (token: string) => link('/return', { bid: token }),
    /** Takes the form that gives up a bid which waits for its bidder. */
    giveUp: (token: string) => link('/give-up', { bid: token }),
    /** Shows a browser's bids on any device; the same for everybody, so that it names no bidder. */
    follow: (key: string) => anybodys('/follow', { key }),
    /** The same address as a picture, a QR code. */
    followCode: (key: string) => anybodys('/follow/code.svg', { key }),
    /** A calendar's entry of the end. */
    calendar: anybodys('/end.ics'),
  };
}

/** The parts of a link that name the bidder, as parameters of an address and as fields of a form. */
export function bidderFields(bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'> | null): Record<string, string> {
  if (bidder === null) return {};
  const { bidderId, signature } = bidder;
  return { ...(bidderId === null ? {} : { bidderId }), ...(signature === null ? {} : { signature }) };
}
