import { basePath } from '../../core/base-path.ts';
import type { Language } from '../../core/languages.ts';
import { isUuid } from '../../core/uuid.ts';
import { lotsPath } from '../../auctions/presentation/seller-profile.ts';
import type { BidderOfUrl } from '../../auctions/bidders/bidder-of-url.ts';

export type PageLinks = ReturnType<typeof pageLinks>;

/** The parameters that a request brings along from page to page. */
export interface Carried {
  readonly bidder: Pick<BidderOfUrl, 'parameters'>;
  /** The key of the private link that was opened; `null`: none was. */
  readonly key: string | null;
  /** The bidder's own choice; `null`: there is none. */
  readonly language: Language | null;
}

/**
 * Returns every address that the pages of an auction lead to. Each keeps the bidder of the request: an address that lost the bidder
 * would make the next bid another person's, with a second hold.
 *
 * @param publicUrl its path, where it has one, is what a proxy puts before ours
 */
export function pageLinks(publicUrl: string, auctionId: string, { bidder, key, language }: Carried) {
  const base = `${basePath(publicUrl)}/auctions/${isUuid(auctionId) ? auctionId : encodeURIComponent(auctionId)}`;
  const anybodys = (path: string, parameters: Record<string, string> = {}) =>
    `${base}${path}${queryOf([...Object.entries(parameters), ...inLanguage(language)])}`;
  const link = (path: string, parameters: Record<string, string> = {}) =>
    `${base}${path}${queryOf([...bidder.parameters, ...Object.entries(parameters), ...inLanguage(language)])}`;
  /** Shows a browser's bids on any device. The key stands for the bidder. */
  const follow = (ofKey: string) => anybodys('/follow', { key: ofKey });
  /** @param bid the submission token of the bid whose outcome is shown */
  const page = (bid?: { token: string; sentBefore?: boolean }) =>
    link('', bid === undefined ? {} : { bid: bid.token, ...(bid.sentBefore === true ? { sentBefore: '1' } : {}) });
  return {
    page,
    /**
     * The page that the reader looks at: of the auction, or of the private link.
     *
     * @param mail the token of the message whose link led there
     */
    here: (bid?: { token: string; sentBefore?: boolean }, mail?: string) =>
      key === null ? page(bid) : anybodys('/follow', { key, ...(mail === undefined ? {} : { mail }) }),
    /** The page that other sites show in a frame. */
    embed: link('/embed'),
    /** Takes the form of a bid. */
    bids: link('/bids'),
    /** Takes the form of the winner. */
    delivery: key === null ? link('/delivery') : anybodys('/delivery', { key }),
    events: `${base}/events`,
    state: `${base}/state`,
    challenge: (token: string) => link('/challenge', { bid: token }),
    return: (token: string) => link('/return', { bid: token }),
    /** Takes the form that gives up a bid which waits for its bidder. */
    giveUp: (token: string) => link('/give-up', { bid: token }),
    /** Sends the message about a bid once more, also to an address that has bounced. */
    sendMessageAgain: link('/messages'),
    follow,
    /** The address of a private link as a picture, a QR code. */
    followCode: (ofKey: string) => anybodys('/follow/code.svg', { key: ofKey }),
    transcript: key === null ? link('/transcript') : anybodys('/transcript', { key }),
    transcriptFile: `${base}/transcript.json`,
    /** A calendar's entry of the end. */
    calendar: link('/end.ics'),
    lots: (sellerId: string) => lotsLinks(publicUrl, sellerId, { bidder, language }).page(1),
  };
}

/**
 * Returns the addresses that the page of a seller's lots leads to. They name the bidder without the signature, which is good for one
 * auction.
 */
export function lotsLinks(publicUrl: string, sellerId: string, { bidder, language }: Omit<Carried, 'key'>) {
  const unsigned = { parameters: bidder.parameters.filter(([name]) => name !== 'signature') };
  const path = `${basePath(publicUrl)}${lotsPath(sellerId)}`;
  return {
    page: (number: number) =>
      `${path}${queryOf([
        ...(number === 1 ? [] : [['page', String(number)] as const]),
        ...unsigned.parameters,
        ...inLanguage(language),
      ])}`,
    auction: (auctionId: string) => pageLinks(publicUrl, auctionId, { bidder: unsigned, key: null, language }).page(),
  };
}

function inLanguage(language: Language | null): (readonly [string, string])[] {
  return language === null ? [] : [['lang', language]];
}

function queryOf(parameters: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  return query === '' ? '' : `?${query}`;
}
