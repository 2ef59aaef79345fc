import { html } from 'hono/html';
import { faultsIn } from '../../../core/check-input.ts';
import { isTimeZone } from '../../../core/language-formats.ts';
import { languages } from '../../../core/languages.ts';
import { maxTitleLength } from '../../../core/limits.ts';
import { maxWebAddressLength } from '../../../core/web-address.ts';
import { isolated } from '../../auction/views/isolated.ts';
import { type Html, languageNames } from '../../auction/views/layout.ts';
import { asksOfWinner, lotsPages, sellerNews } from '../../../auctions/presentation/seller-profile.ts';
import { maxSellerTextLength, profileInput } from '../../../auctions/presentation/update-seller-profile.ts';
import { ticked } from '../../form-fields.ts';
import { buttonForm } from '../form-proof.ts';
import { mutationForm, saidAt } from '../mutation-form.ts';
import type { MyProfileQuery } from '../generated/answers.ts';
import type { Given, Sent, SellerPage, Visit } from '../seller-page.ts';
import { thumbnail } from '../views/auction-parts.ts';
import { formOf } from '../views/form-of.ts';

type Data = Given<MyProfileQuery, 'sellerProfile'>;

const terms = ['terms', 'shipping', 'returnAddress', 'imprint', 'privacy'] as const;
const texts = ['contact', ...terms] as const;
const pageLanguages = languages.map((language) => [language.toUpperCase(), languageNames[language]] as const);
const ownColor = '#0b5d50';

/** Shows and changes how the pages of all auctions show the seller. */
export const profilePage: SellerPage<Data> = {
  route: '/profile',
  place: 'profile',
  document: `
query MyProfile {
  sellerProfile {
    displayName accentColor contact terms shipping returnAddress imprint privacy shopUrl
    email emailState confirmedEmail news timeZone logo { pictureId } language lotsPage lotsUrl showsSoldLots askWinnerFor
    embedOrigins
  }
  paymentAccount { accountId state requirements }
}`,
  view: (visit, { sellerProfile, paymentAccount }, sent) => {
    const { profile: words } = visit.words;
    const { news, timeZone, logo, ...profile } = sellerProfile;
    const { accentColor, lotsPage, lotsUrl } = profile;
    const form = formOf(visit, sent, 'profile', {
      ...profile,
      zone: timeZone ?? visit.zone,
      accentColor: accentColor ?? ownColor,
      embedOrigins: sellerProfile.embedOrigins.join('\n'),
      showsSoldLots: profile.showsSoldLots ? 'yes' : null,
      ...ticked('news', news),
    });
    const main = html`<h1>${words.heading}</h1>
<p>${words.intro}</p>
${messagesCard(visit, sellerProfile, sent)}
${form.form(
  html`<div class="card"><h2>${words.whoHeading}</h2>
${form.text({ name: 'displayName', label: words.displayName, hint: words.displayNameHint, isOptional: true, maxLength: maxTitleLength })}
${form.text({ name: 'contact', label: words.contact, hint: words.contactHint, isOptional: true, rows: 2, maxLength: maxSellerTextLength })}
<div class="two">
${form.text({ kind: 'email', name: 'email', label: words.email, hint: words.emailHint, isOptional: true })}
${form.text({ kind: 'url', name: 'shopUrl', label: words.shopUrl, hint: words.shopUrlHint, isOptional: true, maxLength: maxWebAddressLength })}
</div></div>
<div class="card">
${form.ticks({ name: 'news', label: words.newsHeading, hint: words.newsHint, options: sellerNews.map((each) => [each, words.news[each]] as const) })}
${form.zone(words.zone)}
</div>
<div class="card"><h2>${words.looksHeading}</h2>
${form.input({ type: 'color', name: 'accentColor', label: words.color, hint: words.colorHint })}
${accentColor === null ? '' : form.tick({ name: 'removeColor', label: words.removeColor })}
${logo === null ? '' : html`${thumbnail(visit, logo)}${form.tick({ name: 'removeLogo', label: words.removeLogo })}`}
${form.pictures({ name: 'logo', label: words.logo, hint: words.logoHint, isOptional: true })}
${form.select({ name: 'language', label: words.language, options: [['', words.noLanguage], ...pageLanguages] })}
</div>
<div class="card"><h2>${words.termsHeading}</h2><p class="hint">${words.termsHint}</p>
${terms.map((name) => form.text({ name, label: visit.locale.words.item[name], isOptional: true, rows: 3, maxLength: maxSellerTextLength }))}
</div>
<div class="card">
${form.choice({ name: 'lotsPage', label: words.lotsHeading, options: lotsPages.map((each) => [each, words.lots[each]] as const) })}
${form.tick({ name: 'showsSoldLots', label: words.showsSoldLots })}
${lotsPage === 'HIDDEN' ? '' : html`<p><a href="${lotsUrl}">${words.lotsLink}</a></p>`}
</div>
<div class="card">
${form.choice({ name: 'askWinnerFor', label: words.askHeading, options: asksOfWinner.map((each) => [each, words.asks[each]] as const) })}
</div>
<div class="card">
${form.text({ name: 'embedOrigins', label: words.embedOrigins, hint: words.embedOriginsHint, isOptional: true, rows: 2, maxLength: 1_000 })}
</div>
<button class="button">${words.save}</button>`,
)}
${accountCard(visit, paymentAccount, sent)}${programsCard(visit)}`;
    return { title: words.heading, main };
  },
  forms: {
    documents: {
      document: '',
      async send({ rememberDocuments }, { fields }) {
        rememberDocuments(fields.get('show') === 'yes');
        return await Promise.resolve({ done: 'profile' });
      },
    },
    account: mutationForm({
      mutation: 'createPaymentOnboardingLink',
      selects: 'paymentOnboardingLink { url }',
    }),
    confirm: mutationForm({
      mutation: 'sendEmailConfirmation',
      read: () => ({ variables: {} }),
      done: 'confirmationSent',
    }),
    profile: mutationForm({
      mutation: 'updateSellerProfile',
      async read(visit, typed) {
        const { fields, files } = typed;
        const [file] = files.get('logo') ?? [];
        const stored = file === undefined ? null : await visit.storePicture(file);
        const text = (name: string) => fields.get(name) || null;
        const named = ['displayName', 'shopUrl', 'email', ...texts].map((name) => [name, text(name)] as const);
        const zone = text('zone')?.trim() ?? null;
        if (zone !== null && isTimeZone(zone)) visit.rememberZone(zone);
        const logo = fields.has('removeLogo') ? { logoPictureId: null } : {};
        const variables = {
          ...Object.fromEntries(named),
          accentColor: fields.has('removeColor') || text('accentColor') === ownColor ? null : text('accentColor'),
          news: sellerNews.filter((each) => fields.has(`news-${each}`)),
          timeZone: zone,
          lotsPage: lotsPages.find((each) => each === fields.get('lotsPage')) ?? 'HIDDEN',
          showsSoldLots: fields.has('showsSoldLots'),
          askWinnerFor: asksOfWinner.find((each) => each === fields.get('askWinnerFor')) ?? 'NONE',
          embedOrigins: (fields.get('embedOrigins') ?? '').split(/\s+/).filter((origin) => origin !== ''),
          ...(stored !== null && 'pictureId' in stored ? { logoPictureId: stored.pictureId } : logo),
        };
        const language = pageLanguages.find(([tag]) => tag === fields.get('language'))?.[0] ?? null;
        if (stored === null || !('fault' in stored)) return { variables: { ...variables, language } };
        const others = saidAt(visit, faultsIn(profileInput(visit.viewer.mode), variables), profileFieldOf);
        return { variables, faults: [{ field: 'logo', detail: stored.fault }, ...others] };
      },
      fieldOf: profileFieldOf,
      invalid: { zone: 'zone', accentColor: 'color', email: 'email', shopUrl: 'url', embedOrigins: 'origin' },
      takesFiles: true,
      done: 'profile',
    }),
  },
};

