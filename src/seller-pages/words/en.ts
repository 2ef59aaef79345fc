import { html } from 'hono/html';
import type { FaultCode, RefusalCode } from '../../core/refusal.ts';
import type { Html } from '../../page/views/layout.ts';
import { plurals } from '../../page/words/plurals.ts';

const plural = plurals<'one' | 'other'>('en');

/**
 * Everything that the pages for sellers say, in English. The catalogues of the other languages have the same keys. What the bidder's
 * page says as well, such as the phases of an auction, comes from its catalogue.
 */
export const en = {
  skip: 'To the content',
  /** The links of the navigation. */
  places: {
    auctions: 'Auctions',
    list: 'List an item',
    profile: 'Profile',
    test: 'Test mode',
  },
  navigation: 'Your pages',
  signOut: 'Sign out',
  document: {
    page: 'The GraphQL document of this page',
    explain: 'A program gets the same from /graphql with your key:',
    form: 'The document of its form',
  },
  forms: {
    faults: (count: number) =>
      plural(count, { one: 'One thing needs a change', other: `${count} things need a change` }),
    error: 'Error: ',
    optional: 'optional',
  },
  missingScope: (scope: string) =>
    `Your key may not do this: it lacks the scope “${scope}”. Sign in with another key, or issue one that has it.`,
  missingPart: (scope: string) =>
    `A part of this page is empty, because your key lacks the scope “${scope}”. Sign in with another key, or issue one that has it.`,

  signIn: {
    title: 'Sign in',
    heading: 'Sign in to your auctions',
    key: 'Your secret key',
    button: 'Sign in',
    hint: 'One word that begins with auc_live_ or auc_test_. The operator of the service has given it to you. This browser stays signed in for 30 minutes without use, and for 8 hours at most.',
    ended: {
      heading: 'You are signed out',
      detail: 'You were away for too long, or your key has ended. Sign in again: what you have typed is kept.',
    },
    again: 'You are signed in again. Nothing is lost: send the form once more.',
    faults: {
      tooMany: 'Too many tries from your address. Try again in a few minutes.',
      missing: 'Paste your key: one word that begins with auc_live_ or auc_test_.',
      invalid: 'This key is unknown, mistyped, revoked or expired.',
      suspended: 'The seller of this key is suspended. Ask the operator of the service.',
      public: 'This is a public key: everybody may see it, so it signs nobody in. Paste a secret one.',
      admin: 'This key belongs to an operator. Operators sign in at /admin.',
    },
  },

  messages: {
    notFound: { heading: 'There is no such page', detail: 'You have nothing under this address.' },
    foreignForm: {
      heading: 'This form came from another site',
      detail: 'Open your pages yourself. Nothing was changed.',
    },
    tooLarge: {
      heading: 'This is too much at once',
      detail: 'A form takes 32 MB in all, and a picture 10 MB. Go back, and send fewer pictures at a time.',
    },
    unreadable: { heading: 'This form cannot be read', detail: 'Go back, and send the form again.' },
    outage: {
      heading: 'We cannot answer this right now',
      detail:
        'Please try again in a moment. If you have just sent a form, look first whether it was done: it counts once.',
    },
    bug: {
      heading: 'Something went wrong on our side',
      detail: 'Please try again in a moment. If you have just sent a form, look first whether it was done.',
    },
    home: 'To your auctions',
  },

  /** What was just done. */
  done: {
    listed: 'Your item is listed. Share its page: everybody who has the address can bid.',
    changed: 'Your changes are saved.',
    described: 'The page of the item is changed.',
    cancelled: 'The auction is cancelled. All holds are being released.',
    profile: 'Your profile is saved. The pages of all your auctions show it.',
    advanced: 'The test clock has moved on, and all that was due has happened.',
    reset: 'The test seller is as on its first day.',
  },

  auctions: {
    heading: 'Your auctions',
    search: 'Search in titles',
    show: 'Show',
    all: 'All',
    statuses: { upcoming: 'To come', ongoing: 'Open', completed: 'Over' },
    order: 'Order',
    orders: {
      NEWEST_FIRST: 'Newest first',
      OLDEST_FIRST: 'Oldest first',
      ENDING_FIRST: 'Ending first',
      ENDING_LAST: 'Ending last',
      HIGHEST_BID_FIRST: 'Highest bid first',
      LOWEST_BID_FIRST: 'Lowest bid first',
    },
    find: 'Find',
    count: (count: number) => plural(count, { one: 'One auction', other: `${count} auctions` }),
    none: 'No auction matches.',
    noneYet: 'You have no auction yet.',
    listFirst: 'List your first item',
    earlier: 'Earlier',
    later: 'Later',
    bids: (count: number) => plural(count, { one: '1 bid', other: `${count} bids` }),
    ended: 'Ended',
  },

  item: {
    listHeading: 'List an item',
    changeHeading: 'Change the auction',
    whatHeading: 'The item',
    whenHeading: 'When',
    pageHeading: 'On the page of the auction',
    title: 'Title',
    titleHint: '3 to 150 characters.',
    reference: 'Your own reference',
    referenceHint: 'Such as an inventory number. Bidders do not see it.',
    minimum: 'Minimum bid in US dollars',
    minimumHint: 'Empty or 0 takes any bid.',
    zone: 'Time zone',
    starts: 'Starts',
    startsHint: (now: Html) => html`At least a minute from now; it is ${now}.`,
    ends: 'Ends',
    endsHint: 'One hour to seven days after the start.',
    locked: 'The auction is open: its times stay as they are.',
    description: 'Description',
    descriptionHint:
      'What is it, in which state, what belongs to it? Leave an empty line between paragraphs. At most 5,000 characters.',
    afterWinning: 'What happens after winning',
    afterWinningHint: 'Only the winner reads it: how the item is handed over, and when.',
    pictures: 'Pictures',
    addPictures: 'Add pictures',
    addPicturesHint: 'JPEG, PNG or WebP, at most 10 MB each and ten in all. The first one is the largest on the page.',
    picture: (number: number) => `Picture ${number}`,
    alternativeText: 'What it shows, for those who do not see it',
    place: 'Place',
    remove: 'Remove this picture',
    list: 'List the item',
    save: 'Save',
    savePage: 'Save the page',
    back: 'Back to the auction',
  },

  auction: {
    share: 'The page to share',
    open: 'Open the page',
    change: 'Change',
    cancel: 'Cancel the auction',
    starts: 'Starts',
    ends: 'Ends',
    held: 'Held on cards',
    reference: 'Your reference',
    description: 'Description',
    noDescription: 'The page shows no description and no picture yet.',
    winner: 'The winner',
    wonWith: (bidder: Html, value: Html) => html`${bidder} has won with ${value}.`,
    paid: (value: Html) => html`${value} was charged to the card.`,
    bidReference: (bid: Html) => html`The bid has the reference ${bid}; the winner sees the same one.`,
    unsold: 'Nobody has won: there was no bid, or no card could be charged. Nobody was charged.',
    wasCancelled: 'The auction was cancelled. Nobody was charged.',
    bids: 'Bids',
    noBids: 'There is no bid yet.',
    highest: (shown: number, all: number) => `The ${shown} highest of ${all} bids`,
    bidder: 'Bidder',
    amount: 'Amount',
    placed: 'Placed',
    won: 'Won',
    money: 'Money',
    balance: {
      heldInCents: 'Held now',
      capturedInCents: 'Charged',
      releasedInCents: 'Released',
      refundedInCents: 'Refunded',
      disputedInCents: 'Disputed',
      applicationFeeInCents: 'Fee of the service',
      keptInCents: 'Yours',
    },
    ledger: 'Every movement of money',
    noLedger: 'No money has moved yet.',
    movement: 'What',
    when: 'When',
    kinds: {
      authorized: 'Held',
      captured: 'Charged',
      application_fee: 'Fee of the service',
      released: 'Released',
      expired: 'Hold lapsed',
      failed: 'Not held',
      refunded: 'Refunded',
      refund_failed: 'Refund failed',
      disputed: 'Disputed',
      dispute_won: 'Dispute won',
    },
    test: {
      heading: 'Test mode: let time pass',
      hint: 'Your auctions go by your test clock. Open the page of the auction to bid with a test card.',
      toStart: 'Let it begin',
      toEnd: 'Let it end',
    },
  },

  cancel: {
    heading: (title: Html) => html`Cancel ${title}?`,
    title: 'Cancel the auction?',
    forever: 'This cannot be undone, and the auction cannot be opened again.',
    noBid: 'Nobody has bid, so no money is held.',
    holds: (bids: string, value: Html) =>
      html`There are ${bids}. ${value} is held on cards now: all of it is released, and nobody is charged. Banks may take some days to show it.`,
    unread: 'All holds on cards are released, and nobody is charged.',
    notTold: 'The page says that you have cancelled. Bidders get no message about it.',
    button: 'Cancel the auction',
    keep: 'Keep it',
    over: 'The auction is over: it can no longer be cancelled.',
  },

  profile: {
    heading: 'Your profile',
    intro: 'Bidders see it on the pages of all your auctions.',
    whoHeading: 'Who you are',
    displayName: 'Your name for bidders',
    displayNameHint: 'Empty: the name of your account.',
    contact: 'Contact',
    contactHint: 'How a bidder reaches you.',
    email: 'E-mail for messages to you',
    emailHint: 'About your sales, and what needs you. Bidders never see it.',
    shopUrl: 'Your shop',
    shopUrlHint: 'An address that begins with https://.',
    looksHeading: 'How your pages look',
    ownColor: 'Use a colour of my own',
    color: 'Colour of buttons and links',
    colorHint: 'Dark enough to be read on white; the dark page gets a lighter shade of it.',
    language: 'Language for bidders who choose none',
    noLanguage: 'English, unless the browser asks for another',
    logo: 'Logo',
    logoHint: 'JPEG, PNG or WebP, at most 10 MB.',
    removeLogo: 'Remove the logo',
    termsHeading: 'Your terms',
    termsHint: 'Each at most 2,000 characters. Bidders are led to those that are filled in before they bid.',
    terms: 'Terms of sale',
    shipping: 'Shipping',
    returnAddress: 'Return address',
    imprint: 'Imprint',
    privacy: 'Privacy',
    lotsHeading: 'A page of your open auctions',
    lots: {
      HIDDEN: 'There is none',
      SHARED: 'For those who have its address',
      INDEXED: 'Also for search engines',
    },
    lotsLink: 'Open the page of your auctions',
    save: 'Save the profile',
  },

  test: {
    heading: 'Test mode',
    live: 'You are a live seller: time and cards are real. This page is for test sellers.',
    intro: 'No money is real here. Your auctions begin and end by your test clock, which moves when you say so.',
    now: 'Your test clock',
    advance: 'Let time pass',
    steps: { 120: 'Two minutes', 3600: 'One hour', 86400: 'One day', 604800: 'Seven days' } as Readonly<
      Record<number, string>
    >,
    advanceHint: 'All that is due until then happens at once and in order. The clock does not go back.',
    cards: 'Test cards',
    number: 'Number',
    does: 'What it does',
    inbox: 'Messages to your bidders and to you',
    inboxHint: 'In test mode no message is sent: all of them are on one page.',
    openInbox: 'Open the messages',
    reset: 'Begin anew',
    resetHint:
      'Deletes all your test auctions with their bids and payments, and sets the clock back. Your profile and keys stay.',
    confirm: 'Yes, delete all my test auctions',
    resetButton: 'Begin anew',
  },

  /** The faults of fields, by their code. */
  faults: {
    required: 'Fill this in.',
    null_not_allowed: 'Fill this in.',
    too_short: 'This is too short.',
    too_long: 'This is too long.',
    too_small: 'This is too little.',
    too_large: 'This is too much.',
    blank: 'Fill this in: it has nothing that can be seen.',
    control_character: 'This has characters that cannot be shown. Type it anew.',
    start_too_soon: 'This is too soon: the start lies at least a minute ahead of the present time.',
    end_not_after_start: 'The end has to be after the start.',
    duration_too_short: 'The end has to be at least an hour after the start.',
    duration_too_long: 'The end has to be at most seven days after the start.',
    field_locked: 'This can no longer be changed.',
  } satisfies Partial<Record<FaultCode, string>>,
  /** The faults that the page finds itself. */
  ownFaults: {
    noTime: 'Choose a day and a time.',
    noSuchTime: 'The clocks are changed then: this time does not exist in this zone. Choose another one.',
    zone: 'Choose a time zone of the list.',
    picture: (name: string) => `“${name}” is no picture that the page can show: JPEG, PNG or WebP, at most 10 MB.`,
    tooManyPictures: 'An auction shows at most ten pictures.',
    confirm: 'Tick this first.',
    color: 'Choose a darker colour: this one is too light to be read.',
    email: 'Enter an e-mail address, such as sales@example.com.',
    url: 'Enter an address that begins with https://.',
  },
  /** Refusals of a whole form, by their code. */
  refusals: {
    auction_completed: 'The auction is over: it can no longer be changed or cancelled.',
    auction_settling:
      'A payment of this auction is being charged right now, so it cannot be cancelled. Look again in a minute.',
    reference_exists: 'Another of your auctions has this reference.',
    field_locked: 'While an auction is open, only its title and its minimum can be changed.',
    idempotency_key_in_use: 'This form is being worked on already. Look again in a moment.',
    idempotency_key_reused:
      'You have sent this form before, with other content, and that counted. Send it again if you mean a second one.',
    picture_limit: 'You have as many pictures as a seller may have. Remove some from old auctions.',
    payments_unavailable:
      'You cannot list items yet: no payment provider is connected. Ask the operator of the service.',
    test_mode_only: 'This is for test sellers only: time is real where money is.',
    rate_limited: 'Too many requests. Wait a minute, and try again.',
    unavailable: 'The service cannot answer this right now. Try again in a moment.',
    internal_error: 'Something went wrong on our side. Try again in a moment.',
  } satisfies Partial<Record<RefusalCode, string>>,
};

/** What each catalogue has to have: a key too few or too many is a type error. */
export type SellerWords = typeof en;
