import { auctionPage } from './pages/auction-page.ts';
import { auctionsPage } from './pages/auctions-page.ts';
import { cancelPage } from './pages/cancel-page.ts';
import { changePage } from './pages/change-page.ts';
import { listPage } from './pages/list-page.ts';
import { profilePage } from './pages/profile-page.ts';
import { testPage } from './pages/test-page.ts';

/** The pages for sellers: each is a route, a GraphQL document, a view of its answer, and the forms that send mutations. */
export const sellerPages = [
  auctionsPage,
  listPage,
  auctionPage,
  changePage,
  cancelPage,
  profilePage,
  testPage,
] as const;
