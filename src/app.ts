import type { ProcessDeps } from './deps.ts';
import { makeDocs } from './docs/make-docs.ts';
import { openapiDocument } from './docs/openapi/openapi-document.ts';
import { v1Schema } from './graphql/schema.ts';
import { makeGraphqlServer } from './graphql/transport/graphql-server.ts';
import { makeRoutes, type MakeEdges } from './http/routes.ts';
import { makeAdmin } from './operations/make-admin.ts';
import { makeAuctionPage } from './page/auction-page.ts';
import { overloadPage } from './page/choose-language.ts';
import { makeSellerPages } from './seller-pages/make-seller-pages.ts';
import { makeV1 } from './v1/answer-route.ts';

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
