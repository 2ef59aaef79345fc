import { type Context } from 'hono';
import { basePath } from '../../core/base-path.ts';
import { namedFiles, readScript, readStaticFile } from '../../core/static-file.ts';
import { openBucket } from '../../auctions/presentation/bucket.ts';
import type { Deps } from '../../payments/deps.ts';
import { makeProviderPages } from '../../payments/providers/providers.ts';
import type { Counters } from '../../platform/limits/counters.ts';
import type { Counted } from '../../platform/limits/request-limits.ts';
import { readPageFiles } from '../auction/page-files.ts';
import { makeRunDocument } from './run-document.ts';

export interface SellerEnv {
  Variables: { requestId: string; counted: Counted };
}

export type SellerContext = Context<SellerEnv>;

/** Keys have 256 random bits and cannot be guessed; this limit makes guessing cheap to refuse. */
const signIns = { points: 20, seconds: 600 };

export type SellerDeps = ReturnType<typeof sellerDeps>;

/** Returns the dependencies of the pages for sellers. */
export function sellerDeps(deps: Deps, counters: Counters) {
  const { config, log } = deps;
  const servicePath = basePath(config.publicUrl);
  const base = `${servicePath}/seller`;
  const providerPages = makeProviderPages(deps);
  const folder = new URL('browser/', import.meta.url);
  const secure = config.publicUrl.startsWith('https:');
  return {
    ...deps,
    /** The path that a proxy puts before that of the service. */
    servicePath,
    /** The path of `/seller` in the browser. */
    base,
    /** The attempts to sign in, by address. */
    attempts: counters.counter('seller:sign-in', signIns),
    bucket: config.bucket && openBucket(config.bucket, log),
    /** The options of a cookie of these pages alone. */
    cookie: { path: base, httpOnly: true, sameSite: 'Strict', secure } as const,
    /** The files of the auction page, of which these pages use the style and the icons. */
    files: readPageFiles(providerPages),
    ownFiles: namedFiles({
      'seller.css': readStaticFile(new URL('seller.css', folder)),
      'seller.js': readScript(folder, ['uploads', 'picture-cards', 'sent-forms', 'seller']),
    }),
    providerPages,
    runDocument: makeRunDocument(deps),
  };
}
