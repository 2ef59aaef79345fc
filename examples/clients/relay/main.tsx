import { Suspense } from 'react';
import {
  graphql,
  RelayEnvironmentProvider,
  useFragment,
  useLazyLoadQuery,
  usePaginationFragment,
  useSubscription,
} from 'react-relay';
import { Environment, type GraphQLResponse, Network, Observable, RecordSource, Store } from 'relay-runtime';
import type { mainAuctionQuery } from '../generated/relay/mainAuctionQuery.graphql.ts';
import type { mainBids_auction$key } from '../generated/relay/mainBids_auction.graphql.ts';
import type { mainLine_auction$key } from '../generated/relay/mainLine_auction.graphql.ts';
import type { mainList_query$key } from '../generated/relay/mainList_query.graphql.ts';
import type { mainListQuery } from '../generated/relay/mainListQuery.graphql.ts';
import type { mainLiveSubscription } from '../generated/relay/mainLiveSubscription.graphql.ts';
import type { mainNow_auction$key } from '../generated/relay/mainNow_auction.graphql.ts';
import { live } from '../shared/live.ts';
import { graphqlUrl, headers } from '../shared/settings.ts';
import * as view from '../shared/view.tsx';

/** Records are kept by `id`, for all types together: an `id` of this service names one object. */
const environment = new Environment({
  network: Network.create(
    async ({ text: query }, variables) => {
      const response = await fetch(graphqlUrl, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as GraphQLResponse;
    },
    ({ text: query }, variables) =>
      Observable.create((sink) =>
        live.subscribe(
          { query: query!, variables },
          { ...sink, next: (result) => sink.next(result as GraphQLResponse) },
        ),
      ),
  ),
  store: new Store(new RecordSource()),
});
// For tests, and for the console.
Object.assign(globalThis, { relayEnvironment: environment });

function List({ onChoose }: { onChoose: (auctionId: string) => void }) {
  const query = useLazyLoadQuery<mainListQuery>(
    graphql`
      query mainListQuery {
        ...mainList_query
      }
    `,
    {},
  );
  const { data, hasNext, loadNext } = usePaginationFragment<mainListQuery, mainList_query$key>(
    graphql`
      fragment mainList_query on Query
      @argumentDefinitions(count: { type: "Int", defaultValue: 3 }, cursor: { type: "String" })
      @refetchable(queryName: "mainListPageQuery") {
        auctions(first: $count, after: $cursor) @connection(key: "mainList_auctions") {
          edges {
            node {
              id
              ...mainLine_auction
            }
          }
        }
      }
    `,
    query,
  );
  return (
    <view.Pages label="auctions" onMore={hasNext ? () => loadNext(3) : null}>
      {data.auctions?.edges.map(({ node }) => (
        <Line key={node.id} auction={node} onChoose={onChoose} />
      ))}
    </view.Pages>
  );
}

function Line({ auction, ...props }: { auction: mainLine_auction$key; onChoose?: (auctionId: string) => void }) {
  const data = useFragment(
    graphql`
      fragment mainLine_auction on Auction {
        auctionId
        title
        status
        bidCount
        leadingBid {
          bidValueInCents
        }
      }
    `,
    auction,
  );
  return <view.AuctionLine auction={data} {...props} />;
}

function Auction({ auctionId }: { auctionId: string }) {
  // Without `@catch`, a refused field is null like one that has nothing.
  const { auction, auctions } = useLazyLoadQuery<mainAuctionQuery>(
    graphql`
      query mainAuctionQuery($auctionId: ID!) {
        auction(auctionId: $auctionId) @catch {
          ...mainNow_auction
          ...mainBids_auction
        }
        auctions(filter: { statuses: [ongoing] }, first: 3) { nodes {
          id
          ...mainLine_auction
        } }
      }
    `,
    { auctionId },
  );
  return (
    <>
      {auction.ok && auction.value != null && (
        <>
          <Follow auctionId={auctionId} />
          <Now auction={auction.value} />
          <Bids auction={auction.value} />
          <view.Changes auctionId={auctionId} />
        </>
      )}
      {!auction.ok && <view.Errors errors={auction.errors as readonly view.AnswerError[]} />}
      <h3>Open when this page was loaded</h3>
      <ul>
        {auctions?.nodes.map((each) => (
          <Line key={each.id} auction={each} />
        ))}
      </ul>
    </>
  );
}

/** Writes each change of the auction into the store. */
function Follow({ auctionId }: { auctionId: string }) {
  useSubscription<mainLiveSubscription>({
    subscription: graphql`
      subscription mainLiveSubscription($auctionId: ID!) {
        auctionChanged(auctionId: $auctionId) {
          ...mainLine_auction
          ...mainNow_auction
          ...mainBids_auction
        }
      }
    `,
    variables: { auctionId },
  });
  return null;
}

function Now({ auction }: { auction: mainNow_auction$key }) {
  const data = useFragment(
    graphql`
      fragment mainNow_auction on Auction {
        auctionId
        title
        status
        phase
        outcome
        biddingPeriodEndsAt
        presentation {
          description
          pictures {
            pictureId
            alternativeText
            url
            sizes {
              width
              url
            }
          }
        }
        bidCount
        leadingBid {
          bidValueInCents
        }
        winningBid {
          id
          bidderPseudonym
          bidValueInCents
        }
      }
    `,
    auction,
  );
  return <view.AuctionNow auction={data} />;
}

function Bids({ auction }: { auction: mainBids_auction$key }) {
  const { data, hasNext, loadNext } = usePaginationFragment(
    graphql`
      fragment mainBids_auction on Auction
      @argumentDefinitions(count: { type: "Int", defaultValue: 3 }, cursor: { type: "String" })
      @refetchable(queryName: "mainBidsPageQuery") {
        bids(orderBy: { field: VALUE, direction: DESC }, first: $count, after: $cursor) @connection(key: "mainBids_bids") {
          edges {
            node {
              id
              bidderPseudonym
              bidValueInCents
            }
          }
        }
      }
    `,
    auction,
  );
  return (
    <view.Pages label="bids" onMore={hasNext ? () => loadNext(3) : null}>
      {data.bids?.edges.map(({ node }) => (
        <view.BidLine key={node.id} bid={node} />
      ))}
    </view.Pages>
  );
}

view.show(
  <RelayEnvironmentProvider environment={environment}>
    <Suspense fallback={<p>Loading …</p>}>
      <view.Page List={List} Auction={Auction} />
    </Suspense>
  </RelayEnvironmentProvider>,
);
