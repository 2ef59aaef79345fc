/** Everything that messages say, in English. The catalogues of the other languages have the same keys. */
export const en = {
  testMode: 'Test mode: no real money.',
  labels: {
    auction: 'Auction',
    bid: 'Your bid',
    held: 'Held on your card',
    ends: 'Bidding ends',
    reference: 'Reference',
    winnerReference: 'Reference of the winner',
    key: 'API key',
    scopes: 'May',
    value: 'Bid',
    winner: 'Winner',
    soldFor: 'Sold for',
    charged: 'Charged',
    endpoint: 'Endpoint',
    reason: 'Reason',
  },
  utc: (time: string) => `${time} UTC`,
  inZone: (time: string, zone: string) => `${time} (${zone})`,
  seeBids: 'See your bids',
  seeAuction: 'See the auction',
  next: 'What happens next',
  contact: 'Contact',

  placed: {
    subject: (title: string, value: string) => `Your bid of ${value}: ${title}`,
    heading: 'Your bid is placed',
    terms:
      'A hold is not a charge. The service charges only the winner, and releases every other hold after the end. A bid is binding.',
  },
  outbid: {
    subject: (title: string) => `You have been outbid: ${title}`,
    heading: 'You have been outbid',
    text: (leading: string) => `The leading bid is now ${leading}.`,
    again: 'To lead again, bid more before the end.',
  },
  atRisk: {
    subject: (title: string) => `Bid again to take part: ${title}`,
    heading: 'The hold of your bid is at risk',
    text: 'Your bank holds the amount for less time than the auction lasts, and the hold is not renewed. Place a higher bid to have it held anew; otherwise this bid may not win.',
  },
  won: {
    subject: (title: string) => `You have won: ${title}`,
    heading: 'You have won',
    /** On the page that the link leads to. */
    asked: {
      CONTACT: 'The seller needs your name and telephone number.',
      DELIVERY: 'The seller needs to know where to send it.',
    },
    give: 'Tell the seller',
    noContact: (seller: string) =>
      `${seller} has left no contact here: answer the message or the page that brought you to this auction.`,
  },
  notWon: {
    subject: (title: string) => `You have not won: ${title}`,
    heading: 'You have not won',
  },
  refunded: {
    subject: (title: string, amount: string) => `${amount} is refunded: ${title}`,
    heading: 'You get money back',
    text: (amount: string) => `${amount} is refunded to your card. Your bank may take some days to show it.`,
  },
  refundFailed: {
    subject: (title: string, amount: string) => `The refund of ${amount} has failed: ${title}`,
    heading: 'The refund has failed',
    text: (amount: string) => `Your card has not received the refund of ${amount}. Ask the seller about it.`,
  },

  sold: {
    subject: (title: string, value: string) => `Sold for ${value}: ${title}`,
    heading: 'Your auction is sold',
    text: (amount: string) => `${amount} was charged to the winner’s card. The service releases every other hold.`,
    inPart: 'That is less than the winning bid. Settle the difference with the winner.',
  },
  unsold: {
    subject: (title: string) => `Not sold: ${title}`,
    heading: 'Your auction ended without a sale',
    text: 'No bid won. The service releases every hold that is left.',
  },
  captureFailed: {
    subject: (title: string) => `A card could not be charged: ${title}`,
    heading: 'A card could not be charged',
    text: 'The service asks the next highest bid that can pay, if there is one.',
    /** Why a charge has definitely failed. */
    reasons: {
      card_declined: 'The card’s bank declined the charge.',
      temporarily_declined: 'The card’s bank could not decide in time.',
      insufficient_funds: 'The card has insufficient funds.',
      card_expired: 'The card has expired.',
      card_not_accepted: 'The payment provider does not accept this card.',
      authentication_failed: 'The bank could not verify the bidder.',
      amount_out_of_bounds: 'The payment provider does not take this amount.',
      needs_bidder: 'The bank wants the bidder to confirm the payment.',
      authorization_expired: 'The hold on the card has lapsed.',
      already_released: 'The hold was released at the payment provider.',
      capture_given_up: 'The operator of the service gave the charge up, because its outcome was unknown.',
      other: 'The payment provider refused the charge.',
    },
  },
  disputed: {
    subject: (title: string, amount: string) => `Dispute of ${amount}: ${title}`,
    heading: 'A payment is disputed',
    /** By the state of the dispute. */
    states: {
      inquiry:
        'The cardholder’s bank asks about the payment. No money is taken back. Answer it at your payment provider.',
      closed: 'The bank’s question about the payment is closed. No money is taken back.',
      open: 'The cardholder disputes the payment, and the amount is taken back for now. Answer it at your payment provider.',
      won: 'The dispute is decided for you: the amount is yours again.',
      lost: 'The dispute is decided for the cardholder: the amount stays with the cardholder.',
    },
  },
  keyIssued: {
    subject: 'A new API key was issued',
    heading: 'A new API key was issued',
    text: 'One of your keys has issued this one. If nobody of yours did that, revoke the key that issued it on the page of your keys, with all that it has issued.',
  },
  confirmEmail: {
    subject: 'Confirm your address for messages',
    heading: 'Confirm this address',
    text: 'This address was named for messages about sales. To get them, follow the link and press the button there. If you do not know about it, do nothing.',
    button: 'Confirm the address',
  },
  endpointDisabled: {
    subject: 'A webhook endpoint is disabled',
    heading: 'A webhook endpoint is disabled',
    gone: 'It has answered 410 Gone, so that it gets no more events.',
    failing: 'It has failed for three days, so that it gets no more events. Deliveries can be sent again.',
  },

  footer: {
    bidder: (seller: string) => `You get this because a bid at ${seller} was placed with this address.`,
    seller: (seller: string) => `You get this because it is the address in the profile of ${seller}.`,
    given: (site: string) => `You get this because somebody has named this address in a profile at ${site}.`,
    stop: 'Send nothing more to this address',
    waiting:
      'You get messages about your money. For news of the auction, such as that somebody has bid more, follow the link and press the button there.',
    ended: 'You have ended news of auctions. Messages about your money still come.',
    end: 'End news of auctions',
    again: 'Get news of auctions again',
  },
};

/** The keys of each catalogue: a missing or an extra one is a type error. */
export type MessageWords = typeof en;
