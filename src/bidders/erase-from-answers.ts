import type { Connection } from '../db/database.ts';

const readAtOnce = 100;

/**
 * Replaces the names of a bidder in the answers that are stored under idempotency keys: those of the seller, and those of
 * admins, who see every seller.
 *
 * @param names the `bidderId` and each e-mail address
 */
export async function eraseFromAnswers(
  tx: Connection,
  { sellerId, pseudonym }: { readonly sellerId: string; readonly pseudonym: string },
  names: readonly string[],
): Promise<void> {
  // As the name is written within JSON, however deep.
  const needles = names.map((name) => JSON.stringify(name).slice(1, -1).split('\\')[0]!);
  let after = { sellerId: '00000000-0000-0000-0000-000000000000', key: '' };
  for (;;) {
    const { rows } = await tx.query<{ sellerId: string; key: string; body: string }>({
      name: 'find-answers-with-names',
      text: `
        select seller_id as "sellerId", key, body from idempotency_keys
        where (seller_id, key) > ($1::uuid, $2)
          and seller_id in (select $3::uuid union select seller_id from api_keys where 'admin' = any(scopes))
          and exists (select from unnest($4::text[]) name where position(name in body) > 0)
        order by seller_id, key limit ${readAtOnce}`,
      values: [after.sellerId, after.key, sellerId, needles],
    });
    for (const { sellerId: owner, key, body } of rows) {
      const erased = names.reduce((text, name) => withoutName(text, name, pseudonym), body);
      if (erased === body) continue;
      await tx.query('update idempotency_keys set body = $3 where seller_id = $1 and key = $2', [owner, key, erased]);
    }
    if (rows.length < readAtOnce) return;
    after = rows.at(-1)!;
  }
}

/**
 * Replaces a name in JSON as text: where it is a whole string, also in JSON within a string, but not where it is the name of
 * a field. An e-mail address is replaced within longer texts, too.
 */
export function withoutName(json: string, name: string, pseudonym: string): string {
  let text = json;
  // The body of an event is JSON within JSON, and an answer of a receiver may hold that body again.
  for (let depth = 0, quoted = JSON.stringify(name), other = JSON.stringify(pseudonym); depth < 3; depth += 1) {
    text = text.replaceAll(new RegExp(`(?<!\\\\)${RegExp.escape(quoted)}(?!\\s*:)`, 'gu'), () => other);
    [quoted, other] = [JSON.stringify(quoted).slice(1, -1), JSON.stringify(other).slice(1, -1)];
  }
  if (!name.includes('@')) return text;
  return text.replaceAll(new RegExp(`(?<![\\w.+-])${RegExp.escape(name)}(?![\\w-])`, 'gu'), () => pseudonym);
}
