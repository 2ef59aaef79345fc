import type { Parameters } from '#one-statement/parameters.ts';
import type { Language } from '../../../core/languages.ts';
import { maxTitleLength } from '../../../core/limits.ts';
import { inboxUrl } from '../../../auctions/mail/message-links.ts';
import { logoOfProfile, onePicture, type Picture } from '../../../auctions/presentation/auction-presentation.ts';
import { sendEmailConfirmation } from '../../../auctions/presentation/confirm-seller-email.ts';
import {
  type AskWinnerFor,
  type EmailState,
  type SellerNews,
  findSellerProfile,
  type LotsPage,
  lotsPath,
  profileOfAuction,
  profileProperties,
  type SellerProfile,
} from '../../../auctions/presentation/seller-profile.ts';
import {
  maxEmbedOrigins,
  maxSellerTextLength,
  namesOfProfile,
  profileInput,
  updateSellerProfile,
} from '../../../auctions/presentation/update-seller-profile.ts';
import { readSelected } from '../read-selected.ts';
import { Auction } from './auction.ts';
import { maxWebAddressLength } from '../../../core/web-address.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder, shownToAll } from '../builder.ts';
import { enumInCapitals, enumOf } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { identify } from './node.ts';
import { richText } from './presentation-input.ts';
import { viewerOf } from '../context.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId, pictureTypes } from './object-id.ts';
import { Logo } from './pictures.ts';

const PageLanguage = enumInCapitals<Language>('PageLanguage', 'A language of the auction page.', {
  en: 'English.',
  de: 'German.',
  es: 'Spanish.',
  ar: 'Arabic, from right to left.',
});

const LotsPageEnum = enumOf<LotsPage>('LotsPage', "The visibility of the page of a seller's open lots.", {
  HIDDEN: 'Nobody: there is no such page.',
  SHARED: 'Those who have its address. Search engines are asked to leave it out.',
  INDEXED: 'Those who search the web, too: the page, and those of your auctions.',
});

const EmailStateEnum = enumOf<EmailState>('EmailState', 'Whether messages reach the address in your profile.', {
  UNCONFIRMED: 'Nobody has pressed the button yet that confirms it.',
  CONFIRMED: 'It gets your messages.',
  ENDED:
    'Somebody has ended messages to it with the link in one of them: news does not go there, and no message that asks to confirm it.',
  UNREACHABLE: 'Its mail server refuses messages: for 90 days nothing is sent there.',
});

const SellerNewsEnum = enumOf<SellerNews>('SellerNews', 'A message to you that you can end by itself.', {
  DELIVERY_DETAILS: 'The winner of an auction has said where the item goes.',
  FIRST_BID: 'An auction has its first bid.',
  ENDS_TOMORROW: 'An auction of two days or more ends within 24 hours.',
  ENDPOINT_DISABLED: 'A webhook endpoint of yours is disabled.',
});

const AskWinnerForEnum = enumOf<AskWinnerFor>(
  'AskWinnerFor',
  'The details that the page of an auction asks its winner for.',
  {
    NONE: 'Nothing.',
    CONTACT: 'A name and a telephone number.',
    DELIVERY: 'A name, an address and a telephone number.',
  },
);

