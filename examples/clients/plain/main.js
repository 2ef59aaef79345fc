// Without a library and without a build: `fetch`, and a record of each auction under its `id`.

/**
 * @import { AuctionPageQuery, ListPageQuery, LiveSubscription } from '../generated/gql/graphql.ts'
 * @typedef {NonNullable<AuctionPageQuery['auction']>} Live
 * @typedef {{ message: string, extensions?: Record<string, unknown> }} AnswerError
 */
const { serviceUrl, publicKey } = document.documentElement.dataset;

const listPage = /* GraphQL */ `
  query ListPage($after: String) {
    auctions(first: 3, after: $after) {
      edges { node { id auctionId title status bidCount leadingBid { bidValueInCents } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

const auctionPage = /* GraphQL */ `
  query AuctionPage($auctionId: ID!, $after: String) {
    auction(auctionId: $auctionId) {
      id auctionId title status phase outcome biddingPeriodEndsAt bidCount
      leadingBid { bidValueInCents }
      winningBid { bidderPseudonym bidValueInCents }
      presentation { description pictures { pictureId alternativeText url sizes { width url } } }
      bids(orderBy: { field: VALUE, direction: DESC }, first: 3, after: $after) {
        edges { node { id bidderPseudonym bidValueInCents } }
        pageInfo { hasNextPage endCursor }
      }
    }
    auctions(filter: { statuses: [ongoing] }, first: 3) { nodes { id auctionId title status bidCount leadingBid { bidValueInCents } } }
  }
