import { createHash, timingSafeEqual } from 'node:crypto';

/** The form of a bid, and the browser that submitted it. */
interface FormOfBrowser {
  readonly submissionToken: string;
  readonly browserId: string;
}

/**
 * The key of a link that shows a browser's bids on one auction, to read only. It is made of the browser's id, which no page
 * shows, so that nobody who knows a bid's token alone can make it, and the id cannot be read from it.
 */
export function followKey({ submissionToken, browserId }: FormOfBrowser): string {
  const proof = createHash('sha256').update(`follow ${submissionToken} ${browserId}`).digest('base64url');
  return `${submissionToken}.${proof}`;
}

export function looksLikeFollowKey(text: string): boolean {
  return /^[0-9a-f-]{36}\.[\w-]{43}$/i.test(text);
}

export function isFollowKey(key: string, form: FormOfBrowser): boolean {
  const [given, wanted] = [Buffer.from(key), Buffer.from(followKey(form))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Returns the private link to the bids of a browser on one auction. */
export function followUrl(publicUrl: string, auctionId: string, form: FormOfBrowser): string {
  return `${publicUrl}/auctions/${auctionId}/follow?${new URLSearchParams({ key: followKey(form) }).toString()}`;
}