/** The field of an argument of `updateSellerProfile`, by its pointer. */
function profileFieldOf(pointer: string): string {
  return pointer === '/timeZone' ? 'zone' : pointer.split('/')[1]!;
}

/** Lets those who write programs see the GraphQL document of each page, in this browser. */
function programsCard(visit: Visit): Html {
  const { document: words } = visit.words;
  const { seesDocuments: isShown } = visit;
  const button = html`<p><button class="button small secondary">${isShown ? words.hide : words.show}</button></p>`;
  return html`<section class="card" aria-labelledby="programs-heading"><h2 id="programs-heading">${words.heading}</h2><p class="hint">${words.hint}</p>
${buttonForm(visit, 'documents', { show: isShown ? 'no' : 'yes' }, button)}</section>`;
}

/** Shows the account that sales are paid into, and leads to its setup at the payment provider. */
function accountCard(visit: Visit, account: Data['paymentAccount'], sent: Sent): Html {
  const { account: words } = visit.words.profile;
  const { answer } = sent as { readonly answer: { readonly paymentOnboardingLink: { readonly url: string } } | null };
  const form = formOf(visit, sent, 'account');
  // A form that was sent twice gets a note in place of the address.
  const url = answer?.paymentOnboardingLink.url;
  const link = url === undefined || !URL.canParse(url) ? null : url;
  return html`<section class="card" id="account" aria-labelledby="account-heading"><h2 id="account-heading">${words.heading}</h2>
<p>${account === null ? words.none : words.states[account.state]}</p>
${account === null ? '' : html`<p class="hint">${isolated(account.accountId)}${account.requirements.length === 0 ? '' : html` · ${isolated(account.requirements.join(', '))}`}</p>`}
${link === null ? '' : html`<div class="notice good" role="status"><p>${words.ready}</p><p><a class="button small" href="${link}" rel="noreferrer">${words.goOn}</a></p></div>`}
${visit.viewer.scopes.has('payments:write') ? form.form(html`<p><button class="button small secondary">${account === null ? words.connect : words.again}</button></p>`) : html`<p class="hint">${visit.words.missingScope({ scope: 'payments:write' })}</p>`}</section>`;
}

/** Says whether messages reach the address of the profile, with the button that asks its owner once more. */
function messagesCard(visit: Visit, profile: Data['sellerProfile'], sent: Sent): Html {
  const { profile: words } = visit.words;
  const { email, emailState, confirmedEmail } = profile;
  if (email === null || emailState === null) return html``;
  const isEndedByOwner = emailState === 'ENDED' && confirmedEmail !== email;
  const isHeard = emailState === 'CONFIRMED' || emailState === 'ENDED';
  const shown = (address: string) => html`<b>${isolated(address)}</b>`;
  const again = formOf(visit, sent, 'confirm');
  const moneyThere = emailState === 'UNREACHABLE' ? '' : words.moneyUntilThen;
  const untilThen = confirmedEmail === null ? moneyThere : words.untilThen({ address: shown(confirmedEmail) });
  return html`<section class="card" aria-labelledby="messages-heading"><h2 id="messages-heading">${words.messagesHeading}</h2>
<p>${(isEndedByOwner ? words.endedByOwner : words.emailStates[emailState])({ address: shown(email) })}</p>
${confirmedEmail === email || untilThen === '' ? '' : html`<p>${untilThen}</p>`}
${isHeard ? '' : again.form(html`<p><button class="button small secondary">${visit.locale.words.news.here.waiting.button}</button></p>`)}</section>`;
}
