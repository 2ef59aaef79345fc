import { auctionPage } from './pages/auction-page.ts';
import { auctionsPage } from './pages/auctions-page.ts';
import { biddersPage } from './pages/bidders-page.ts';
import { cancelPage } from './pages/cancel-page.ts';
import { changePage } from './pages/change-page.ts';
import { endpointPage } from './pages/endpoint-page.ts';
import { keysPage } from './pages/keys-page.ts';
import { listPage } from './pages/list-page.ts';
import { posterPage } from './pages/poster-page.ts';
import { profilePage } from './pages/profile-page.ts';
import { testPage } from './pages/test-page.ts';
import { webhooksPage } from './pages/webhooks-page.ts';

/** The pages for sellers: each is a route, a GraphQL document, a view of its answer, and the forms that send mutations. */
export const sellerPages = [
  auctionsPage,
  listPage,
  auctionPage,
  changePage,
  cancelPage,
  posterPage,
  biddersPage,
  profilePage,
  keysPage,
  webhooksPage,
  endpointPage,
  testPage,
] as const;
