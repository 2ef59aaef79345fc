import { afterAll, expect, test } from 'vitest';
import { sellerPages } from '../../src/pages/seller/pages.ts';
import { sellerWords } from '../../src/pages/seller/words.ts';
import { bracketSpanish, outsideOfBrackets, pseudo } from '../page/pseudo.ts';
import { sellerScopes } from '../../src/core/viewer.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { sellerBrowser } from './seller-browser.ts';

const service = await serviceForFile();
const before = sellerWords.es;
const unbracket = bracketSpanish();
sellerWords.es = pseudo(sellerWords.en);
afterAll(() => {
  sellerWords.es = before;
  unbracket();
});

const seller = await service.seller({ scopes: sellerScopes });
const auction = await service.auction(seller, { ...ongoing, title: '1905' });
await service.bid(auction, { bidderId: '12', bidValueInCents: 10_000 });
const { endpointId } = await insertEndpoint(service.db, seller, { isDisabled: true });
await service.db.query(
  `with event as (
     insert into webhook_events (seller_id, event_type, snapshot) values ($1, 'test', '{"message":"test"}') returning event_id
   ), delivery as (
     insert into webhook_deliveries (event_id, endpoint_id) select event_id, $2 from event returning delivery_id
   )
   insert into webhook_attempts (delivery_id, attempt, requested_at, duration_ms, url, request_headers, error)
   select delivery_id, 1, now(), 120, 'https://127.0.0.1', '[]', 'timeout' from delivery`,
  [seller.sellerId, endpointId],
);
const browser = await sellerBrowser(service, seller, ['lang=es']);

// Names that are the same in every language.
// Durations come from Intl.
const names =
  /\d+ (?:minutos|horas|días?|h|min|s)\b|English|Deutsch|Español|العربية|US\$|UTC|auc_test_\w+|https:\/\/127\S*|noindex|light dark|width=device-width[^\n]*/g;

test.each(sellerPages.map(({ route }) => route))(
  'no text of the page “%s” is outside of the catalogue',
  async (route) => {
    const { status, text } = await browser.get(
      `/seller${route.replace(':auctionId', auction.auctionId).replace(':endpointId', endpointId)}`,
    );
    expect(status).toBe(200);
    const read = text
      .replaceAll(/<pre\b.*?<\/pre>|<option[^>]*>[A-Z]\w+\/[^<]*<\/option>/gs, '')
      .replaceAll(/<p class="address".*?<\/p>/gs, '')
      .replaceAll(/<time\b.*?<\/time>/gs, '');
    const outside = outsideOfBrackets(read)
      .replaceAll(names, '')
      .split('\n')
      .map((line) => line.replaceAll(/&\w+;/g, ' ').trim())
      .filter((line) => /\p{L}{2}/u.test(line));
    expect(outside).toEqual([]);
  },
);
