import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider, useQuery, useSubscription } from '@apollo/client/react';
import { relayStylePagination } from '@apollo/client/utilities';
import { OperationTypeNode, print } from 'graphql';
import { live } from '../shared/live.ts';
import { AuctionChanged, AuctionList, ChosenAuction, MoreBids } from '../shared/operations.ts';
import { graphqlUrl, headers } from '../shared/settings.ts';
import { AuctionLine, AuctionNow, BidLine, Changes, Errors, Page, Pages, show } from '../shared/view.tsx';

const liveLink = new ApolloLink(
  ({ query, variables }) => new Observable((sink) => live.subscribe({ query: print(query), variables }, sink)),
);

const client = new ApolloClient({
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    liveLink,
    new HttpLink({ uri: graphqlUrl, headers }),
  ),
  // Records are kept by `__typename` and `id` without a line here. These two are for lists that grow by pages.
  cache: new InMemoryCache({
    typePolicies: {
      Query: { fields: { auctions: relayStylePagination(['filter', 'orderBy']) } },
      Auction: { fields: { bids: relayStylePagination(['filter', 'orderBy']) } },
    },
  }),
});

function List({ onChoose }: { onChoose: (auctionId: string) => void }) {
  const { data, error, fetchMore } = useQuery(AuctionList);
  const page = data?.auctions?.pageInfo;
  const onMore = () => void fetchMore({ variables: { after: page?.endCursor } });
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
  const variables = { auctionId };
  // `all`: an error takes its own field away, and no more.
  const { data, error, fetchMore } = useQuery(ChosenAuction, { variables, errorPolicy: 'all' });
  const { error: liveError } = useSubscription(AuctionChanged, { variables, skip: data?.auction == null });
  const auction = data?.auction;
  const page = auction?.bids?.pageInfo;
  const onMore = () => void fetchMore({ query: MoreBids, variables: { auctionId, after: page?.endCursor } });
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
function errorsOf(error: Error | undefined) {
  if (error === undefined) return [];
  return CombinedGraphQLErrors.is(error) ? error.errors : [error];
}

show(
  <ApolloProvider client={client}>
    <Page List={List} Auction={Auction} />
  </ApolloProvider>,
);
