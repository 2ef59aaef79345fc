import { html } from 'hono/html';
import { en as bids } from '../../bids/words/en.ts';
import type { Html } from '../../providers/provider-page.ts';
import type { BidState } from '../../bids/bid-state.ts';
import type { Phase } from '../../auctions/phase.ts';
import { type PluralForms, plurals } from './plurals.ts';

const plural = plurals<'one' | 'other'>('en');

/**
 * Everything that the bidder's page says, in English. The catalogues of the other languages have the same keys. Amounts,
 * times and durations come as they are written in the language; the texts of sellers come as they are.
 */
export const en = {
  languages: 'Language',
  testMode: html`<strong>Test mode: no real money.</strong> Test cards only.`,

  /** Pages that say one thing. */
  messages: {
    noSuchAuction: {
      heading: 'There is no such auction',
      detail: 'Check the link that you were given: a part of it may be missing.',
    },
    noSuchBid: { heading: 'This link shows no bid', detail: 'Check the link: a part of it may be missing.' },
    foreignForm: {
      heading: 'This form came from another site',
      detail: 'Open the auction yourself, and bid there. Nothing was held on your card by this form.',
    },
    unreadableForm: {
      heading: 'This form cannot be read',
      detail: 'Go back to the auction, and send its form again.',
    },
    unreadableAnswer: { heading: 'This form cannot be read', detail: 'Go back, and send the form again.' },
    largeForm: { heading: 'This form is too large', detail: 'Go back to the auction, and send its form again.' },
    overload: {
      heading: 'Please try again in a moment',
      detail:
        'Many people are here right now. Load this page again. If you have just sent a form, loading the page sends it again, and it counts once.',
    },
    outage: {
      heading: 'We cannot show this right now',
      detail:
        'Please try again in a moment. Bids that you have placed are safe. If you have just sent one, open the auction again: it shows whether that bid was placed.',
    },
    bug: {
      heading: 'Something went wrong on our side',
      detail:
        'Please try again in a moment. Bids that you have placed are safe. If you have just sent one, open the auction again: it shows whether that bid was placed.',
    },
    paymentAccountReady: {
      heading: 'Your payment account is ready',
      detail: 'Sales are paid into it from now on. You can close this page.',
    },
    paymentAccountNotReady: {
      heading: 'Your payment account is not ready yet',
      detail:
        'The payment provider still needs something, or is checking what you entered. If you have not finished, ask for a new link where you got this one. If you have, come back later.',
    },
    paymentAccountUnread: {
      heading: 'We could not ask the payment provider',
      detail: 'Nothing is lost: reload this page in a minute.',
    },
    onboardingLinkExpired: {
      heading: 'This link has expired',
      detail:
        'A link works once, and for a few minutes. Ask for a new one where you got it (createPaymentOnboardingLink).',
    },
    noSuchMessage: {
      heading: 'There is no such message',
      detail: 'Check the link: a part of it may be missing. The message may also be too old.',
    },
    unsubscribed: {
      heading: 'News has ended',
      detail:
        'You get no more news of auctions of this seller. Messages about your money still come. Your bids stay as they are.',
    },
    newsAgain: { heading: 'News is on', detail: 'You get news of your auctions again.' },
    emailConfirmed: {
      heading: 'The address is confirmed',
      detail: 'Messages about your sales go there from now on. You may close this page.',
    },
    noSuchPage: {
      heading: 'There is no such page',
      detail: 'Check the link: a part of it may be missing.',
    },
    front: {
      heading: 'Each auction has an address of its own',
      detail: 'To bid, open the link that the seller gave you. Auctions are not listed here.',
    },
  },
  aboutService: 'About this service',

  confirmEmail: {
    heading: 'Confirm this address?',
    detail: (address: Html) => html`The seller’s messages then go to ${address}: each sale, failed charge and dispute.`,
    button: 'Confirm the address',
  },

  unsubscribe: {
    heading: 'End news of this seller?',
    detail:
      'You get no more news of auctions of this seller, such as that somebody has bid more. Messages about your money still come. Your bids stay as they are.',
    button: 'End news',
  },

  /** Whether messages reach a bidder: those about money are always sent. */
  news: {
    waiting: {
      says: (address: Html) =>
        html`Messages about your money go to ${address}. News of the auction, such as that somebody has bid more, comes once you ask for it.`,
      button: 'Send me news',
    },
    sent: {
      says: (address: Html) => html`Messages about your money and news of the auction go to ${address}.`,
      button: null,
    },
    ended: {
      says: (address: Html) => html`You have ended news to ${address}. Messages about your money still go there.`,
      button: 'Send me news again',
    },
    unreachable: {
      says: (address: Html) => html`Messages to ${address} came back, so nothing is sent there now.`,
      button: 'Try this address again',
    },
    again: 'Send me news again',
  },

  /** The messages of a test seller. */
  inbox: {
    heading: 'Messages of test mode',
    detail: 'The messages that would be sent to your bidders and to you. None leaves this page.',
    none: 'Nothing yet. Messages about a bid are here within seconds.',
    text: 'Text',
  },

  /** The page of a seller's open lots. */
  lots: {
    heading: (seller: Html) => html`Auctions of ${seller}`,
    none: 'No auction is open at the moment.',
    earlier: 'Earlier',
    later: 'Later',
    more: 'More from this seller',
  },

  tooMany: {
    heading: 'Too many tries',
    wait: (duration: Html) =>
      html`Wait ${duration}, then try again. Nothing was held on your card by this try; bids that you have placed stand as they are.`,
    why: 'Your browser or your network has sent more than one person needs.',
    again: 'Try again',
  },

  auction: {
    /** On the bar at the foot of a phone. */
    bidShort: 'Bid',
    soldBy: (seller: Html) => html`Sold by ${seller}`,
    toShop: 'To the shop',
    bid: 'Place a bid',
    withoutScript: 'Without JavaScript this page stays as it was loaded: reload it to see the latest bids.',
  },

  figures: {
    soldFor: 'Sold for',
    highestBid: 'Highest bid',
    leadingBid: 'Leading bid',
    none: 'None',
    noneYet: 'None yet',
    bids: 'Bids',
    minimum: 'Minimum bid',
    opensIn: 'Opens in',
    endsIn: 'Ends in',
    ended: 'Ended',
    cancelled: 'Cancelled',
    utc: (time: string) => `${time} UTC`,
  },

  calendar: {
    add: 'Add the end to a calendar',
    ends: (title: string) => `Bidding ends: ${title}`,
  },

  chart: {
    heading: (count: number, shown: Html) => (count === 1 ? html`One bid` : html`${shown} bids`),
    bidder: (number: number) => `Bidder ${number}`,
    you: 'You',
    more: 'As a chart',
    every: 'Every bid',
    latest: (count: number, all: number) => `The latest ${count} of ${all} bids`,
    summary: (first: string, last: string, highest: string) => `From ${first} to ${last}, the highest ${highest}.`,
  },

  form: {
    you: (bidder: Html) => html`You bid as ${bidder}.`,
    amount: 'Your bid in US dollars',
    atLeast: (minimum: Html) => html`At least ${minimum}.`,
    atLeastOrLead: (minimum: Html, leading: Html) => html`At least ${minimum}; more than
${leading} takes the lead.`,
    email: 'E-mail',
    emailIsName: 'The seller knows you by it; other bidders never see it.',
    emailForReceipt: 'For your receipt; other bidders never see it.',
    messagesSent: 'Messages about your money go to it, and news once you ask for it in one of them.',
    noMessages: 'No messages are sent to it.',
    messagesInTest: 'Test mode: messages go to the seller’s inbox page, and nowhere else.',
    checking: 'Checking …',
    toCard: 'Continue to the card',
    faults: (count: number) =>
      plural(count, { one: 'One thing needs a change', other: `${count} things need a change` }),
    nothingHeld: 'Nothing is held for this bid.',
    /** Before the text of a fault, for screen readers. */
    error: 'Error: ',
  },

  /** The faults of an amount or an e-mail address. */
  faults: {
    noAmount: (example: string) => `Enter your bid in US dollars, such as ${example}.`,
    otherCurrency: (example: string) => `Bids are in US dollars. Write the amount in digits, such as ${example}.`,
    notPositive: (zero: string) => `A bid must be more than ${zero}.`,
    threeDigitsOfCents: 'A bid has at most two digits of cents.',
    unclear: (dollars: string, withCents: string) =>
      `Do you mean ${dollars} dollars? Then write ${dollars}. For dollars and cents, write two digits of cents, such as ${withCents}.`,
    notDigits: (example: string) => `Write the bid in digits, such as ${example} or 1250.`,
    tooLarge: 'This amount is too large.',
    belowMinimum: (minimum: string) => `The lowest bid that this auction takes is ${minimum}.`,
    belowOwnBid: (value: string) => `You have already bid ${value}. Bid more to raise it.`,
    aboveMaximum: (maximum: string) => `The highest bid that can be held is ${maximum}.`,
    email: 'Enter your e-mail address, such as name@example.com.',
  },

  card: {
    yourBid: (value: Html) => html`Your bid: ${value}`,
    isRight: (value: Html) => html`Is ${value} right?`,
    nothingHeldYet: 'Nothing is held for this bid yet.',
    legend: 'Card',
    asking: 'Asking your bank …',
    place: (value: string) => `Place a binding bid of ${value}`,
    change: 'Change the bid',
    youLead: 'You already lead.',
    youRaise: 'This raises your earlier bid.',
    raise: (who: string, held: Html, value: Html) =>
      html`<b>${who}</b> Held on your card now: ${held}. Once this bid is placed: ${value}. The earlier hold is released then; your bank may show both for a moment.`,
    highOverLeading: (leading: Html) =>
      html`<b>This is a very high bid:</b> at least ten times the leading bid of ${leading}. If you win, you pay all of it.`,
    highOverMinimum: (minimum: Html) =>
      html`<b>This is a very high bid:</b> at least ten times the minimum of ${minimum}. If you win, you pay all of it.`,
    willNotLead: (
      why: Html,
    ) => html`<b>This bid will not lead:</b> ${why}. It would be a backup: binding and held like any other, and it
wins only if the cards of all bids before it fail.`,
    earlierIsEqual: (leading: Html) => html`it is equal to the leading bid of ${leading}, which was earlier`,
    leadingIsHigher: (leading: Html) => html`the leading bid is ${leading}`,
    addressIsRight: (typed: Html, meant: Html) =>
      html`<b>Is this address right?</b> You typed ${typed}; perhaps you meant ${meant}. To correct it, change the bid.`,
  },

  terms: {
    gist: html`Your bank <b>holds</b> the amount; only the winner is charged. A bid is binding.`,
    more: 'What a bid does to your card',
    list: (end: Html) => [
      html`A hold is not a charge: the money stays yours, but you cannot spend it meanwhile.`,
      html`Every bid is <b>binding and stays held until the auction ends</b> on ${end}, unless you raise it. It cannot be withdrawn, also when somebody outbids you.`,
      html`To raise, bid again: as soon as the higher bid is placed, <b>the hold of the lower one is released</b>.`,
      html`After the end only the winning bid is charged: the highest, or the next highest if its card fails. All other holds are released at once; banks may take some days to show it.`,
    ],
  },

  phaseLabels: {
    upcoming: 'Not open yet',
    open: 'Open for bids',
    closing: 'Ended, result to follow',
    sold: 'Sold',
    unsold: 'Ended without a sale',
    cancelled: 'Cancelled',
  } satisfies Record<Phase, string> as Record<Phase, string>,

  /** In place of the form, while no bid is taken. */
  phases: {
    upcoming: {
      heading: 'Bidding has not begun',
      detail: (start: Html) => html`It begins on ${start}. From then on you can bid here.`,
    },
    closing: {
      heading: 'Bidding has ended',
      withoutBids: 'No more bids are taken. The result will be shown here.',
      charging: html`No more bids are taken. The highest bid is being charged now; if its card fails, the next highest is. The result
will be shown here.`,
    },
    over: 'This auction is over',
    sold: 'It was sold.',
    soldFor: (value: Html) => html`It was sold for ${value}.`,
    unsold: 'It ended without a sale. The service has charged nobody.',
    cancelled: {
      heading: 'This auction was cancelled',
      detail: 'The seller has cancelled it. The service has charged nobody.',
    },
  },

  /** Why nobody can bid through this link. */
  obstacles: {
    heading: 'This link cannot be used to bid',
    askForLink: (reason: Html | string) => html`${reason} Ask the seller for a correct link.`,
    misspelt: (name: Html, meant: string) => html`It has a parameter “${name}”. The parameter is called “${meant}”.`,
    bidderTwice: 'It names a bidder twice.',
    unfilledBidder: 'The name of the bidder was not filled in when it was made.',
    faultyBidder: 'The bidder that it names must have 1 to 200 printable characters.',
    signatureTwice: 'It has two signatures.',
    signatureAlone: 'It has a signature and names no bidder.',
    wrongSignature:
      'Its signature is not valid: a part of the link may be missing, or it is too old. Ask the seller for a new link.',
    missingSignature: {
      heading: 'Bidding needs a link from the seller',
      detail: 'Open the personal link that the seller has sent to you, or ask the seller for one. Everybody may look.',
    },
    sellerNotPaid: {
      heading: 'This auction takes no bids at the moment',
      detail:
        'Its seller cannot be paid right now, so no card is asked. Bids that stand stay as they are. Please come back later.',
    },
    noProvider: {
      heading: 'This auction cannot take bids yet',
      detail: 'Its seller has no payment provider to hold money with. Please come back later.',
    },
    /** In a frame of another page. */
    embedded: {
      heading: 'Bid on the auction’s own page',
      detail: 'It opens in a new tab. There your browser shows whose page it is, and your bids stay yours alone.',
      bidThere: 'Open the auction',
    },
    followed: {
      heading: 'You follow these bids',
      here: 'This private link shows on any device how they stand. To bid again, go to the auction’s page: this browser goes on as the same bidder there.',
      onThisDevice:
        'This private link shows on any device how they stand. You can bid on this device, too: then the holds of these bids stay as they are.',
      bidHere: 'Bid on this device',
    },
  },

  /** Why the auction has not taken a bid. */
  refusals: {
    notPlaced: 'Your bid was not placed',
    auctionRefused: 'The bid was not placed',
    nothingHeld: (reason: string) => `${reason} Nothing is held for this bid.`,
    /** @param bid with its amount, where it can be read */
    late: (bid: string | null, reason: 'ended' | 'cancelled' | 'notOpen') =>
      `${bid === null ? 'Your bid' : `Your bid of ${bid}`} ${lateReasons[reason]}. It was not placed, and nothing is held for it.`,
    noCookie: {
      heading: 'Your browser does not keep our cookie',
      detail:
        'Allow cookies for this site, then send the form again: only by its cookie can your browser, and nobody else, be shown your bid. Nothing is held for this bid.',
    },
  },

  ...bids,

  own: {
    heading: 'Your bids',
    onlyHere: 'Only this browser shows them.',
    bySignedLink: 'Your personal link shows them on any device.',
    byLink: 'Everybody who has this link sees them.',
    held: (sum: Html) => html`Held for them now: ${sum} in all.`,
    heldFor: (bidder: Html, sum: Html) => html`Held for ${bidder} now: ${sum} in all.`,
    follow: 'Follow these bids on any device',
    copy: 'Copy the private link',
    code: 'Follow on your phone: show a QR code',
    notify: 'Notify me when I am outbid',
    toBank: 'Continue to your bank',
    checkAgain: 'Check again',
    giveUp: 'Give this bid up',
  },

  /** A bid in a word or two. */
  stateLabels: {
    leading: 'Leading',
    raised: 'Raised',
    voided: 'Voided',
    tied: 'Equal, but later',
    outbid: 'Outbid, still binding',
    won: 'Won',
    charging: 'Being charged',
    not_charged: 'Not charged',
    charged_outside: 'Charged outside of the auction',
    closed: 'Payment closed',
    releasing: 'Being released',
    released: 'Released',
    lapsed: 'Hold lapsed',
    challenged: 'Waiting for you',
    checking: 'Waiting for your bank',
    undoing: 'Not placed',
    not_placed: 'Not placed',
  } satisfies Record<BidState, string> as Record<BidState, string>,

  /** The bid that was just sent, with its amount. */
  outcomes: {
    leading: (value: string) => `Your bid of ${value} is leading`,
    raised: (value: string) => `You have raised your bid of ${value}`,
    voided: (value: string) => `Your bid of ${value} was voided`,
    tied: (value: string) => `Your bid of ${value} is placed, but an equal bid was earlier`,
    outbid: (value: string) => `Your bid of ${value} is not leading`,
    won: (value: string) => `You have won with ${value}`,
    charging: (value: string) => `Your bid of ${value} is being charged`,
    not_charged: (value: string) => `Your bid of ${value} could not be charged`,
    charged_outside: (value: string) => `Your card was charged for your bid of ${value} outside of the auction`,
    closed: (value: string) => `The payment of your bid of ${value} is closed`,
    releasing: (value: string) => `The hold of ${value} is being released`,
    released: (value: string) => `The hold of ${value} has been released`,
    lapsed: (value: string) => `The hold of ${value} has lapsed`,
    challenged: (value: string) => `Your bid of ${value} is not placed yet`,
    checking: (value: string) => `We are still checking your bid of ${value}`,
    undoing: (value: string) => `Your bid of ${value} was not placed`,
    not_placed: (value: string) => `Your bid of ${value} was not placed`,
  } satisfies Record<BidState, (value: string) => string>,
  sentBefore: 'You had sent this form before, so it counts once. To bid another amount, use the form on this page.',
  noSuchBidHere: {
    heading: 'This browser has no such bid',
    detail:
      "Your bids are shown only in the browser that you placed them with, and only while it keeps this site's cookie.",
  },

  /** Whether the bidder is winning, under the price; the labels stand in the tab's title, too. */
  status: {
    challenged: {
      label: 'Waiting for you',
      detail: (value: string) => `Your bank wants you to confirm your bid of ${value}.`,
    },
    checking: {
      label: 'Waiting for your bank',
      detail: (value: string) => `Your bid of ${value} is being checked. You need not bid again.`,
    },
    /** @param label of another bid that stands meanwhile */
    also: (detail: string, label: string, more: string) => `${detail} ${label}. ${more}`,
    held: (sum: string) => `Held on your card: ${sum} in all.`,
    leading: 'You lead',
    tied: { label: 'Equal, but later', detail: (held: string) => `The leading bid was earlier. ${held}` },
    outbidBy: (difference: string) => `Outbid by ${difference}`,
    highest: { label: 'Highest bid', detail: (held: string) => `Your card is charged next. ${held}` },
    notHighest: {
      label: 'Not the highest',
      detail: (held: string) => `Your bid is a backup until the result is known. ${held}`,
    },
    won: { label: 'Won', detail: (value: string) => `${value} was charged to your card.` },
    notCharged: { label: 'Not won', detail: 'Your card could not be charged.' },
    lost: { label: 'Not won', detail: 'Another bid has won. You were not charged.' },
    unsold: { label: 'Not sold', detail: 'Nobody has won. You were not charged.' },
    cancelled: { label: 'Cancelled', detail: 'The seller has cancelled the auction. You were not charged.' },
  },

  /** After the end. */
  after: {
    won: 'You have won',
    charged: (value: Html) => html`${value} was charged to your card.`,
    next: 'What happens next',
    noContact: (seller: Html) =>
      html`${seller} has left no contact here: answer the message or the page that brought you to this auction.`,
    reach: (seller: Html) => html`Reach ${seller}`,
    reference: (reference: Html) => html`To ask about this bid, quote the reference ${reference}`,
    winnersReference: (reference: Html) =>
      html`To collect the item or to ask about it, quote your reference ${reference}. Only you and the seller know it.`,
  },

  /** The details that the seller asks the winner for. */
  delivery: {
    address: 'Where does it go?',
    contact: 'How can you be reached?',
    ask: (seller: Html) => html`${seller} needs this from you, and nobody else gets it.`,
    given: (seller: Html) => html`${seller} has this from you.`,
    fields: { name: 'Name', address: 'Address', telephone: 'Telephone' },
    addressHint: 'Street, postal code, town and country, as on a parcel.',
    send: 'Send to the seller',
    sending: 'Sending …',
    change: 'Change it',
    notSent: 'Nothing was sent to the seller.',
    faults: {
      name: 'Enter your name, at most 200 characters.',
      address: 'Enter your address with the country, at most 500 characters.',
      telephone: 'Enter your telephone number, such as +1 212 555 0147.',
    },
  },

  item: {
    heading: 'About this item',
    contact: 'Contact',
    terms: 'Terms of sale',
    returnAddress: 'Return address',
    imprint: 'Imprint',
    privacy: 'Privacy',
    shipping: 'Shipping',
    pictureOf: (number: number, count: number) => `Picture ${number} of ${count}`,
  },

  testCards: { heading: 'Test cards', number: 'Number', does: 'What it does' },

  /** The preview of a link in messengers, in parts. */
  preview: {
    soldFor: (value: string) => `Sold for ${value}`,
    noBids: 'No bids yet',
    leading: (value: string) => `Leading bid ${value}`,
    bids: (count: number) => plural(count, { one: `${count} bid`, other: `${count} bids` }),
    ends: (time: string) => `Ends ${time}`,
    ended: (time: string) => `Ended ${time}`,
  },

  /** Goes to the page's script, so it has no functions: `{…}` is filled in there. */
  browser: {
    waitingForConnection: 'Waiting for a connection …',
    stop: 'Stop trying',
    stopped:
      'Stopped. Your form is kept. If it had arrived already, this page shows your bid; sent again, it counts once.',
    keptAndSent: 'There is no connection. Your form is kept, and is sent again by itself.',
    kept: 'There is no connection. Your form is kept: send it again when you are back online. It counts once.',
    tooMany: 'Too many tries. Wait a minute, then try again.',
    fiveMinutes: '5 minutes left.',
    lastMinute: 'The last minute.',
    tenSeconds: '10 seconds left.',
    stale: 'No connection. Price and time are as of {time}; trying again.',
    notSent: '{phase}. This form was not sent, and nothing is held on your card for it.',
    turned: '{phase}.',
    /** At once, in place of the bidder's state. */
    outbidBy: 'Outbid by {difference}',
    outbid: 'You have been outbid. The leading bid is now {amount}.',
    copied: 'Copied',
    notCopied: 'Not copied: open the link, and copy its address',
    days: { one: '{n} day', other: '{n} days' } as PluralForms,
    hours: '{n} h',
    minutes: '{n} min',
    seconds: '{n} s',
  },
};

const lateReasons = {
  ended: 'came after the end',
  cancelled: 'came after the seller had cancelled the auction',
  notOpen: 'came before the start',
};

/** The keys of each catalogue: a missing or an extra one is a type error. */
export type Words = typeof en;