export const SellerProfileRef = builder.objectRef<SellerProfile>('SellerProfile').implement({
  sql: { columns: () => profileProperties, keys: ['sellerId', 'language'] },
  description: 'A seller as bidders see it on the pages of all its auctions.',
  fields: exposed((t) => ({
    displayName: [orNull('String'), 'Shown instead of the name in the account; null: that name is shown.', shownToAll],
    accentColor: [orNull('String'), "The color of buttons and links, as `#rrggbb`; null: the page's own.", shownToAll],
    contact: [orNull('String'), `The contact for bidders; null: you have set none. ${richText}`, shownToAll],
    terms: [orNull('String'), `Your terms of sale; null: you have set none. ${richText}`, shownToAll],
    returnAddress: [
      orNull('String'),
      `The address for returned items; null: you have set none. ${richText}`,
      shownToAll,
    ],
    imprint: [orNull('String'), `Your imprint: who you are by law; null: you have set none. ${richText}`, shownToAll],
    privacy: [orNull('String'), `How you treat the data of bidders; null: you have set none. ${richText}`, shownToAll],
    shipping: [
      orNull('String'),
      `How an item reaches its winner, and at what cost; null: you have set none. ${richText}`,
      shownToAll,
    ],
    shopUrl: [
      orNull('String'),
      'The address of your shop, which your name on the pages leads to; null: you have set none.',
      shownToAll,
    ],
    logo: t.field({
      access: { public: [] },
      sql: { from: logoOfProfile },
      type: Logo,
      nullable: true,
      description: 'The picture that stands next to your name; null: you have set none.',
      resolve: (profile, _, context, info) => {
        const { logoPictureId } = profile;
        if (logoPictureId === null) return null;
        const source = (parameter: Parameters) => onePicture(logoPictureId, parameter);
        return readSelected<Picture>(context, info, source);
      },
    }),
    language: [
      orNull(PageLanguage),
      'The language of your pages for a bidder who has chosen none and whose browser asks for none that the page has; null: English.',
      shownToAll,
    ],
    email: [orNull('String'), 'The address for messages about your sales; null: you get none. Bidders never see it.'],
    emailState: [orNull(EmailStateEnum), 'Whether messages reach `email`; null without an address.'],
    confirmedEmail: [
      orNull('String'),
      'The address that your messages go to: the last one that was confirmed. A new `email` takes its place once it is confirmed. null: until then, only messages about money go to `email`.',
    ],
    news: [[SellerNewsEnum], 'The news that goes to `confirmedEmail`, besides messages about money and keys.'],
    timeZone: [orNull('String'), 'The zone of the times in messages to you; null: UTC.'],
    lotsPage: [LotsPageEnum, 'The visibility of the page of your open lots.', shownToAll],
    showsSoldLots: [
      'Boolean',
      'Whether that page also shows the auctions that were sold in the last four weeks, with their prices.',
      shownToAll,
    ],
    askWinnerFor: [
      AskWinnerForEnum,
      'The details that the page asks the winner for, once the bid is charged: `deliveryDetails` of the auction.',
    ],
    embedOrigins: [['String'], 'The origins of the pages that may show your auctions in a frame.'],
    lotsUrl: t.string({
      access: { public: [] },
      sql: { text: ({ publicUrl }) => [publicUrl + lotsPath(''), { property: 'sellerId' }] },
      description: 'The page of your open and upcoming auctions. It leads nowhere while `lotsPage` is `HIDDEN`.',
      resolve: ({ sellerId }, _, { deps }) => deps.config.publicUrl + lotsPath(sellerId),
    }),
    inboxUrl: t.string({
      nullable: true,
      description:
        'In test mode, a page with the messages to your bidders and to you, none of which is sent. Everybody who has the address sees them. null for a live seller.',
      resolve: ({ sellerId }, _, context) => {
        const viewer = viewerOf(context);
        return viewer.mode === 'test' && viewer.sellerId === sellerId ? inboxUrl(context.deps.config, sellerId) : null;
      },
    }),
  })),
});

identify(SellerProfileRef, {
  by: 'sellerId',
  access: { scope: 'auctions:read', public: [] },
  find: async (id, context) => {
    const { sellerId } = viewerOf(context);
    return id === sellerId ? await findSellerProfile(context.deps.db, { sellerId }) : null;
  },
});

builder.prismaObjectFields(Auction, (t) => ({
  seller: t.field({
    access: { public: [] },
    sql: { from: profileOfAuction },
    type: SellerProfileRef,
    description: 'The seller of the auction, as bidders see it.',
  }),
}));

