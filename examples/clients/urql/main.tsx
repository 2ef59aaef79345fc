import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import {
  Client,
  type CombinedError,
  fetchExchange,
  Provider,
  subscriptionExchange,
  useClient,
  useQuery,
  useSubscription,
} from 'urql';
import { live } from '../shared/live.ts';
import { AuctionChanged, AuctionList, ChosenAuction, MoreBids } from '../shared/operations.ts';
import { graphqlUrl, headers } from '../shared/settings.ts';
import { AuctionLine, AuctionNow, BidLine, Changes, Errors, Page, Pages, show } from '../shared/view.tsx';

const client = new Client({
  url: graphqlUrl,
  fetchOptions: { headers },
  exchanges: [
    // Records are kept by `__typename` and `id`; what has no `id` is named here. The resolvers let lists grow by pages.
    cacheExchange({
      keys: {
        AuctionPresentation: () => null,
        AuctionPicture: ({ pictureId }) => String(pictureId),
        PictureSize: ({ url }) => String(url),
      },
      resolvers: {
        Query: { auctions: relayPagination() },
        Auction: { bids: relayPagination() },
      },
    }),
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables = {} }) => ({
        subscribe: (sink) => ({ unsubscribe: live.subscribe({ query, variables }, sink) }),
      }),
    }),
    fetchExchange,
  ],
});

function List({ onChoose }: { onChoose: (auctionId: string) => void }) {
  const asking = useClient();
  const [{ data, error }] = useQuery({ query: AuctionList });
  const page = data?.auctions?.pageInfo;
  // The cache adds the page to the list that is shown.
  const onMore = () => void asking.query(AuctionList, { after: page?.endCursor }).toPromise();
  return (
    <>
      <Pages label="auctions" onMore={page?.hasNextPage === true ? onMore : null}>
        {data?.auctions?.edges.map(({ node }) => (
          <AuctionLine key={node.id} auction={node} onChoose={onChoose} />
        ))}
      </Pages>
      <Errors errors={errorsOf(error)} />
    </>
  );
}

function Auction({ auctionId }: { auctionId: string }) {
  const asking = useClient();
  const variables = { auctionId };
  const [{ data, error }] = useQuery({ query: ChosenAuction, variables });
  const [{ error: liveError }] = useSubscription({ query: AuctionChanged, variables, pause: data?.auction == null });
  const auction = data?.auction;
  const page = auction?.bids?.pageInfo;
  const onMore = () => void asking.query(MoreBids, { auctionId, after: page?.endCursor }).toPromise();
  return (
    <>
      {auction != null && (
        <>
          <AuctionNow auction={auction} />
          <Pages label="bids" onMore={page?.hasNextPage === true ? onMore : null}>
            {auction.bids?.edges.map(({ node }) => (
              <BidLine key={node.id} bid={node} />
            ))}
          </Pages>
          <Changes auctionId={auctionId} />
        </>
      )}
      <Errors errors={[...errorsOf(error), ...errorsOf(liveError)]} />
      <h3>Open when this page was loaded</h3>
      <ul>
        {data?.auctions?.nodes.map((each) => (
          <AuctionLine key={each.id} auction={each} />
        ))}
      </ul>
    </>
  );
}

/** The errors of an answer; no answer at all is one error without a code. */
function errorsOf(error: CombinedError | undefined) {
  if (error === undefined) return [];
  return error.networkError === undefined ? error.graphQLErrors : [error.networkError];
}

show(
  <Provider value={client}>
    <Page List={List} Auction={Auction} />
  </Provider>,
);
