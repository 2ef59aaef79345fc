import { aborted, wait } from './forms.js';
import { refresh, takesPart } from './refresh.js';
import { auction, setClock, write } from './show.js';
import { dates, dollars, fill, typedMoney, words } from './words.js';

// The service says every two seconds that it is there.
const staleAfterMs = 5000;
let lastHeard = performance.now();
let isStale = false;

function heard() {
  lastHeard = performance.now();
  if (!isStale) return;
  markStale();
  void refresh(0);
}

/** Says that the numbers are old, while nothing comes. */
export function markStale() {
  const silentMs = performance.now() - lastHeard;
  isStale = silentMs > staleAfterMs && !document.hidden;
  const note = document.getElementById('stale');
  if (auction().classList.contains('stale') === isStale) return;
  auction().classList.toggle('stale', isStale);
  const since = new Intl.DateTimeFormat(dates, { timeStyle: 'medium', numberingSystem: 'latn' }).format(
    Date.now() - silentMs,
  );
  note.textContent = isStale ? fill(words.stale, { time: since }) : '';
  note.hidden = !isStale;
}

// Over HTTP/1.1 a browser has six connections to a site, whatever the number of its tabs and windows. Three shown ones hold a stream of
// events, and one hidden one whose bidder takes part: two connections are left for pages and bids.
function turnsOf(isHidden) {
  return isHidden ? ['hidden stream'] : ['stream 1', 'stream 2', 'stream 3'];
}

/** Runs `use` as soon as one of the turns is free in this browser, and keeps that turn until the signal. */
function takeTurn(turns, signal, use) {
  if (!navigator.locks) return void (document.hidden || use());
  const waiting = new AbortController();
  const take = () => {
    // Two turns may become free in the same instant.
    if (waiting.signal.aborted) return undefined;
    waiting.abort();
    use();
    return aborted(signal);
  };
  const options = { signal: AbortSignal.any([signal, waiting.signal]) };
  for (const turn of turns) navigator.locks.request(turn, options, take).catch(() => undefined);
}

/** Follows the auction: by a stream of events where this tab has a turn, by asking now and then where it has none. */
export function followAuction() {
  // When a process dies, thousands lose their events in the same instant.
  const pollMs = 2000 + Math.random() * 1000;
  const hiddenPollMs = 10000 + Math.random() * 5000;
  let polling;
  const poll = async () => {
    if (!auction()) return;
    const answer = await fetch(auction().dataset.state, { signal: AbortSignal.timeout(4000) });
    if (answer.ok) onState(await answer.json());
  };
  const pollEvery = (ms) => {
    clearInterval(polling);
    polling = ms === null ? undefined : setInterval(() => poll().catch(() => undefined), ms);
  };
  let events;
  const listen = () => {
    if (events && events.readyState !== EventSource.CLOSED) return;
    events = new EventSource(auction().dataset.events);
    const begun = performance.now();
    events.addEventListener('heartbeat', heard);
    events.addEventListener('message', ({ data }) => {
      pollEvery(null);
      onState(JSON.parse(data));
    });
    events.addEventListener('error', () => {
      // It tries again by itself, unless it was refused; meanwhile the state is asked for.
      if (polling === undefined) pollEvery(pollMs);
      if (events.readyState !== EventSource.CLOSED || document.hidden) return;
      setTimeout(() => auction() && !document.hidden && listen(), Math.max(0, begun + 20000 - performance.now()));
    });
  };
  let turn;
  const follow = () => {
    turn?.abort();
    events?.close();
    pollEvery(document.hidden ? hiddenPollMs : pollMs);
    if (document.hidden && !takesPart()) return;
    turn = new AbortController();
    takeTurn(turnsOf(document.hidden), turn.signal, listen);
  };
  follow();
  // A connection that is silent without an error does not try again by itself.
  setInterval(() => {
    if (isStale && auction() && !document.hidden && polling === undefined) pollEvery(pollMs);
  }, 1000);
  // While a device sleeps, its clocks may stand still.
  document.addEventListener('visibilitychange', () => {
    if (!auction()) return;
    follow();
    if (document.hidden) return;
    poll().catch(() => undefined);
    void refresh(0);
  });
  // Nobody announces that a bank has answered, or that a hold was released.
  setInterval(() => {
    if (auction()?.dataset.undecided) void refresh(0);
  }, 4000);
}

