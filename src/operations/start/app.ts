import type { ProcessDeps } from '../../payments/deps.ts';
import { makeDocs } from '../../api/docs/make-docs.ts';
import { openapiDocument } from '../../api/docs/openapi/openapi-document.ts';
import { v1Schema } from '../../api/graphql/schema.ts';
import { makeGraphqlServer } from '../../api/graphql/transport/graphql-server.ts';
import { makeRoutes, type MakeEdges } from '../http/routes.ts';
import { makeAdmin } from '../make-admin.ts';
import { makeAuctionPage } from '../../pages/auction/make-auction-page.ts';
import { overloadPage } from '../../pages/auction/choose-language.ts';
import { makeSellerPages } from '../../pages/seller/make-seller-pages.ts';
import { makeV1 } from '../../api/v1/answer-route.ts';

/** Makes everything that a process answers over HTTP. */
export function createApp(deps: ProcessDeps) {
  return makeRoutes(deps, deps.config.role === 'worker' ? null : makeEdges);
}

const makeEdges: MakeEdges = (deps, { counters, keyCache }) => {
  const { publicUrl } = deps.config;
  const graphql = makeGraphqlServer(deps, keyCache);
  const page = makeAuctionPage(deps, counters);
  return {
    v1: makeV1(deps, v1Schema, keyCache),
    graphql,
    page,
    admin: makeAdmin(deps, counters),
    seller: makeSellerPages(deps, counters),
    docs: makeDocs({ publicUrl, openapi: () => openapiDocument(v1Schema, { publicUrl }) }),
    overloadPage,
    async [Symbol.asyncDispose]() {
      graphql[Symbol.dispose]();
      await page[Symbol.asyncDispose]();
    },
  };
};
