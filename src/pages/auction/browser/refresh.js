import { wait } from './forms.js';
import { auction, read, setClock, showHead } from './show.js';
import { notify, say } from './tell.js';
import { fill, words } from './words.js';

/** Somebody bids here, has bid, or is about to. */
export function takesPart() {
  return Boolean(auction().querySelector('[data-bid]') || document.getElementById('bid-form')?.elements.amount?.value);
}

let refreshing = false;
let refreshAgain = false;
let lastRefresh = -Infinity;
const pauseMs = 700;

/** Takes every part but the form from a newer page: whatever is being typed stays as it is. */
export async function refresh(afterMs) {
  // Nobody looks at a hidden page, but for the title of a tab whose bidder takes part.
  if (!auction() || (document.hidden && !takesPart())) return;
  refreshAgain = true;
  if (refreshing) return;
  refreshing = true;
  while (refreshAgain) {
    await wait(Math.max(afterMs, lastRefresh + pauseMs - performance.now()));
    refreshAgain = false;
    // After a failure the next change or the next second tries again.
    await swapParts().catch(() => undefined);
    lastRefresh = performance.now();
  }
  refreshing = false;
}

const swapped = 'phase title figures ends status facts own-bids item bids bar amount-hint chips buy-now'.split(' ');

async function swapParts() {
  const main = auction();
  const answer = await fetch(main.dataset.page, { signal: AbortSignal.timeout(10000) });
  const page = read(await answer.text());
  const fresh = page.getElementById('auction');
  // A refusal has no such part. A form that was answered meanwhile has brought a newer page.
  if (!fresh || main !== auction()) return;
  const turned = fresh.dataset.phase !== main.dataset.phase;
  // A provider's own frame is set up as a page is loaded, and needs the headers of that page.
  if (turned && page.querySelector('[data-reloads]')) return location.reload();
  for (const name of ['phase', 'own', 'undecided']) main.dataset[name] = fresh.dataset[name];
  setClock(Number(fresh.dataset.now));
  const before = { states: bidStates(), extensions: extensions() };
  const keepsForm = turned ? keepForm(fresh) : [main, fresh].some((each) => each.querySelector('#bid form'));
  for (const id of [...swapped, ...(turned ? ['cards'] : []), ...(keepsForm ? [] : ['bid'])]) swap(id, page);
  showHead(page);
  document.dispatchEvent(new Event('parts-swapped'));
  announce(before, turned);
}

function swap(id, page) {
  const [old, next] = [document.getElementById(id), page.getElementById(id)];
  if (!old || !next || old.textContent === next.textContent) return;
  const hadFocus = old.contains(document.activeElement);
  const wasOpen = old.querySelector('details')?.open;
  next.querySelector('[autofocus]')?.removeAttribute('autofocus');
  // The announcer says what matters; a second voice for the same news would be too much.
  next.querySelector('#outcome')?.removeAttribute('role');
  old.replaceWith(next);
  if (wasOpen) next.querySelector('details')?.setAttribute('open', '');
  if (!hadFocus) return;
  next.tabIndex = -1;
  next.focus();
}

/** A form that somebody is filling in when time runs out stays, and says that it was not sent. */
function keepForm(fresh) {
  const form = document.getElementById('bid-form');
  if (!form || fresh.dataset.phase === 'open' || !form.elements.amount?.value || form.dataset.sent) return false;
  form.dataset.over = 'yes';
  const note = document.createElement('div');
  note.className = 'notice';
  note.id = 'over';
  note.setAttribute('role', 'status');
  note.textContent = fill(words.notSent, { phase: fresh.querySelector('#bid-heading').textContent });
  document.getElementById('over')?.remove();
  form.before(note);
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
  return true;
}

function bidStates() {
  return new Map([...auction().querySelectorAll('[data-bid]')].map(({ dataset }) => [dataset.bid, dataset.state]));
}

/** How often bids have moved the end. */
function extensions() {
  return Number(document.getElementById('ends')?.dataset.extensions ?? 0);
}

/** Announces to screen readers the changes that matter. */
function announce(before, turned) {
  const lost = [...bidStates()].some(
    ([bid, state]) => /outbid|tied/.test(state) && before.states.get(bid) === 'leading',
  );
  const amount = document.getElementById('leading')?.textContent;
  const text = [
    ...(turned ? [fill(words.turned, { phase: document.getElementById('phase').textContent })] : []),
    ...(lost ? [fill(words.outbid, { amount })] : []),
    ...(extensions() > before.extensions ? [document.querySelector('#ends span').textContent] : []),
  ].join(' ');
  if (!text) return;
  say(text);
  if (takesPart()) notify(auction().dataset.events, text);
}
