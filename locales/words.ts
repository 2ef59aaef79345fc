// Written by `npm run print:schema`, from locales/en.
import type { raw } from 'hono/html';
import type { HtmlMessage, Message, Value } from '../src/core/catalogues.ts';

type Html = ReturnType<typeof raw>;

export type BidsWords = {
  /** Why no money is held, or not any more. */
  readonly failures: {
    readonly card_declined: string;
    readonly temporarily_declined: string;
    readonly insufficient_funds: string;
    readonly card_expired: string;
    readonly incorrect_cvc: string;
    readonly card_not_accepted: string;
    readonly authentication_failed: string;
    readonly amount_out_of_bounds: string;
    readonly needs_bidder: string;
    readonly authorization_expired: string;
    readonly already_captured: string;
    readonly already_released: string;
    readonly wrong_state: string;
    readonly not_executed: string;
    readonly abandoned: string;
    readonly capture_given_up: string;
    readonly released_by_operator: string;
    readonly voided: string;
    readonly raised: string;
    readonly closed_by_operator: string;
    readonly provider_unavailable: string;
    readonly seller_cannot_be_paid: string;
    readonly operator_cannot_charge: string;
    readonly auction_not_open_yet: string;
    readonly auction_ended: string;
    readonly auction_cancelled: string;
    readonly bidder_not_signed: string;
    readonly bidder_banned: string;
    readonly below_minimum: string;
    readonly buy_now_removed: string;
    readonly buy_now_gone: string;
    readonly below_increment: string;
    readonly below_own_bid: string;
  };
  /** A bid in a word or two, and what it means for its bidder. `{hold}`, `{back}` and `{reason}` are whole sentences, or nothing. */
  readonly states: {
    readonly won: {
      readonly label: string;
      readonly detail: Message<{ readonly amount: Value; readonly back: Value }>;
    };
    readonly leading: {
      readonly label: string;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly highest: {
      readonly label: string;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly charging: {
      readonly label: string;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly tied: {
      readonly label: string;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly outbid: {
      readonly label: Message<{ readonly difference: Value }>;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly charged_outside: {
      readonly label: string;
      readonly detail: Message<{ readonly amount: Value; readonly back: Value; readonly canWin: boolean }>;
    };
    readonly not_charged: {
      readonly label: string;
      readonly detail: Message<{ readonly hold: Value }>;
    };
    readonly not_won: {
      readonly label: string;
      readonly detail: Message<{ readonly hold: Value }>;
    };
    readonly cancelled: {
      readonly label: string;
      readonly detail: Message<{ readonly hold: Value }>;
    };
    readonly lapsed: {
      readonly label: string;
      readonly detail: Message<{ readonly hold: Value; readonly canBid: boolean }>;
    };
    readonly closed: {
      readonly label: string;
      readonly detail: Message<{ readonly amount: Value; readonly reason: Value; readonly back: Value }>;
    };
    readonly voided: {
      readonly label: string;
      readonly detail: Message<{ readonly hold: Value }>;
    };
    readonly raised: {
      readonly label: string;
      readonly detail: Message<{ readonly hold: Value }>;
    };
    readonly challenged: {
      readonly label: string;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly checking: {
      readonly label: string;
      readonly detail: Message<{ readonly value: Value }>;
    };
    readonly not_placed: {
      readonly label: string;
      readonly detail: Message<{ readonly reason: Value; readonly hold: Value }>;
    };
  };
  readonly hold: Message<{ readonly isReleasing: boolean }>;
  /** What came back of a charge. */
  readonly back: {
    readonly all: string;
    readonly part: Message<{ readonly amount: Value }>;
    readonly onItsWay: Message<{ readonly amount: Value }>;
    readonly disputed: Message<{ readonly amount: Value }>;
  };
  /** After a raise that has failed. */
  readonly failedRaise: {
    readonly stands: Message<{ readonly sum: Value }>;
    readonly mayBeWhy: string;
  };
};

export type MailWords = {
  readonly testMode: string;
  readonly labels: {
    readonly auction: string;
    readonly leading: string;
    readonly minimum: string;
    readonly bid: string;
    readonly held: string;
    readonly ends: string;
    readonly reference: string;
    /** The head of the transcript that anybody can check, such as 12-3f9a 1c0b 77de 0a4b 91e2. */
    readonly transcript: string;
    readonly winnerReference: string;
    readonly key: string;
    readonly scopes: string;
    readonly value: string;
    readonly bidder: string;
    readonly winner: string;
    readonly soldFor: string;
    readonly charged: string;
    readonly refunded: string;
    readonly winnerEmail: string;
    readonly endpoint: string;
    readonly carrier: string;
    readonly trackingNumber: string;
    readonly track: string;
    readonly reason: string;
  };
  readonly utc: Message<{ readonly time: Value }>;
  readonly inZone: Message<{ readonly time: Value; readonly zone: Value }>;
  readonly mayMove: Message<{ readonly end: Value }>;
  readonly seeBids: string;
  readonly seeAuction: string;
  readonly next: string;
  readonly contact: string;
  readonly placed: {
    readonly heading: Message<{ readonly value: Value }>;
    readonly terms: string;
  };
  readonly outbid: {
    readonly heading: string;
    readonly text: Message<{ readonly leading: Value }>;
    readonly again: string;
    /** Only in an auction with a minimum step. */
    readonly next: Message<{ readonly amount: Value }>;
  };
  readonly atRisk: {
    readonly heading: string;
    readonly text: string;
  };
  readonly won: {
    readonly heading: string;
    /** On the page that the link leads to. */
    readonly asked: {
      readonly CONTACT: string;
      readonly DELIVERY: string;
    };
    readonly give: string;
    readonly noContact: Message<{ readonly seller: Value }>;
  };
  readonly notWon: {
    readonly heading: string;
  };
  readonly refunded: {
    readonly heading: Message<{ readonly amount: Value }>;
    readonly text: Message<{ readonly amount: Value }>;
  };
  readonly refundFailed: {
    readonly heading: Message<{ readonly amount: Value }>;
    readonly text: Message<{ readonly amount: Value }>;
  };
  readonly shipped: {
    readonly heading: string;
    readonly text: Message<{ readonly seller: Value }>;
  };
  readonly sold: {
    readonly heading: Message<{ readonly value: Value }>;
    readonly text: Message<{ readonly amount: Value }>;
    readonly inPart: string;
  };
  readonly unsold: {
    readonly heading: string;
    readonly text: string;
  };
  readonly captureFailed: {
    readonly heading: string;
    readonly text: string;
    /** Why a charge has definitely failed. */
    readonly reasons: {
      readonly card_declined: string;
      readonly temporarily_declined: string;
      readonly insufficient_funds: string;
      readonly card_expired: string;
      readonly card_not_accepted: string;
      readonly authentication_failed: string;
      readonly amount_out_of_bounds: string;
      readonly needs_bidder: string;
      readonly authorization_expired: string;
      readonly already_released: string;
      readonly capture_given_up: string;
      readonly other: string;
    };
  };
  readonly deliveryGiven: {
    readonly heading: string;
    readonly text: string;
  };
  readonly firstBid: {
    readonly heading: Message<{ readonly value: Value }>;
    readonly text: Message<{ readonly value: Value }>;
  };
  readonly endsTomorrow: {
    readonly heading: string;
    readonly text: string;
    readonly noBid: string;
  };
  readonly disputed: {
    readonly heading: Message<{ readonly amount: Value }>;
    /** By the state of the dispute. */
    readonly states: {
      readonly inquiry: string;
      readonly closed: string;
      readonly open: string;
      readonly won: string;
      readonly lost: string;
    };
  };
  readonly keyIssued: {
    readonly heading: string;
    readonly text: string;
  };
  readonly confirmEmail: {
    readonly heading: string;
    readonly text: string;
    readonly button: string;
  };
  readonly endpointDisabled: {
    readonly heading: string;
    readonly gone: string;
    readonly failing: string;
  };
  readonly footer: {
    readonly bidder: Message<{ readonly seller: Value }>;
    readonly seller: Message<{ readonly seller: Value }>;
    readonly given: Message<{ readonly site: Value }>;
    readonly stop: string;
    readonly waiting: string;
    readonly ended: string;
    readonly end: string;
    readonly again: string;
    readonly endKind: string;
    readonly againKind: string;
    readonly endedKind: string;
  };
};

export type PageWords = {
  readonly languages: string;
  readonly testMode: Html;
  /** Pages that say one thing. */
  readonly messages: {
    readonly noSuchAuction: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly noSuchBid: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly foreignForm: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly unreadableForm: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly unreadableAnswer: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly largeForm: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly overload: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly outage: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly bug: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly paymentAccountReady: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly paymentAccountNotReady: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly paymentAccountUnread: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly onboardingLinkExpired: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly noSuchMessage: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly unsubscribed: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly endedOwn: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly newsAgain: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly sentAgain: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly sentOften: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly emailConfirmed: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly noSuchPage: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly front: {
      readonly heading: string;
      readonly detail: string;
    };
  };
  readonly aboutService: string;
  readonly confirmEmail: {
    readonly heading: string;
    readonly detail: Message<{ readonly address: Value }>;
    readonly button: string;
  };
  readonly unsubscribe: {
    readonly heading: string;
    readonly detail: string;
    readonly button: string;
  };
  readonly unsubscribeOwn: {
    readonly heading: string;
    readonly detail: string;
    readonly button: string;
  };
  readonly unsubscribeKind: {
    readonly heading: string;
    readonly detail: string;
    readonly button: string;
  };
  /** Whether messages reach a bidder: those about money are always sent. */
  readonly news: {
    readonly waiting: {
      readonly says: Message<{ readonly address: Value }>;
      readonly button: string;
    };
    readonly sent: {
      readonly says: Message<{ readonly address: Value }>;
    };
    readonly ended: {
      readonly says: Message<{ readonly address: Value }>;
      readonly button: string;
    };
    readonly unreachable: {
      readonly says: Message<{ readonly address: Value }>;
      readonly button: string;
    };
    readonly here: {
      readonly waiting: {
        readonly says: Message<{ readonly address: Value }>;
        readonly button: string;
      };
      readonly sent: {
        readonly says: Message<{ readonly address: Value }>;
      };
      readonly ended: {
        readonly says: Message<{ readonly address: Value }>;
        readonly button: string;
      };
    };
    readonly againOwn: string;
  };
  /** The messages of a test seller. */
  readonly inbox: {
    readonly heading: string;
    readonly detail: string;
    readonly none: string;
    readonly text: string;
  };
  /** The page of a seller's open lots. */
  readonly lots: {
    readonly heading: Message<{ readonly seller: Value }>;
    readonly none: string;
    readonly sold: string;
    readonly earlier: string;
    readonly later: string;
    readonly more: string;
  };
  readonly tooMany: {
    readonly heading: string;
    readonly wait: Message<{ readonly duration: Value }>;
    readonly why: string;
    readonly again: string;
  };
  readonly auction: {
    /** On the bar at the foot of a phone. */
    readonly bidShort: string;
    readonly soldBy: Message<{ readonly seller: Value }>;
    readonly toShop: string;
    readonly bid: string;
    readonly withoutScript: string;
  };
  readonly figures: {
    readonly soldFor: string;
    readonly highestBid: string;
    readonly leadingBid: string;
    readonly none: string;
    readonly noneYet: string;
    readonly bids: string;
    readonly minimum: string;
    readonly nextBid: string;
    readonly opensIn: string;
    readonly endsIn: string;
    readonly endsAt: Message<{ readonly end: Value }>;
    readonly extendedTo: Message<{ readonly end: Value }>;
    readonly extends: Message<{ readonly window: Value; readonly latest: Value }>;
    readonly extendsNow: string;
    readonly endIsFinal: string;
    readonly mayMove: string;
    readonly ended: string;
    readonly utc: Message<{ readonly time: Value }>;
  };
  readonly calendar: {
    readonly add: string;
    readonly ends: Message<{ readonly title: Value }>;
  };
  readonly chart: {
    readonly heading: Message<{ readonly count: number; readonly shown: Value }>;
    readonly bidder: Message<{ readonly number: Value }>;
    readonly you: string;
    readonly more: string;
    readonly every: string;
    readonly latest: Message<{ readonly count: Value; readonly all: Value }>;
    readonly summary: Message<{ readonly first: Value; readonly last: Value; readonly highest: Value }>;
  };
  /** A transcript is a list of lines that anybody can check. Its head is the number and the hash of the last line. */
  readonly transcript: {
    readonly note: Message<{ readonly head: Value }>;
    readonly check: string;
    readonly prove: string;
    readonly heading: string;
    readonly intro: string;
    readonly needsScript: string;
    readonly checking: string;
    readonly unreadable: string;
    readonly whole: string;
    readonly broken: string;
    readonly passed: string;
    readonly label: string;
    readonly hint: Message<{ readonly example: Value }>;
    readonly button: string;
    readonly noHead: string;
    readonly file: string;
    readonly program: string;
    readonly back: string;
    readonly faults: {
      readonly field: Message<{ readonly position: Value; readonly field: Value }>;
      readonly order: Message<{ readonly position: Value }>;
      readonly link: Message<{ readonly position: Value }>;
      readonly head: string;
      readonly seenHead: Message<{ readonly position: Value }>;
      readonly time: Message<{ readonly position: Value }>;
      readonly bid: Message<{ readonly position: Value }>;
      readonly standing: Message<{ readonly position: Value }>;
      readonly end: Message<{ readonly position: Value }>;
      readonly winner: Message<{ readonly position: Value }>;
      readonly result: Message<{ readonly position: Value }>;
      readonly proof: string;
    };
    readonly checks: {
      readonly chain: Message<{ readonly position: Value }>;
      readonly bids: string;
      readonly kept: Message<{ readonly end: Value }>;
      readonly extended: Message<{ readonly end: Value; readonly count: Value }>;
      readonly bought: Message<{ readonly end: Value }>;
      readonly sold: Message<{ readonly position: Value; readonly value: Value }>;
      readonly soldEarlier: string;
      readonly unsold: string;
      readonly cancelled: string;
      readonly seenHead: Message<{ readonly position: Value }>;
      readonly proof: Message<{ readonly position: Value; readonly value: Value }>;
    };
    readonly notes: {
      readonly earlierBids: Message<{ readonly count: Value }>;
      readonly empty: string;
      readonly open: string;
      readonly head: Message<{ readonly head: Value }>;
    };
  };
  readonly form: {
    readonly you: Message<{ readonly bidder: Value }>;
    readonly amount: string;
    readonly atLeast: Message<{ readonly minimum: Value }>;
    readonly atLeastOrLead: Message<{ readonly minimum: Value; readonly leading: Value }>;
    readonly lapsed: Message<{ readonly value: Value }>;
    readonly email: string;
    readonly emailIsName: string;
    readonly emailForReceipt: string;
    readonly messagesSent: string;
    readonly newsWaits: string;
    readonly newsGoes: string;
    readonly noMessages: string;
    readonly messagesInTest: string;
    readonly checking: string;
    readonly toCard: string;
    readonly faults: Message<{ readonly count: number }>;
    /** Before the text of a fault, for screen readers. */
    readonly error: string;
    readonly optional: string;
  };
  /** The faults of an amount or an e-mail address. */
  readonly faults: {
    readonly noAmount: Message<{ readonly example: Value }>;
    readonly otherCurrency: Message<{ readonly example: Value }>;
    readonly notPositive: Message<{ readonly zero: Value }>;
    readonly threeDigitsOfCents: string;
    readonly unclear: Message<{ readonly dollars: Value; readonly withCents: Value }>;
    readonly notDigits: Message<{ readonly example: Value }>;
    readonly tooLarge: string;
    readonly belowMinimum: Message<{ readonly minimum: Value }>;
    readonly belowOwnBid: Message<{ readonly value: Value }>;
    readonly aboveMaximum: Message<{ readonly maximum: Value }>;
    readonly email: string;
  };
  readonly card: {
    readonly yourBid: Message<{ readonly value: Value }>;
    readonly isRight: Message<{ readonly value: Value }>;
    readonly nothingHeldYet: string;
    readonly legend: string;
    readonly asking: string;
    readonly place: Message<{ readonly value: Value }>;
    readonly change: string;
    readonly youLead: string;
    readonly youRaise: string;
    readonly raise: HtmlMessage<{ readonly who: Value; readonly held: Value; readonly value: Value }>;
    readonly highOverLeading: HtmlMessage<{ readonly leading: Value }>;
    readonly highOverMinimum: HtmlMessage<{ readonly minimum: Value }>;
    readonly willNotLead: HtmlMessage<{ readonly why: Value }>;
    readonly earlierIsEqual: Message<{ readonly leading: Value }>;
    readonly leadingIsHigher: Message<{ readonly leading: Value }>;
    readonly addressIsRight: HtmlMessage<{ readonly typed: Value; readonly meant: Value }>;
  };
  /** A purchase while no bid stands: it ends the auction. */
  readonly buyNow: {
    readonly button: Message<{ readonly price: Value }>;
    readonly hint: string;
    readonly place: Message<{ readonly price: Value }>;
    readonly instead: string;
    readonly terms: Html;
  };
  readonly terms: {
    readonly gist: Html;
    readonly more: string;
    readonly list: {
      readonly hold: string;
      readonly binding: HtmlMessage<{ readonly end: Value }>;
      readonly bindingAtLatest: HtmlMessage<{ readonly end: Value }>;
      readonly raise: Html;
      readonly charge: string;
    };
  };
  readonly phaseLabels: {
    readonly upcoming: string;
    readonly open: string;
    readonly closing: string;
    readonly sold: string;
    readonly unsold: string;
    readonly cancelled: string;
  };
  /** In place of the form, while no bid is taken. */
  readonly phases: {
    readonly upcoming: {
      readonly heading: string;
      readonly detail: Message<{ readonly start: Value }>;
    };
    readonly closing: {
      readonly heading: string;
      readonly detail: Message<{ readonly next: 'bought' | 'charging' | 'other' }>;
    };
    readonly over: string;
    readonly soldFor: Message<{ readonly value: Value }>;
    readonly unsold: string;
    readonly cancelled: {
      readonly heading: string;
      readonly detail: string;
    };
  };
  /** Why nobody can bid through this link. */
  readonly obstacles: {
    readonly heading: string;
    readonly askForLink: Message<{ readonly reason: Value }>;
    readonly misspelt: Message<{ readonly name: Value; readonly meant: Value }>;
    readonly bidderTwice: string;
    readonly unfilledBidder: string;
    readonly faultyBidder: string;
    readonly signatureTwice: string;
    readonly signatureAlone: string;
    readonly wrongSignature: string;
    readonly missingSignature: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly sellerNotPaid: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly noProvider: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly noHigherBid: {
      readonly heading: string;
      readonly detail: string;
    };
    /** In a frame of another page. */
    readonly embedded: {
      readonly heading: string;
      readonly detail: string;
      readonly bidThere: string;
    };
    readonly followed: {
      readonly heading: string;
      readonly here: string;
      readonly onThisDevice: string;
      readonly bidHere: string;
    };
  };
  /** Why the auction has not taken a bid. */
  readonly refusals: {
    readonly noCookie: {
      readonly heading: string;
      readonly detail: string;
    };
  };
  readonly own: {
    readonly heading: string;
    readonly onlyHere: string;
    readonly bySignedLink: string;
    readonly byLink: string;
    readonly held: Message<{ readonly sum: Value }>;
    readonly heldFor: Message<{ readonly bidder: Value; readonly sum: Value }>;
    readonly follow: string;
    readonly copy: string;
    readonly code: string;
    readonly notify: string;
    readonly toBank: string;
    readonly checkAgain: string;
    readonly giveUp: string;
  };
  readonly sentBefore: string;
  readonly noSuchBidHere: {
    readonly heading: string;
    readonly detail: string;
  };
  /** After the end. */
  readonly after: {
    readonly next: string;
    readonly noContact: Message<{ readonly seller: Value }>;
    readonly reach: Message<{ readonly seller: Value }>;
    readonly reference: Message<{ readonly reference: Value }>;
    readonly winnersReference: Message<{ readonly reference: Value }>;
  };
  /** The details that the seller asks the winner for. */
  readonly delivery: {
    readonly address: string;
    readonly contact: string;
    readonly ask: Message<{ readonly seller: Value }>;
    readonly given: Message<{ readonly seller: Value }>;
    readonly fields: {
      readonly name: string;
      readonly address: string;
      readonly telephone: string;
    };
    readonly addressHint: string;
    readonly send: string;
    readonly sending: string;
    readonly change: string;
    readonly notSent: string;
    readonly faults: {
      readonly name: string;
      readonly address: string;
      readonly telephone: string;
    };
  };
  readonly shipment: {
    readonly heading: string;
    readonly by: Message<{ readonly carrier: Value }>;
    readonly number: string;
    readonly recorded: Message<{ readonly time: Value }>;
    readonly track: string;
  };
  readonly item: {
    readonly heading: string;
    readonly contact: string;
    readonly terms: string;
    readonly returnAddress: string;
    readonly imprint: string;
    readonly privacy: string;
    readonly shipping: string;
    readonly pictureOf: Message<{ readonly number: Value; readonly count: Value }>;
  };
  readonly testCards: {
    readonly heading: string;
    readonly number: string;
    readonly does: string;
  };
  /** The preview of a link in messengers, in parts. */
  readonly preview: {
    readonly soldFor: Message<{ readonly value: Value }>;
    readonly noBids: string;
    readonly leading: Message<{ readonly value: Value }>;
    readonly bids: Message<{ readonly count: number }>;
    readonly ends: Message<{ readonly time: Value }>;
    readonly ended: Message<{ readonly time: Value }>;
  };
  /** Texts of the page’s script, which fills in the arguments itself. */
  readonly browser: {
    readonly waitingForConnection: string;
    readonly stop: string;
    readonly stopped: string;
    readonly keptAndSent: string;
    readonly kept: string;
    readonly tooMany: string;
    readonly fiveMinutes: string;
    readonly lastMinute: string;
    readonly tenSeconds: string;
    readonly stale: Message<{ readonly time: Value }>;
    readonly notSent: Message<{ readonly phase: Value }>;
    readonly turned: Message<{ readonly phase: Value }>;
    readonly outbid: Message<{ readonly amount: Value }>;
    readonly copied: string;
    readonly notCopied: string;
  };
};

export type SellerWords = {
  readonly skip: string;
  /** The links of the navigation. */
  readonly places: {
    readonly auctions: string;
    readonly list: string;
    readonly bidders: string;
    readonly profile: string;
    readonly keys: string;
    readonly sessions: string;
    readonly webhooks: string;
    readonly test: string;
  };
  readonly navigation: string;
  readonly signOut: string;
  readonly document: {
    readonly heading: string;
    readonly hint: string;
    readonly show: string;
    readonly hide: string;
    readonly page: string;
    readonly explain: string;
    readonly form: string;
  };
  readonly forms: {
    readonly changed: string;
    readonly changedTo: Message<{ readonly value: Value }>;
    readonly changedHint: string;
    readonly lookAgain: string;
    readonly whichTime: Message<{ readonly label: Value }>;
    readonly firstTime: Message<{ readonly offset: Value }>;
    readonly secondTime: Message<{ readonly offset: Value }>;
  };
  readonly missingScope: Message<{ readonly scope: Value }>;
  readonly missingPart: Message<{ readonly scope: Value }>;
  readonly signIn: {
    readonly title: string;
    readonly heading: string;
    readonly key: string;
    readonly button: string;
    readonly hint: string;
    readonly ended: {
      readonly heading: string;
      readonly detail: string;
      readonly withoutFiles: string;
      readonly live: string;
    };
    readonly again: string;
    readonly againWithoutFiles: string;
    readonly faults: {
      readonly tooMany: string;
      readonly missing: string;
      readonly invalid: string;
      readonly suspended: string;
      readonly public: string;
      readonly admin: string;
    };
  };
  readonly messages: {
    readonly otherSeller: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly notFound: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly foreignForm: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly tooLarge: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly tooSlow: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly tooMany: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly unreadable: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly outage: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly bug: {
      readonly heading: string;
      readonly detail: string;
    };
    readonly home: string;
  };
  /** Said after a form has done something. */
  readonly done: {
    readonly listed: string;
    readonly changed: string;
    readonly cancelled: string;
    readonly confirmationSent: string;
    readonly profile: string;
    readonly banned: string;
    readonly unbanned: string;
    readonly erased: string;
    readonly advanced: string;
    readonly refundAsked: string;
    readonly shipped: string;
    readonly reset: string;
    readonly keyRevoked: string;
    readonly sessionEnded: string;
    readonly endpointDeleted: string;
    readonly testSent: string;
    readonly sentAgain: string;
    readonly allSentAgain: string;
  };
  readonly auctions: {
    readonly heading: string;
    readonly search: string;
    readonly show: string;
    readonly all: string;
    readonly statuses: {
      readonly upcoming: string;
      readonly ongoing: string;
      readonly completed: string;
    };
    readonly order: string;
    readonly orders: {
      readonly NEWEST_FIRST: string;
      readonly OLDEST_FIRST: string;
      readonly ENDING_FIRST: string;
      readonly ENDING_LAST: string;
      readonly HIGHEST_BID_FIRST: string;
      readonly LOWEST_BID_FIRST: string;
    };
    readonly find: string;
    readonly count: Message<{ readonly count: number }>;
    readonly countAtLeast: Message<{ readonly count: Value }>;
    readonly none: string;
    readonly noneSoFar: string;
    readonly noneYet: string;
    readonly listFirst: string;
    readonly earlier: string;
    readonly later: string;
    readonly ended: string;
  };
  readonly preview: {
    readonly button: string;
    readonly heading: string;
    readonly hint: string;
    readonly you: string;
    readonly winnerOnly: string;
  };
  readonly item: {
    readonly copied: Message<{ readonly title: Value }>;
    readonly over: string;
    readonly listHeading: string;
    readonly changeHeading: string;
    readonly whatHeading: string;
    readonly whenHeading: string;
    readonly pageHeading: string;
    readonly title: string;
    readonly titleHint: string;
    readonly reference: string;
    readonly referenceHint: string;
    readonly minimum: string;
    readonly minimumHint: string;
    readonly zone: string;
    readonly starts: string;
    readonly startsHint: Message<{ readonly now: Value }>;
    readonly ends: string;
    readonly endsHint: string;
    readonly rulesHeading: string;
    readonly rulesHint: string;
    readonly softClose: string;
    readonly softCloseHint: string;
    readonly softCloseOff: string;
    /** {window} is a time, such as "2 minutes". */
    readonly softCloseOption: Message<{ readonly window: Value }>;
    readonly softCloseMaximum: string;
    readonly bidSteps: string;
    readonly bidStepsHint: string;
    readonly bidStepsOff: string;
    readonly bidStepsOption: Message<{ readonly size: 'small' | 'medium' | 'large' | 'other'; readonly first: Value; readonly hundred: Value; readonly atHundred: Value; readonly thousand: Value; readonly atThousand: Value }>;
    readonly buyNow: string;
    readonly buyNowHint: string;
    readonly removeBuyNow: Message<{ readonly price: Value }>;
    readonly locked: string;
    readonly description: string;
    readonly descriptionHint: string;
    readonly afterWinning: string;
    readonly afterWinningHint: string;
    readonly pictures: string;
    readonly addPictures: string;
    readonly addPicturesHint: string;
    readonly picture: Message<{ readonly number: Value }>;
    readonly alternativeText: string;
    readonly place: string;
    readonly remove: string;
    readonly list: string;
    readonly save: string;
  };
  readonly auction: {
    readonly copy: string;
    readonly relist: string;
    readonly share: string;
    readonly open: string;
    readonly change: string;
    readonly cancel: string;
    readonly starts: string;
    readonly ends: string;
    readonly held: string;
    readonly endsAtLatest: string;
    readonly reference: string;
    readonly description: string;
    readonly noDescription: string;
    readonly winner: string;
    readonly wonWith: Message<{ readonly bidder: Value; readonly value: Value }>;
    readonly paid: Message<{ readonly value: Value }>;
    readonly left: Message<{ readonly value: Value }>;
    readonly winnerEmail: Message<{ readonly email: Value }>;
    readonly winnersReference: Message<{ readonly reference: Value }>;
    readonly delivery: string;
    readonly unsold: string;
    readonly wasCancelled: string;
    readonly bids: string;
    readonly noBids: string;
    readonly highest: Message<{ readonly shown: Value; readonly all: Value }>;
    readonly bidder: string;
    readonly amount: string;
    readonly placed: string;
    readonly won: string;
    readonly money: string;
    readonly refund: {
      readonly heading: string;
      readonly refundable: Message<{ readonly value: Value }>;
      readonly nothing: string;
      readonly amount: string;
      readonly amountHint: string;
      readonly reason: string;
      readonly reasons: {
        readonly REQUESTED_BY_CUSTOMER: string;
        readonly DUPLICATE: string;
        readonly FRAUDULENT: string;
      };
      readonly confirm: string;
      readonly button: string;
      readonly states: {
        readonly REQUESTED: string;
        readonly PENDING: string;
        readonly SUCCEEDED: string;
        readonly FAILED: string;
        readonly REFUSED: Message<{ readonly why: Value }>;
      };
      readonly refusals: {
        readonly NOTHING_LEFT: string;
        readonly PAYMENT_DISPUTED: string;
        readonly BALANCE_TOO_LOW: string;
        readonly NOT_PERMITTED: string;
        readonly NOT_REFUNDABLE: string;
      };
      readonly dashboard: string;
    };
    readonly shipment: {
      readonly intro: string;
      readonly recorded: Message<{ readonly time: Value }>;
      readonly carrier: string;
      readonly carrierHint: string;
      readonly url: string;
      readonly urlHint: string;
      readonly button: string;
      readonly change: string;
      readonly correct: string;
    };
    readonly balance: {
      readonly heldInCents: string;
      readonly capturedInCents: string;
      readonly releasedInCents: string;
      readonly refundedInCents: string;
      readonly disputedInCents: string;
      readonly applicationFeeInCents: string;
      readonly keptInCents: string;
    };
    readonly ledger: string;
    readonly noLedger: string;
    readonly movement: string;
    readonly when: string;
    readonly kinds: {
      readonly AUTHORIZED: string;
      readonly CAPTURED: string;
      readonly APPLICATION_FEE: string;
      readonly RELEASED: string;
      readonly EXPIRED: string;
      readonly FAILED: string;
      readonly REFUNDED: string;
      readonly REFUND_FAILED: string;
      readonly DISPUTED: string;
      readonly DISPUTE_WON: string;
    };
    readonly test: {
      readonly heading: string;
      readonly hint: string;
      readonly toStart: string;
      readonly toEnd: string;
    };
  };
  readonly cancel: {
    readonly heading: Message<{ readonly title: Value }>;
    readonly title: string;
    readonly forever: string;
    readonly noBid: string;
    readonly holds: Message<{ readonly bids: Value; readonly value: Value }>;
    readonly unread: string;
    readonly notTold: string;
    readonly button: string;
    readonly keep: string;
    readonly over: string;
  };
  readonly bidders: {
    readonly heading: string;
    readonly all: string;
    readonly none: string;
    readonly count: Message<{ readonly count: number }>;
    readonly countAtLeast: Message<{ readonly count: Value }>;
    readonly firstBid: string;
    readonly lastBid: string;
    readonly contact: string;
    readonly tries: string;
    readonly find: string;
    readonly bidder: string;
    readonly bidderHint: string;
    readonly show: string;
    readonly unknown: string;
    readonly emails: string;
    readonly latest: Message<{ readonly count: Value }>;
    readonly result: string;
    readonly ban: string;
    readonly banHint: string;
    readonly reason: string;
    readonly reasonHint: string;
    readonly banButton: string;
    readonly isBanned: string;
    readonly banned: string;
    readonly nobody: string;
    readonly unban: Message<{ readonly bidder: Value }>;
    readonly erase: string;
    readonly eraseHint: string;
    readonly confirm: string;
    readonly eraseButton: string;
  };
  readonly profile: {
    readonly heading: string;
    readonly intro: string;
    readonly whoHeading: string;
    readonly displayName: string;
    readonly displayNameHint: string;
    readonly contact: string;
    readonly contactHint: string;
    readonly email: string;
    readonly messagesHeading: string;
    readonly emailStates: {
      readonly UNCONFIRMED: Message<{ readonly address: Value }>;
      readonly CONFIRMED: Message<{ readonly address: Value }>;
      readonly ENDED: Message<{ readonly address: Value }>;
      readonly UNREACHABLE: Message<{ readonly address: Value }>;
    };
    readonly endedByOwner: Message<{ readonly address: Value }>;
    readonly untilThen: Message<{ readonly address: Value }>;
    readonly moneyUntilThen: string;
    readonly emailHint: string;
    readonly newsHeading: string;
    readonly newsHint: string;
    readonly news: {
      readonly DELIVERY_DETAILS: string;
      readonly FIRST_BID: string;
      readonly ENDS_TOMORROW: string;
      readonly ENDPOINT_DISABLED: string;
    };
    readonly zone: string;
    readonly shopUrl: string;
    readonly shopUrlHint: string;
    readonly looksHeading: string;
    readonly removeColor: string;
    readonly color: string;
    readonly colorHint: string;
    readonly language: string;
    readonly noLanguage: string;
    readonly logo: string;
    readonly logoHint: string;
    readonly removeLogo: string;
    readonly termsHeading: string;
    readonly termsHint: string;
    readonly lotsHeading: string;
    readonly lots: {
      readonly HIDDEN: string;
      readonly SHARED: string;
      readonly INDEXED: string;
    };
    readonly lotsLink: string;
    readonly showsSoldLots: string;
    readonly askHeading: string;
    readonly asks: {
      readonly NONE: string;
      readonly CONTACT: string;
      readonly DELIVERY: string;
    };
    readonly embedOrigins: string;
    readonly embedOriginsHint: string;
    readonly save: string;
    readonly account: {
      readonly heading: string;
      readonly none: string;
      readonly states: {
        readonly ONBOARDING: string;
        readonly PENDING: string;
        readonly RESTRICTED: string;
        readonly ENABLED: string;
        readonly DISCONNECTED: string;
      };
      readonly connect: string;
      readonly again: string;
      readonly ready: string;
      readonly goOn: string;
    };
  };
  /** About a key or a secret that was just made. */
  readonly shownOnce: {
    readonly once: string;
    readonly repeated: string;
  };
  readonly sessions: {
    readonly heading: string;
    readonly intro: string;
    readonly list: string;
    readonly thisOne: string;
    readonly unknownBrowser: string;
    readonly key: string;
    readonly began: string;
    readonly lastUsed: string;
    readonly address: string;
    readonly end: string;
    readonly everywhere: string;
    readonly everywhereHint: string;
  };
  readonly keys: {
    readonly heading: string;
    readonly intro: string;
    readonly issuedBy: string;
    readonly byOperator: string;
    readonly withIssued: string;
    readonly issued: string;
    readonly list: string;
    readonly thisOne: string;
    readonly revoked: string;
    readonly may: string;
    readonly mayHint: string;
    readonly scopes: {
      readonly AUCTIONS_READ: string;
      readonly AUCTIONS_WRITE: string;
      readonly BIDS_READ: string;
      readonly WEBHOOKS_WRITE: string;
      readonly PAYMENTS_WRITE: string;
      readonly PAYMENTS_REFUND: string;
      readonly KEYS_WRITE: string;
      readonly ADMIN: string;
      readonly PUBLIC: string;
    };
    readonly auctions: string;
    readonly auctionsHint: string;
    readonly allAuctions: string;
    readonly origins: string;
    readonly originsHint: string;
    readonly allOrigins: string;
    readonly created: string;
    readonly lastUsed: string;
    readonly neverUsed: string;
    readonly expires: string;
    readonly expiresHint: string;
    readonly expiresWithOwn: string;
    readonly never: string;
    readonly revokedAt: string;
    readonly name: string;
    readonly nameHint: string;
    readonly rename: string;
    readonly change: Message<{ readonly key: Value }>;
    readonly stops: string;
    readonly stopsPublic: string;
    readonly unused: string;
    readonly usedAt: Message<{ readonly time: Value }>;
    readonly signsOut: string;
    readonly forever: string;
    readonly notThisOne: string;
    readonly replaceHint: string;
    readonly replace: string;
    readonly confirm: string;
    readonly revoke: string;
    readonly keep: string;
    readonly issueSecret: string;
    readonly secretHint: string;
    readonly issuePublic: string;
    readonly publicHint: string;
    readonly issue: string;
  };
  readonly webhooks: {
    readonly heading: string;
    readonly intro: string;
    readonly list: string;
    readonly none: string;
    readonly states: {
      readonly working: string;
      readonly failing: string;
      readonly disabled: string;
    };
    readonly add: string;
    readonly addButton: string;
    readonly secret: string;
    readonly endpoint: string;
    readonly url: string;
    readonly urlHint: string;
    readonly description: string;
    readonly eventTypes: string;
    readonly events: {
      readonly auction_created: string;
      readonly auction_updated: string;
      readonly auction_started: string;
      readonly auction_completed: string;
      readonly auction_cancelled: string;
      readonly auction_extended: string;
      readonly bid_placed: string;
      readonly first_bid_placed: string;
      readonly bid_outbid: string;
      readonly bid_won: string;
      readonly bid_lost: string;
      readonly hold_at_risk: string;
      readonly capture_failed: string;
      readonly payment_refunded: string;
      readonly payment_disputed: string;
      readonly delivery_details_given: string;
      readonly item_shipped: string;
      readonly endpoint_disabled: string;
      readonly api_key_issued: string;
      readonly seller_email_given: string;
      readonly test: string;
    };
    readonly created: string;
    readonly previousSecret: string;
    readonly failingSince: Message<{ readonly time: Value }>;
    readonly disabledReasons: {
      readonly SELLER: string;
      readonly GONE: string;
      readonly FAILING: string;
      readonly OPERATOR: string;
    };
    readonly deliveries: string;
    readonly state: string;
    readonly deliveryStates: {
      readonly PENDING: string;
      readonly DELIVERED: string;
      readonly FAILED: string;
    };
    readonly noDelivery: string;
    readonly noAttempt: string;
    readonly status: Message<{ readonly status: Value }>;
    readonly took: Message<{ readonly milliseconds: Value }>;
    readonly next: Message<{ readonly time: Value }>;
    readonly errors: {
      readonly timeout: string;
      readonly connection_refused: string;
      readonly connection_broken: string;
      readonly connection_failed: string;
      readonly unreachable: string;
      readonly answer_not_understood: string;
      readonly tls_failed: string;
      readonly url_not_allowed: string;
      readonly name_not_resolved: string;
      readonly address_not_allowed: string;
    };
    readonly otherError: Message<{ readonly error: Value }>;
    readonly sendTest: string;
    readonly enableFirst: string;
    readonly replay: string;
    readonly replayFailed: string;
    readonly replayFailedHint: string;
    readonly since: string;
    readonly replayFailedButton: string;
    readonly change: string;
    readonly disable: string;
    readonly disableHint: string;
    readonly enable: string;
    readonly enableHint: string;
    readonly rotate: string;
    readonly rotateHint: string;
    readonly overlap: string;
    readonly overlaps: {
      readonly 0: string;
      readonly 3600: string;
      readonly 86400: string;
      readonly 604800: string;
    };
    readonly remove: string;
    readonly removeStops: string;
    readonly removeHint: string;
    readonly confirm: string;
  };
  readonly test: {
    readonly heading: string;
    readonly live: string;
    readonly intro: string;
    readonly now: string;
    readonly advance: string;
    readonly steps: {
      readonly 120: string;
      readonly 3600: string;
      readonly 86400: string;
      readonly 604800: string;
    };
    readonly advanceHint: string;
    readonly inbox: string;
    readonly inboxHint: string;
    readonly openInbox: string;
    readonly reset: string;
    readonly resetHint: string;
    readonly confirm: string;
    readonly resetButton: string;
  };
  /** The faults of fields, by their code. */
  readonly faults: {
    readonly required: string;
    readonly null_not_allowed: string;
    readonly too_short: string;
    readonly too_long: string;
    readonly too_small: string;
    readonly too_large: string;
    readonly blank: string;
    readonly control_character: string;
    readonly start_too_soon: string;
    readonly end_not_after_start: string;
    readonly duration_too_short: string;
    readonly duration_too_long: string;
    readonly field_locked: string;
  };
  /** The faults that the page finds itself. */
  readonly ownFaults: {
    readonly cannotExtend: string;
    readonly buyNowBelowMinimum: string;
    readonly noTime: string;
    readonly noSuchTime: string;
    readonly timeTwice: string;
    readonly zone: string;
    readonly tooManyPictures: string;
    readonly confirm: string;
    readonly color: string;
    readonly email: string;
    readonly origin: string;
    readonly url: string;
    readonly ahead: string;
    readonly tickOne: string;
    readonly auction: string;
    readonly publicKey: string;
    readonly webhookUrl: string;
  };
  /** Why a picture is not taken, by its code; its file or its text is named. */
  readonly pictureFaults: {
    readonly not_a_picture: Message<{ readonly name: Value }>;
    readonly heic: Message<{ readonly name: Value }>;
    readonly too_many_pixels: Message<{ readonly name: Value }>;
    readonly too_many_scans: Message<{ readonly name: Value }>;
    readonly damaged: Message<{ readonly name: Value }>;
    readonly too_demanding: Message<{ readonly name: Value }>;
    readonly too_many_bytes: Message<{ readonly name: Value }>;
    readonly not_uploaded: Message<{ readonly name: Value }>;
    readonly busy: Message<{ readonly name: Value }>;
  };
  /** Said by the script of forms, and about pictures that are not there yet. */
  readonly upload: {
    readonly going: string;
    readonly ready: string;
    readonly waiting: string;
    readonly earlier: string;
    readonly later: string;
    readonly remove: string;
    readonly keepOpen: Message<{ readonly count: Value }>;
    readonly inWork: Message<{ readonly count: Value }>;
  };
  /** Refusals of a whole form, by their code. */
  readonly refusals: {
    readonly auction_completed: string;
    readonly auction_settling: string;
    readonly reference_exists: string;
    readonly nothing_to_refund: string;
    readonly refund_limit: string;
    readonly nothing_to_ship: string;
    readonly field_locked: string;
    readonly rules_locked: string;
    readonly idempotency_key_in_use: string;
    readonly idempotency_key_reused: string;
    readonly bidder_has_holds: string;
    readonly banned_bidder_limit: string;
    readonly picture_limit: string;
    readonly payments_unavailable: string;
    readonly api_key_not_found: string;
    readonly api_key_revoked: string;
    readonly api_key_limit: string;
    readonly webhook_endpoint_limit: string;
    readonly webhook_endpoint_disabled: string;
    readonly webhook_delivery_not_found: string;
    readonly test_mode_only: string;
    readonly rate_limited: string;
    readonly unavailable: string;
    readonly internal_error: string;
  };
  readonly overview: {
    readonly needs: string;
    readonly concerns: {
      readonly DISPUTE: string;
      readonly NOT_CHARGED: string;
      readonly NOT_SETTLED: string;
      readonly NO_DELIVERY_DETAILS: string;
    };
    readonly email: string;
    readonly webhookFails: string;
    readonly webhookDisabled: string;
    readonly accounts: {
      readonly ONBOARDING: string;
      readonly PENDING: string;
      readonly RESTRICTED: string;
      readonly DISCONNECTED: string;
    };
    readonly month: string;
    readonly sold: Message<{ readonly count: number }>;
    readonly monthHint: string;
    readonly atLeast: string;
    readonly running: string;
    readonly allRunning: Message<{ readonly count: Value }>;
  };
  readonly exports: {
    readonly heading: string;
    readonly hint: string;
    readonly what: string;
    readonly kinds: {
      readonly auctions: string;
      readonly bids: string;
      readonly sales: string;
      readonly money: string;
      readonly people: string;
    };
    readonly from: string;
    readonly until: string;
    readonly button: string;
  };
  readonly share: {
    readonly copy: string;
    readonly send: string;
    readonly poster: string;
    readonly scan: string;
    readonly code: string;
    readonly print: string;
    readonly frame: string;
    readonly frameHint: string;
  };
};

export type SimulatedWords = {
  readonly anyExpiry: string;
  readonly hint: Message<{ readonly number: Value }>;
  readonly allTestCards: string;
  readonly fields: {
    readonly cardNumber: string;
    readonly cardExpiry: string;
    readonly cardCvc: string;
  };
  readonly faults: {
    readonly noNumber: string;
    readonly numberLength: string;
    readonly wrongDigit: string;
    readonly testCardsOnly: string;
    readonly expiryForm: string;
    readonly expired: string;
    readonly cvc: Message<{ readonly digits: Value }>;
  };
  readonly bank: {
    readonly title: string;
    readonly heading: string;
    readonly detail: string;
    readonly toBeHeld: string;
    readonly card: string;
    readonly ending: Message<{ readonly brand: Value; readonly last4: Value }>;
    readonly confirm: string;
    readonly confirming: string;
    readonly refuse: string;
    readonly refusing: string;
  };
  /** The effect of each test card, by its name. */
  readonly cards: {
    readonly visa: string;
    readonly mastercard: string;
    readonly amex: string;
    readonly declined: string;
    readonly insufficient_funds: string;
    readonly expired: string;
    readonly challenge_once: string;
    readonly challenge_always: string;
    readonly challenge_declined: string;
    readonly capture_declined: string;
    readonly renewal_declined: string;
    readonly lapses_early: string;
  };
};

export type StripeWords = {
  readonly straightToStripe: string;
  readonly keepsCard: string;
  readonly formNeedsScript: string;
  readonly notLoaded: string;
  readonly noCard: string;
  readonly bankAsks: string;
  readonly needsConfirmation: Message<{ readonly amount: Value }>;
  readonly windowNeedsScript: string;
  readonly confirmed: string;
  readonly confirmWithBank: string;
};
