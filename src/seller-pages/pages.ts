import { auctionsPage } from './pages/auctions-page.ts';

/** The pages for sellers: each is a route, a GraphQL document, a view of its answer, and the forms that send mutations. */
export const sellerPages = [auctionsPage] as const;
