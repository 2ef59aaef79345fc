import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { ready } from '../../core/html-page.ts';
import { isLanguage } from '../../core/languages.ts';
import { isTimeZone } from '../../core/language-formats.ts';
import type { RefusalCode } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { SellerWords } from '../../../locales/words.ts';
import { locales } from '../auction/locale.ts';
import type { Html } from '../auction/views/layout.ts';
import { findChanges, type Proof, proofField, readProof, writeProof } from './form-proof.ts';
import { refusalWords } from './mutation-form.ts';
import type { SellerDeps } from './seller-deps.ts';
import type { SellerPage, Sent, Typed, Visit } from './seller-page.ts';
import { send, sendMessage, sendRefused, sendSignIn } from './send-seller-page.ts';
import { missingParts, sellerLayout } from './views/seller-layout.ts';

/** Names what a form has just done, for the page that follows. */
const doneCookie = 'done';

const endsSession = new Set<RefusalCode>(['invalid_api_key', 'seller_suspended']);

export const nothingSent: Sent = { form: null, fields: new Map(), faults: [], answer: null, proof: null, changes: [] };

/** Reads the document of a page with the seller's key, and sends its view. */
export async function answerPage(
  visit: Visit,
  deps: SellerDeps,
  page: SellerPage,
  sent: Sent,
  notice: Html | '' = '',
): Promise<Response> {
  const { c, viewer, words } = visit;
  const ids = c.req.param() as Record<string, string>;
  if (!Object.values(ids).every(isUuid)) return await sendMessage(c, deps, 404, 'notFound');
  const { data, errors } = await readPage(visit, page);
  // The key was revoked, or its seller suspended, in this instant: the statement of the document checks it again.
  if (errors.some(({ code }) => endsSession.has(code))) return await sendSignIn(c, deps, 401);
  // The documents are the service's own: an input that is invalid, such as a cursor, comes from the address.
  const leadsNowhere = errors.some(({ code }) => code.endsWith('_not_found') || code === 'invalid_request');
  if (leadsNowhere) return await sendMessage(c, deps, 404, 'notFound');
  const [refused] = errors;
  const hasNoField = data === null || Object.values(data).every((field) => field === null);
  if (refused !== undefined && hasNoField) {
    const why = refusalWords(words, refused);
    return await sendRefused(visit, deps, { page, title: words.places[page.place], code: refused.code, why });
  }
  const { title, main } = page.view(visit, data!, sent);
  const notices = [notice, doneNotice(visit, deps), missingParts(visit, errors), faultsWithoutForm(main, sent)];
  const status = sent.faults.length > 0 ? 422 : sent.changes.length > 0 ? 409 : 200;
  return await send(c, deps, { status, title, main: sellerLayout(visit, page, html`${notices}${main}`) }, viewer);
}

function readPage(visit: Visit, page: SellerPage) {
  return visit.run<never>(page.document, { ...visit.c.req.param(), ...page.variables?.(visit) });
}

/** Finds what has changed since a form was drawn: draws the page as it is now, in the zone and the language of the form. */
export async function changesSince(visit: Visit, page: SellerPage, typed: Typed, { zone, language, shown }: Proof) {
  const none = { changes: [], typed, proof: typed.fields.get(proofField)! };
  if (shown === undefined) return none;
  const drawing: Visit = {
    ...visit,
    zone: isTimeZone(zone) ? zone : visit.zone,
    locale: isLanguage(language) ? locales[language] : visit.locale,
    drawn: new Map(),
  };
  const { data } = await readPage(drawing, page);
  if (data === null || Object.values(data).every((field) => field === null)) return none;
  page.view(drawing, data, nothingSent);
  const fields = drawing.drawn.get(typed.fields.get('form')!);
  if (fields === undefined) return none;
  const found = findChanges(typed, shown, fields);
  return found.changes.length === 0 ? none : { ...found, proof: writeProof(drawing, fields) };
}

/** Checks whether a form was drawn for another seller. */
export function isOfOther(proof: Proof | null, { viewer }: Pick<Visit, 'viewer'>): boolean {
  return proof !== null && proof.seller !== viewer.sellerId;
}

/** Sends a form of a page, and answers with its outcome. */
export async function sendForm(visit: Visit, deps: SellerDeps, page: SellerPage, typed: Typed): Promise<Response> {
  const { c, words } = visit;
  const name = typed.fields.get('form')!;
  const form = Object.hasOwn(page.forms ?? {}, name) ? page.forms![name] : undefined;
  if (form === undefined) return await sendMessage(c, deps, 400, 'unreadable');
  const proof = readProof(typed);
  if (isOfOther(proof, visit)) return await sendMessage(c, deps, 409, 'otherSeller');
  const sent = { ...nothingSent, form: name };
  if (proof === null) {
    const faults = [{ field: '', detail: words.forms.lookAgain }];
    return await answerPage(visit, deps, page, { ...sent, fields: typed.fields, faults });
  }
  const since = await changesSince(visit, page, typed, proof);
  if (since.changes.length > 0) {
    return await answerPage(visit, deps, page, { ...sent, ...since, fields: since.typed.fields });
  }
  // Amounts are read as they were written, whatever language another tab has chosen since.
  const locale = isLanguage(proof.language) ? locales[proof.language] : visit.locale;
  const outcome = await form.send({ ...visit, locale }, typed);
  if ('answer' in outcome) return await answerPage(visit, deps, page, { ...nothingSent, answer: outcome.answer });
  if ('preview' in outcome) {
    const { preview, typed: shown } = outcome;
    return await answerPage(visit, deps, page, { ...sent, fields: shown.fields, proof: since.proof }, preview);
  }
  if ('faults' in outcome) {
    const { faults, typed: { fields } = typed } = outcome;
    return await answerPage(visit, deps, page, { ...sent, fields, faults, proof: since.proof });
  }
  const { next = c.req.path.slice('/seller'.length), done } = outcome;
  return goOn(visit, deps, next, done);
}

/** Leads on to a page below `/seller`, which says what was done. */
export function goOn(
  { c }: Visit,
  { base, cookie }: SellerDeps,
  next: string,
  done?: keyof SellerWords['done'],
): Response {
  if (done !== undefined) setCookie(c, doneCookie, done, { ...cookie, maxAge: 60 });
  return c.redirect(`${base}${next}`, 303);
}

/**
 * Says once what was just done, after the browser has gone on from a form. The word for it is in a cookie: an address could be kept, or
 * written by somebody else.
 */
export function doneNotice({ c, words: { done } }: Visit, { cookie }: SellerDeps): Html | '' {
  const name = getCookie(c, doneCookie);
  if (name === undefined || c.req.method !== 'GET' || c.req.header('live') !== undefined) return '';
  deleteCookie(c, doneCookie, cookie);
  if (!Object.hasOwn(done, name)) return '';
  return html`<p class="notice good" role="status">${done[name as keyof typeof done]}</p>`;
}

/** Says the faults of a form that the page does not show any more, such as one about an auction that is over by now. */
function faultsWithoutForm(main: Html, { form, faults }: Sent): Html | '' {
  if (faults.length === 0 || ready(main).includes(`id="form-${form}"`)) return '';
  return html`${faults.map(({ detail }) => html`<p class="notice bad" role="alert">${detail}</p>`)}`;
}
