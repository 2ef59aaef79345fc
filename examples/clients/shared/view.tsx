import { type FormEvent, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';

// What the pages look like. How their data comes and stays fresh is the client's: apollo/, urql/ and relay/.

interface Line {
  readonly auctionId: string;
  readonly title: string;
  readonly status: string;
  readonly bidCount: number | null | undefined;
  readonly leadingBid: { readonly bidValueInCents: number } | null | undefined;
}

interface Live extends Line {
  readonly phase: string;
  readonly outcome: string | null | undefined;
  readonly biddingPeriodEndsAt: string;
  readonly winningBid: Bid | null | undefined;
  readonly presentation: {
    readonly description: string | null | undefined;
    readonly pictures: readonly {
      readonly pictureId: string;
      readonly alternativeText: string;
      readonly url: string;
      readonly sizes: readonly Size[];
    }[];
  };
}

interface Size {
  readonly width: number;
  readonly url: string;
}

interface Bid {
  readonly id: string;
  readonly bidderPseudonym: string;
  readonly bidValueInCents: number;
}

/** An error of an answer. Relay hands the extensions on, and keeps the message. */
export interface AnswerError {
  readonly message?: string;
  readonly extensions?: { readonly [name: string]: unknown };
}

type Choose = (auctionId: string) => void;

interface Parts {
  readonly List: (props: { onChoose: Choose }) => ReactNode;
  readonly Auction: (props: { auctionId: string }) => ReactNode;
}

export function Page({ List, Auction }: Parts) {
  const [auctionId, choose] = useState(new URLSearchParams(location.search).get('auction'));
  return (
    <>
      <section aria-label="All auctions">
        <List onChoose={choose} />
      </section>
      {auctionId !== null && (
        <section aria-label="The chosen auction" key={auctionId}>
          <Auction auctionId={auctionId} />
        </section>
      )}
    </>
  );
}

export function show(page: ReactNode): void {
  createRoot(document.querySelector('main')!).render(page);
}

export function AuctionLine({ auction, onChoose }: { auction: Line; onChoose?: Choose }) {
  const { auctionId, title, status, bidCount, leadingBid } = auction;
  const leading = leadingBid == null ? 'no bid' : `${dollars(leadingBid.bidValueInCents)}, ${counted(bidCount)}`;
  return (
    <li>
      {onChoose === undefined ? <span>{title}</span> : <Choice title={title} choose={() => onChoose(auctionId)} />}
      <small>
        {status}, {leading}
      </small>
    </li>
  );
}

function Choice({ title, choose }: { title: string; choose: () => void }) {
  const onClick = (event: { preventDefault(): void }) => {
    event.preventDefault();
    choose();
  };
  return (
    <a href="#chosen" onClick={onClick}>
      {title}
    </a>
  );
}

/** A list, and the button for its next page. @param onMore `null`: there is no next page */
export function Pages({
  label,
  onMore,
  children,
}: {
  label: string;
  onMore: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <>
      <ol aria-label={label}>{children}</ol>
      {onMore !== null && (
        <button type="button" onClick={onMore}>
          More {label}
        </button>
      )}
    </>
  );
}

function srcsetOf(sizes: readonly Size[]): string {
  return sizes.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

export function AuctionNow({ auction }: { auction: Live }) {
  const { title, status, phase, outcome, biddingPeriodEndsAt, bidCount, leadingBid, winningBid } = auction;
  const { description, pictures } = auction.presentation;
  return (
    <>
      <h2>{title}</h2>
      <p>
        <span className="state">{outcome ?? phase}</span> {status}, ends{' '}
        {new Date(biddingPeriodEndsAt).toLocaleString()}
      </p>
      {pictures.map(({ pictureId, url, sizes, alternativeText }) => (
        <img key={pictureId} srcSet={srcsetOf(sizes)} sizes="12rem" src={url} alt={alternativeText} />
      ))}
      <p>{description}</p>
      <p aria-live="polite">
        <span className="price">{leadingBid == null ? 'No bid yet' : dollars(leadingBid.bidValueInCents)}</span>{' '}
        {counted(bidCount)}
      </p>
      {winningBid != null && (
        <p>
          Sold to {winningBid.bidderPseudonym} for {dollars(winningBid.bidValueInCents)}
        </p>
      )}
    </>
  );
}

export function BidLine({ bid }: { bid: Bid }) {
  return (
    <li>
      <span>{bid.bidderPseudonym}</span> {dollars(bid.bidValueInCents)}
    </li>
  );
}

export function Errors({ errors }: { errors: readonly AnswerError[] }) {
  return errors.map(({ message, extensions = {} }, index) => (
    <p role="alert" key={index}>
      {message} <code>{String(extensions['code'])}</code>, request <code>{String(extensions['requestId'])}</code>
    </p>
  ));
}

/** Asks the server of this page, which has the secret key. The cache follows by the subscription. */
export function Changes({ auctionId }: { auctionId: string }) {
  const [errors, setErrors] = useState<readonly AnswerError[]>([]);
  const change = async (path: string, title?: FormDataEntryValue | null) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auctionId, title }),
    });
    setErrors(((await response.json()) as { errors?: readonly AnswerError[] }).errors ?? []);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void change('/change-title', new FormData(event.currentTarget).get('title'));
  };
  return (
    <>
      <form onSubmit={onSubmit}>
        <label>
          New title <input name="title" autoComplete="off" />
        </label>
        <button>Change</button>
        <button type="button" onClick={() => void change('/cancel')}>
          Cancel the auction
        </button>
      </form>
      <Errors errors={errors} />
    </>
  );
}

function counted(bids: number | null | undefined): string {
  return bids === 1 ? '1 bid' : `${bids ?? 0} bids`;
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