let known = null;

/** The numbers at once; whatever else follows from them, from the page. */
function onState(state) {
  const main = auction();
  if (!main) return;
  setClock(state.nowMs);
  heard();
  // Before the first event, the state that the server has written into the page.
  const before = known ?? JSON.parse(main.dataset.known);
  known = state;
  const hasChanged = (name) => state[name] !== before[name];
  setText('bidCount', String(state.bidCount));
  if (state.head !== null) setText('head', state.head);
  setText('minimum', dollars(state.minimumInCents));
  if (state.leadingInCents !== null) {
    setText('leading', dollars(state.leadingInCents));
    if (hasChanged('leadingInCents')) showNews('leading');
  }
  if (hasChanged('leadingBidder')) sayOutbid(before, state);
  if (hasChanged('endsAtMs') && state.phase === 'open') moveEnd(before.endsAtMs, state.endsAtMs);

  showChips(state);
  const turned =
    state.phase !== main.dataset.phase || hasChanged('title') || hasChanged('endsAtMs') || hasChanged('startsAtMs');
  const hasBids = hasChanged('bidCount') || hasChanged('leadingInCents');
  // The first bid changes sentences; a bidder of this browser wants to know who leads.
  if (turned || (hasBids && (before.bidCount === 0 || takesPart()))) refreshTurned(0);
  // Nobody waits for the chart, and a thousand who watch do not all ask in the same instant.
  else if (hasBids || hasChanged('minimumInCents')) void refreshOnce('chart', 5000 + Math.random() * 15000);
}

/** Counts on to the new end at once; the sentences about it come with the page. */
function moveEnd(before, endsAtMs) {
  for (const timer of auction().querySelectorAll(`[data-until='${before}']`)) timer.dataset.until = endsAtMs;
  const note = document.getElementById('ends');
  if (note?.dataset.window) note.dataset.window = Number(note.dataset.window) + endsAtMs - before;
  if (note?.firstElementChild) note.firstElementChild.hidden = true;
}

/** Says at once that another bidder leads now; what follows from it comes with the page. */
function sayOutbid(before, state) {
  const own = auction().dataset.own.split(' ').map(Number);
  if (!own.includes(before.leadingBidder) || own.includes(state.leadingBidder)) return;
  setText('state', fill(words.outbidBy, { difference: dollars(state.leadingInCents - before.leadingInCents) }));
  for (const each of auction().querySelectorAll('[data-live=state]'))
    each.closest('.good')?.classList.replace('good', 'warn');
}

/** Offers amounts that lead now. */
function showChips({ raisesInCents }) {
  const chips = document.getElementById('chips');
  if (!chips || chips.children.length !== raisesInCents.length) return;
  for (const [index, chip] of [...chips.children].entries()) {
    const cents = raisesInCents[index];
    chip.dataset.amount = typedMoney.format(cents / 100);
    write(chip, dollars(cents));
  }
}

function setText(name, text) {
  for (const element of auction().querySelectorAll(`[data-live=${name}]`)) write(element, text);
}

/** Lets what has changed pulse once. */
function showNews(name) {
  for (const element of auction().querySelectorAll(`[data-live=${name}]`)) {
    element.classList.remove('news');
    requestAnimationFrame(() => element.classList.add('news'));
  }
}

/** Shows a turn of the auction: at once to a bidder who takes part. Thousands who only watch ask at different instants. */
export function refreshTurned(afterMs) {
  if (takesPart()) void refresh(afterMs);
  else void refreshOnce('turn', afterMs + Math.random() * (known?.spreadMs ?? 0));
}

const waiting = new Set();

/** Refreshes the page after a time, unless the same reason waits already. */
async function refreshOnce(reason, afterMs) {
  if (waiting.has(reason)) return;
  waiting.add(reason);
  await wait(afterMs);
  waiting.delete(reason);
  await refresh(0);
}