`;

const liveAuction = /* GraphQL */ `
  subscription Live($auctionId: ID!) {
    auctionChanged(auctionId: $auctionId) {
      id auctionId title status phase outcome biddingPeriodEndsAt bidCount
      leadingBid { bidValueInCents }
      winningBid { bidderPseudonym bidValueInCents }
      presentation { description pictures { pictureId alternativeText url sizes { width url } } }
      bids(orderBy: { field: VALUE, direction: DESC }, first: 3) {
        edges { node { id bidderPseudonym bidValueInCents } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** What is known of each auction, under its `id`. Whatever part of the page shows an auction takes it from here. */
const records = new Map();
/** @type {string[]} */
const list = [];
/** @type {string[]} */
let open = [];
/** @type {string | null} */
let chosen = null;
/** @type {() => void} */
let stopFollowing = () => {};

/** @param {{ id: string }} auction as an answer has it: its fields replace those of the record */
function keep(auction) {
  records.set(auction.id, { ...records.get(auction.id), ...auction });
  return auction.id;
}

/** @param {string} query @param {object} variables @param {{ accept: string, signal?: AbortSignal }} [options] */
function send(query, variables, { accept, signal } = { accept: 'application/json' }) {
  return fetch(`${serviceUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publicKey}`, 'content-type': 'application/json', accept },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
}

/**
 * An answer has `data`, `errors` or both: an error takes its own field away, and no more.
 *
 * @param {string} query @param {object} variables
 */
async function ask(query, variables) {
  return (await send(query, variables)).json();
}

/**
 * Follows a subscription until `signal` ends it. `EventSource` cannot send a key, so this reads the stream of `fetch`. A
 * stream that ends without `complete` was cut: a second later it is asked for again.
 *
 * @param {string} query @param {object} variables @param {AbortSignal} signal @param {(answer: any) => void} next
 */
async function follow(query, variables, signal, next) {
  for (;;) {
    try {
      const response = await send(query, variables, { accept: 'text/event-stream', signal });
      // Too many requests (429) and outages pass; any other refusal stays one.
      if (response.status >= 400 && response.status < 429) return next(await response.json());
      if (response.body === null) throw new Error('The answer has no body.');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ''; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        const events = (rest + value).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          if (/^event: ?complete$/m.test(event)) return;
          const data = /^data: ?(.+)$/m.exec(event)?.[1];
          if (data !== undefined) next(JSON.parse(data));
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      console.warn('The stream was cut.', error);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** @param {string | null} after the cursor of the last auction that is shown */
async function showMoreAuctions(after) {
  /** @type {{ data?: ListPageQuery, errors?: AnswerError[] }} */
  const { data, errors } = await ask(listPage, { after });
  list.push(...(data?.auctions?.edges ?? []).map(({ node }) => keep(node)));
  offerMore('more-auctions', data?.auctions?.pageInfo, showMoreAuctions);
  showErrors('list-errors', errors);
  show();
}

/** @param {string} auctionId */
async function choose(auctionId) {
  stopFollowing();
  const stopping = new AbortController();
  stopFollowing = () => stopping.abort();
  /** @type {{ data?: AuctionPageQuery, errors?: AnswerError[] }} */
  const { data, errors } = await ask(auctionPage, { auctionId });
  open = (data?.auctions?.nodes ?? []).map(keep);
  chosen = data?.auction == null ? null : keepLive(data.auction);
  byId('chosen').hidden = false;
  byId('auction').hidden = chosen === null;
  showErrors('errors', errors);
  show();
  if (chosen === null) return;
  await follow(liveAuction, { auctionId }, stopping.signal, (answer) => {
    /** @type {{ data?: LiveSubscription, errors?: AnswerError[] }} */
    const { data: now, errors: liveErrors } = answer;
    if (now?.auctionChanged != null) keepLive(now.auctionChanged);
    showErrors('errors', liveErrors);
    show();
  });
}

/** @param {Live} auction with the first page of its bids */
function keepLive({ bids, ...auction }) {
  offerMore('more-bids', bids?.pageInfo, (after) => showMoreBids(auction.auctionId, after));
  return keep({ ...auction, ...{ bids: bids?.edges ?? [] } });
}

/** @param {string} auctionId @param {string | null} after the cursor of the last bid that is shown */
async function showMoreBids(auctionId, after) {
  /** @type {{ data?: AuctionPageQuery, errors?: AnswerError[] }} */
  const { data, errors } = await ask(auctionPage, { auctionId, after });
  showErrors('errors', errors);
  if (data?.auction == null) return;
  const { id, bids } = data.auction;
  keep({ id, ...{ bids: [...records.get(id).bids, ...(bids?.edges ?? [])] } });
  offerMore('more-bids', bids?.pageInfo, (next) => showMoreBids(auctionId, next));
  show();
}

function show() {
  byId('list').replaceChildren(...list.map((id) => line(records.get(id), true)));
  byId('open').replaceChildren(...open.map((id) => line(records.get(id), false)));
  if (chosen === null) return;
  const { title, status, phase, outcome, biddingPeriodEndsAt, bidCount, leadingBid, winningBid, presentation, bids } =
    records.get(chosen);
  const texts = {
    title,
    status,
    phase: outcome ?? phase,
    ends: new Date(biddingPeriodEndsAt).toLocaleString(),
    price: leadingBid === null ? 'No bid yet' : dollars(leadingBid),
    description: presentation.description ?? '',
    count: counted(bidCount),
    sold: winningBid === null ? '' : `Sold to ${winningBid.bidderPseudonym} for ${dollars(winningBid)}`,
  };
  for (const [name, text] of Object.entries(texts)) byId(name).textContent = text;
  byId('pictures').replaceChildren(
    ...presentation.pictures.map((/** @type {any} */ { url, sizes, alternativeText: alt }) =>
      Object.assign(document.createElement('img'), { alt, srcset: srcsetOf(sizes), sizes: '12rem', src: url }),
    ),
  );
  byId('bids').replaceChildren(
    ...bids.map((/** @type {any} */ { node }) => make('li', make('span', node.bidderPseudonym), dollars(node))),
  );
}

/** @param {any} auction @param {boolean} isChoice */
function line({ auctionId, title, status, bidCount, leadingBid }, isChoice) {
  const name = make(isChoice ? 'a' : 'span', title);
  if (isChoice) {
    name.setAttribute('href', '#chosen');
    name.onclick = () => void choose(auctionId);
  }
  const leading = leadingBid === null ? 'no bid' : `${dollars(leadingBid)}, ${counted(bidCount)}`;
  return make('li', name, make('small', `${status}, ${leading}`));
}

/**
 * @param {string} id of the button
 * @param {{ hasNextPage: boolean, endCursor?: string | null } | undefined} page
 * @param {(after: string | null) => Promise<void>} showMore
 */
function offerMore(id, page, showMore) {
  byId(id).hidden = page?.hasNextPage !== true;
  byId(id).onclick = () => void showMore(page?.endCursor ?? null);
}

/** @param {string} id @param {AnswerError[] | undefined} errors */
function showErrors(id, errors = []) {
  byId(id).replaceChildren(
    ...errors.map(({ message, extensions }) => {
      const alert = make(
        'p',
        message,
        ' ',
        make('code', `${extensions?.['code']}`),
        ', request ',
        make('code', `${extensions?.['requestId']}`),
      );
      alert.role = 'alert';
      return alert;
    }),
  );
}

/** Asks the server of this page, which has the secret key. @param {string} path @param {unknown} [title] */
async function change(path, title) {
  const auctionId = records.get(chosen).auctionId;
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auctionId, title }),
  });
  /** @type {{ errors?: AnswerError[] }} */
  const { errors } = await response.json();
  showErrors('errors', errors);
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} name @param {(string | Node)[]} content texts stay texts, whatever is in them */
function make(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** @param {{ url: string, width: number }[]} sizes */
function srcsetOf(sizes) {
  return sizes.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

/** @param {number} bids */
function counted(bids) {
  return bids === 1 ? '1 bid' : `${bids} bids`;
}

/** @param {{ bidValueInCents: number }} bid */
function dollars({ bidValueInCents }) {
  return (bidValueInCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

byId('change').onsubmit = (event) => {
  event.preventDefault();
  void change('/change-title', new FormData(/** @type {HTMLFormElement} */ (event.target)).get('title'));
};
byId('cancel').onclick = () => void change('/cancel');
await showMoreAuctions(null);
const asked = new URLSearchParams(location.search).get('auction');
if (asked !== null) await choose(asked);