builder.queryFields((t) => ({
  sellerProfile: t.field({
    access: { scope: 'auctions:read' },
    type: SellerProfileRef,
    description: 'Reads your profile.',
    resolve: (_, __, context) => findSellerProfile(context.deps.db, viewerOf(context)),
  }),
}));

const sellerText = `${richText} At most ${maxSellerTextLength} characters; null removes it.`;

mutation('updateSellerProfile', {
  access: { scope: 'auctions:write' },
  description: 'Changes how the pages of all your auctions show you: all that is named or nothing.',
  input: (t) => ({
    displayName: t.string({
      description: `Your name for bidders, 1 to ${maxTitleLength} characters; null removes it.`,
    }),
    accentColor: t.string({
      description:
        'A color as `#rrggbb`, dark enough to be read on the light page (4.5 to 1); the dark page gets a lighter shade of it. null removes it.',
    }),
    contact: t.string({ description: `The contact for bidders. ${sellerText}` }),
    terms: t.string({ description: `Your terms of sale. ${sellerText}` }),
    logoPictureId: t.field({ ...objectId(...pictureTypes), description: 'An uploaded picture; null removes it.' }),
    language: t.field({
      type: PageLanguage,
      description:
        "The language of your pages where neither the bidder nor the bidder's browser chooses one; null removes it.",
    }),
    returnAddress: t.string({ description: `The address for returned items. ${sellerText}` }),
    imprint: t.string({ description: `Your imprint: who you are by law. ${sellerText}` }),
    privacy: t.string({ description: `How you treat the data of bidders. ${sellerText}` }),
    email: t.string({
      description:
        'An e-mail address for messages about your sales. A message with a link goes there, and all others only after somebody has pressed the button behind that link. null removes it.',
    }),
    news: t.field({
      type: [SellerNewsEnum],
      description:
        'The news that you want as messages; an empty list, or null: none. Naming one begins news again that was ended with the link in a message.',
    }),
    timeZone: t.string({
      description: 'The zone of the times in messages to you, such as `Europe/Vienna`; null: UTC.',
    }),
    shipping: t.string({ description: `How an item reaches its winner, and at what cost. ${sellerText}` }),
    lotsPage: t.field({
      type: LotsPageEnum,
      description: 'The visibility of the page of your open lots; null: nobody.',
    }),
    showsSoldLots: t.boolean({
      description:
        'Whether that page also shows the auctions that were sold in the last four weeks, with their prices; null: no.',
    }),
    askWinnerFor: t.field({
      type: AskWinnerForEnum,
      description: 'The details that the page asks the winner for, once the bid is charged; null: nothing.',
    }),
    embedOrigins: t.stringList({
      description: `The origins of the pages that may show your auctions in a frame, such as \`https://shop.example\`, at most ${maxEmbedOrigins}; of a test seller also such as \`http://localhost:3000\`. An empty list, or null: none.`,
    }),
    shopUrl: t.string({
      description: `The address of your shop, at most ${maxWebAddressLength} characters that begin with \`https://\`; your name on the pages leads to it. null removes it.`,
    }),
  }),
  nullRemoves: namesOfProfile,
  refuses: { check: checkedBy(({ viewer }) => profileInput(viewer.mode)) },
  resolve: (changes, context) => updateSellerProfile(context.deps, viewerOf(context), changes),
  payload: payloadOf('sellerProfile', SellerProfileRef, 'Your profile.'),
});

mutation('sendEmailConfirmation', {
  access: { scope: 'auctions:write' },
  description:
    'Sends the message with the link that confirms `email` of your profile once more, at most three within 24 hours. An address that has bounced is tried again.',
  refuses: { codes: ['invalid_request'] },
  resolve: (_, context) => sendEmailConfirmation(context.deps, viewerOf(context)),
  payload: payloadOf('sellerProfile', SellerProfileRef, 'Your profile.'),
});
