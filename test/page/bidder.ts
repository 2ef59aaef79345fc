import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/answer.ts';
import { presentNext, spoilingCards } from '../providers/spoiling-cards.ts';
import { publicUrl } from '../support/service.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenged: '4000 0025 0000 3155',
  answerLost: 'authorize_answer_lost',
  serverError: 'authorize_5xx',
  captureDeclined: '4000 0000 0000 0341',
} as const;

export interface BidFields {
  amount?: string;
  email?: string;
  cardNumber?: string | undefined;
  [field: string]: string | undefined;
}

/** A browser without a script at one auction: keeps its cookie, sends the form that it was shown. */
export interface Bidder {
  /** Opens the page, and keeps its form. */
  open(path?: string): Promise<Answer>;
  /** Fills in the last form and sends it; a field that is `undefined` is left out. A `bidderId` and a `signature` go into its address. */
  send(fields?: BidFields, headers?: Record<string, string>): Promise<Answer>;
  /** Opens the page, sends a bid, and follows where that leads. */
  bid(fields?: BidFields): Promise<Answer>;
  /** Sends whatever form an answer holds, by one of its buttons. */
  press(answer: Answer, button?: { name: string; value: string }): Promise<Answer>;
  /** Fills in the form of a winner that an answer holds, and sends it. */
  give(answer: Answer, fields: Record<string, string>): Promise<Answer>;
  /** Follows an answer's redirects to the page at their end. */
  follow(answer: Answer): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** The last form's hidden fields. */
  readonly hidden: Record<string, string>;
  cookie: string | null;
}

type Send = (path: string, init?: RequestInit) => Promise<Answer>;

export function aBidder(
  { request }: { request: Send },
  auction: { auctionId: string },
  { bidderId }: { bidderId?: string } = {},
): Bidder {
  const path = `/auctions/${auction.auctionId}`;
  const query = bidderId === undefined ? '' : `?${new URLSearchParams({ bidderId })}`;

  /** The address of the last form of a bid. */
  let action = `${path}/bids`;

  const ask = async (target: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (bidder.cookie !== null) headers.set('cookie', bidder.cookie);
    const answer = await request(target, { ...init, headers });
    const set = answer.headers.get('set-cookie');
    if (set !== null) bidder.cookie = set.split(';')[0]!;
    const hidden = hiddenFields(answer.text);
    if (Object.keys(hidden).length > 0) Object.assign(bidder, { hidden });
    action = actionOf(answer.text, 'bid-form') ?? action;
    return answer;
  };
  const post = (target: string, fields: Record<string, string | undefined>, headers: Record<string, string> = {}) =>
    ask(target, {
      method: 'POST',
      headers: { origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(
        Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ).toString(),
    });

  const bidder: Bidder = {
    hidden: {},
    cookie: null,
    get: (target) => ask(target),
    open: (target = path + query) => ask(target),
    send: (fields = {}, headers = {}) =>
      post(
        ...named(action, { ...aCard, email: 'ada@example.com', ...bidder.hidden, ...fields, ...typedCard(fields) }),
        headers,
      ),
    bid: async (fields = {}) => {
      await bidder.open();
      return bidder.follow(await bidder.send(fields));
    },
    press: (answer, button) => {
      const pressed = /<form method="post" action="([^"]+)"/.exec(answer.text)![1]!;
      return post(unescape(pressed), {
        ...hiddenFields(answer.text),
        ...(button === undefined ? {} : { [button.name]: button.value }),
      });
    },
    give: (answer, fields) => post(...named(actionOf(answer.text, 'delivery-form') ?? `${path}/delivery`, fields)),
    follow: async (answer) => {
      let last = answer;
      while (last.status === 303) last = await ask(last.headers.get('location')!);
      return last;
    },
  };
  return bidder;
}

/** A bidder who has opened the page, and whose browser shows the form. */
export async function bidderWithForm(...args: Parameters<typeof aBidder>): Promise<Bidder> {
  const bidder = aBidder(...args);
  await bidder.open();
  return bidder;
}

/** A card that spoils requests has no number: the next hold is on it, whatever number is typed. */
function typedCard({ cardNumber }: BidFields): BidFields {
  if (cardNumber === undefined || !(cardNumber in spoilingCards)) return {};
  presentNext(cardNumber);
  return { cardNumber: cards.good };
}

const aCard = { amount: '25', cardNumber: cards.good, cardExpiry: '12/40', cardCvc: '123' };

/** @returns the address that takes the form with an id; `null`: there is no such form */
function actionOf(html: string, id: string): string | null {
  const form = new RegExp(`<form method="post" action="([^"]+)"[^>]* id="${id}"`).exec(html);
  return form === null ? null : unescape(form[1]!);
}

/** Moves the fields that name a bidder into the address, where the pages have them. */
function named<Fields extends Record<string, string | undefined>>(action: string, fields: Fields) {
  const { bidderId, signature, ...rest } = fields;
  const url = new URL(action, publicUrl);
  for (const [name, value] of Object.entries({ bidderId, signature })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return [url.pathname + url.search, rest] as const;
}

export function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, unescape(value!)]));
}

export function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** What a person reads: no tags, no style, one line. */
export function readable(html: string): string {
  return unescape(
    html
      .replace(/<style>.*?<\/style>/s, '')
      .replaceAll(/<\/?bdi>/g, '')
      .replaceAll(/<[^>]+>/g, ' '),
  ).replaceAll(/\s+/g, ' ');
}

export const someToken = () => randomUUID();
