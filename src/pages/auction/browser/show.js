/** The part of the page about the auction; `null`: the page shows none. */
export const auction = () => document.getElementById('auction');

/** The seller's clock, from the last answer on; `performance.now()` goes on evenly whatever the device's clock says. */
let clock = null;
export const setClock = (nowMs, at = performance.now()) => (clock = { nowMs, at });
export const now = () => clock.nowMs + (performance.now() - clock.at);

/** Writes a text where it differs: a screen reader says what is written anew. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Reads a page, or a part of one, from the text of an answer. */
export const read = (text) => new DOMParser().parseFromString(text, 'text/html');

/** Shows another step of the page in place, and tells each script so. */
export function show(page) {
  const fresh = page.querySelector('main');
  showHead(page);
  document.querySelector('main').replaceWith(fresh);
  if (auction()) setClock(Number(auction().dataset.now));
  document.dispatchEvent(new Event('page-swapped'));
  const target = fresh.querySelector('[autofocus]');
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
}

/** The title, and the icon of the tab, which has the color of the bidder's state. */
export function showHead(page) {
  document.title = page.title;
  const [old, next] = [document, page].map((each) => each.querySelector('link[rel=icon]'));
  if (old.getAttribute('href') !== next.getAttribute('href')) old.replaceWith(next);
}

/** Shows the amount again, after *Back* at the card. */
export async function goBack() {
  if (!auction() || document.getElementById('amount')) return;
  const textOf = (answer) => (answer.ok ? answer.text() : null);
  const text = await fetch(auction().dataset.page)
    .then(textOf)
    .catch(() => null);
  if (text === null) location.reload();
  else show(read(text));
}
