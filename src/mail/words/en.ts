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
    text: 'The amount is held on your card, and is not a charge. Only the winner is charged; every other hold is released after the end. A bid is binding.',
  },
  outbid: {
    subject: (title: string) => `You have been outbid: ${title}`,
    heading: 'You have been outbid',
    text: (leading: string) =>
      `The leading bid is now ${leading}. Your bid stays held as a backup. To lead again, bid more before the end.`,
  },
  atRisk: {
    subject: (title: string) => `Bid again to take part: ${title}`,
    heading: 'The hold of your bid is at risk',
    text: 'Your bank holds the amount for less time than the auction lasts, and the hold is not renewed. Place a higher bid to have it held anew; otherwise this bid may not win.',
  },
  won: {
    subject: (title: string) => `You have won: ${title}`,
    heading: 'You have won',
    text: (amount: string) => `${amount} was charged to your card.`,
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
    text: 'You were not charged: the hold on your card is released. Your bank may take some days to show it.',
  },
  refunded: {
    subject: (title: string, amount: string) => `${amount} is refunded: ${title}`,
    heading: 'You get money back',
    text: (amount: string) => `${amount} is refunded to your card. Your bank may take some days to show it.`,
  },

  sold: {
    subject: (title: string, value: string) => `Sold for ${value}: ${title}`,
    heading: 'Your auction is sold',
    text: 'The winner was charged. Every other hold is released.',
  },
  unsold: {
    subject: (title: string) => `Not sold: ${title}`,
    heading: 'Your auction ended without a sale',
    text: 'Nobody was charged.',
  },
  captureFailed: {
    subject: (title: string) => `A card could not be charged: ${title}`,
    heading: 'A card could not be charged',
    text: 'The next highest bid that can pay is charged in its place, if there is one.',
  },
  disputed: {
    subject: (title: string, amount: string) => `Dispute of ${amount}: ${title}`,
    heading: 'A payment is disputed',
    text: 'The cardholder disputes the payment, or the dispute has gone on. Answer it at your payment provider.',
  },
  keyIssued: {
    subject: 'A new API key was issued',
    heading: 'A new API key was issued',
    text: 'One of your keys has issued this one. If nobody of yours did that, revoke the key that issued it on the page of your keys, with all that it has issued.',
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
    first:
      'This is the first message to this address. Follow its link once, and further ones reach you; otherwise this is the only one.',
    unsubscribe: 'No more messages',
  },
};

/** What each catalogue has to have: a key too few or too many is a type error. */
export type MessageWords = typeof en;
