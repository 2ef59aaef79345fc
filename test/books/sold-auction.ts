import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import type { Service } from '../support/service.ts';

export interface SoldAuction extends Pick<AuctionStage, 'service' | 'seller' | 'auction'> {
  readonly winner: string;
  /** The payment as GraphQL shows it. */
  payment(): Promise<Record<string, unknown> | null>;
  change(change: string, amountInCents?: number): Promise<{ payment?: Record<string, unknown>; errors?: unknown }>;
}

const fields = 'capturedInCents refundedInCents disputedInCents netInCents reversals { kind state amountInCents }';

/** An auction of a test seller that was sold for 50 dollars, and lost by a bid of 20. */
export async function soldAuction(service: Service): Promise<SoldAuction> {
  const stage = await setAuctionStage({}, service);
  const { seller, auction } = stage;
  const winner = await stage.bid(5_000);
  await stage.bid(2_000);
  await stage.settle();
  return {
    service,
    seller,
    auction,
    winner,
    payment: async () => {
      const { body } = await seller.graphql(`query ($id: ID!) { auction(auctionId: $id) { payment { ${fields} } } }`, {
        id: auction.auctionId,
      });
      return body.data.auction.payment;
    },
    change: async (change, amountInCents) => {
      const { body } = await seller.graphql(
        `mutation ($id: ID!, $change: PaymentChange!, $amount: Cents) {
           simulatePaymentChange(input: { auctionId: $id, change: $change, amountInCents: $amount }) { auction { payment { ${fields} } } errors { code fault message path } } }`,
        {
          id: auction.auctionId,
          change: change.toUpperCase(),
          ...(amountInCents !== undefined && { amount: amountInCents }),
        },
      );
      return { payment: body.data?.simulatePaymentChange?.payment, errors: body.errors };
    },
  };
}
