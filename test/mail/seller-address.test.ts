import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

test('a seller changes the address for messages five times a day, and everything else as often as wanted', async () => {
  const seller = await service.seller();
  const change = (changes: string) =>
    seller.graphql(
      `mutation { updateSellerProfile(input: { ${changes} }) { sellerProfile { email displayName } errors { code fault message path } } }`,
    );
  for (let count = 1; count <= 5; count += 1) {
    const { body } = await change(`email: "desk-${count}@example.com"`);
    expect(body.data.updateSellerProfile.email).toBe(`desk-${count}@example.com`);
  }
  // The same address again is no change.
  expect((await change('email: "desk-5@example.com", displayName: "Desks"')).body.errors).toBeUndefined();
  const { body } = await change('email: "desk-6@example.com", displayName: "Chairs"');
  expect(body.errors[0]).toMatchObject({
    message: expect.stringMatching(/may be changed 5 times within 24 hours/),
    extensions: { code: 'rate_limited' },
  });
  const read = await seller.graphql('{ sellerProfile { email displayName } }');
  expect(read.body.data.sellerProfile).toEqual({ email: 'desk-5@example.com', displayName: 'Desks' });
  expect((await change('email: null')).body.errors).toBeUndefined();
  await service.db.query("update audit_log set at = at - interval '1 day' where seller_id = $1", [seller.sellerId]);
  expect((await change('email: "desk-6@example.com"')).body.errors).toBeUndefined();
});
