// Keeps an auction's page fresh: the numbers from events, everything else from the page itself, which the server renders
// anew. Nothing here decides anything; without this script the page works and only has to be reloaded.
let main = document.getElementById('auction');

// The words come in the page's language, and so do numbers and times. `{…}` stands for what is filled in.
const words = JSON.parse(document.body.dataset.words);
const { lang } = document.documentElement;
const money = new Intl.NumberFormat(words.numbers, { style: 'currency', currency: 'USD' });
const typedMoney = new Intl.NumberFormat(words.numbers, { minimumFractionDigits: 2, useGrouping: false });
const dollars = (cents) => money.format(cents / 100) + words.afterMoney;
const plural = new Intl.PluralRules(lang);
// The reader's own variant of the language, such as Austrian German.
const dates = navigator.languages?.find((tag) => tag.split('-', 1)[0] === lang) ?? words.numbers;
const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);

/** The seller's clock, from the last answer on; `performance.now()` goes on evenly whatever the device's clock says. */
let clock = null;
const setClock = (nowMs, at) => (clock = { nowMs, at });
const now = () => clock.nowMs + (performance.now() - clock.at);

// On a phone, a bar at the foot has a button of its own while the form's is out of sight.
const watchButton = new IntersectionObserver(
  (entries) => document.getElementById('bar')?.classList.toggle('idle', entries.at(-1).intersectionRatio > 0.9),
  // The bar hides the foot of the screen.
  { rootMargin: '0px 0px -72px 0px', threshold: 0.9 },
);

setUp(document);
document.addEventListener('click', (event) => {
  const { target } = event;
  if (target.dataset?.amount) {
    const amount = document.getElementById('amount');
    amount.value = target.dataset.amount;
    amount.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (target.dataset?.copy) void copy(target);
  if (target.matches?.('[data-notify]')) void Notification.requestPermission().then(offerNotices);
  if (target.closest('#bar a')) pressBar(event);
  const slide = target.closest('#pictures li');
  if (slide) enlarge(slide, event);
  if (target.closest('.dots a')) showPicture(target.closest('a').hash, event);
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') document.querySelector('.enlarged')?.classList.remove('enlarged');
});
// A page from the browser's back cache has a form that was sent before.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
const clocked = document.querySelector('main[data-now]');
if (clocked) {
  const [navigation] = performance.getEntriesByType('navigation');
  setClock(Number(clocked.dataset.now), navigation?.responseStart ?? 0);
  if (main) followAuction();
  setInterval(tick, 250);
}

/** Brings a page, or the part that replaces it, to life. */
function setUp(root) {
  showLocalTimes(root);
  guardForms(root);
  keepTyped();
  followForm();
  followPictures();
  offerNotices();
}

function followForm() {
  watchButton.disconnect();
  const button = document.querySelector('#bid-form .go button');
  if (button) watchButton.observe(button);
}

/** The bar stays above the keyboard, which covers the foot of the page on some phones. */
const viewport = globalThis.visualViewport;
viewport?.addEventListener('resize', placeBar);
viewport?.addEventListener('scroll', placeBar);
function placeBar() {
  const covered = viewport.scale > 1.01 ? 0 : Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
  document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
}

/** Sends the form that somebody is filling in; leads to it otherwise. */
function pressBar(event) {
  const form = document.getElementById('bid-form');
  if (!form) return;
  event.preventDefault();
  if (form.contains(document.activeElement)) return form.requestSubmit(form.querySelector('.go button'));
  form.scrollIntoView({ block: 'center' });
  form.querySelector('input:not([type=hidden])')?.focus({ preventScroll: true });
}

/** Enlarges a picture in its place, around the point that was pressed; the next press makes it small again. */
function enlarge(slide, event) {
  event.preventDefault();
  const box = slide.getBoundingClientRect();
  const [x, y] = [
    (event.clientX || box.left + box.width / 2) - box.left,
    (event.clientY || box.top + box.height / 2) - box.top,
  ];
  if (!slide.classList.toggle('enlarged')) return;
  for (const source of slide.querySelectorAll('[sizes]')) source.sizes = '1600px';
  slide.scrollTo({ left: x * 2.5 - box.width / 2, top: y * 2.5 - box.height / 2, behavior: 'instant' });
}

function showPicture(hash, event) {
  event.preventDefault();
  const slide = document.querySelector(hash);
  slide.parentElement.scrollTo({ left: slide.offsetLeft - slide.parentElement.offsetLeft });
}

/** Marks the dot of the picture that is shown. */
function followPictures() {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const dot = document.querySelector(`.dots [href='#${target.id}']`);
        if (isIntersecting) dot?.setAttribute('aria-current', 'true');
        else dot?.removeAttribute('aria-current');
        if (!isIntersecting) target.classList.remove('enlarged');
      }
    },
    { threshold: 0.6 },
  );
  for (const slide of document.querySelectorAll('#pictures li')) watch.observe(slide);
}

/** Puts the reader's own time, with the name of its zone, before each time in UTC. */
function showLocalTimes(root) {
  const format = new Intl.DateTimeFormat(dates, {
    numberingSystem: 'latn',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  if (/^(UTC|GMT)$/.test(Intl.DateTimeFormat().resolvedOptions().timeZone)) return;
  // The style has kept room for it, so that nothing moves.
  for (const time of root.querySelectorAll('.when time:not(:has(.local))')) {
    const [local, utc] = [document.createElement('span'), document.createElement('span')];
    local.className = 'local';
    local.textContent = `${format.format(new Date(time.dateTime))} `;
    utc.className = 'utc';
    utc.append(...time.childNodes);
    time.append(local, utc);
  }
}

/** A second tap sends nothing; the server would count it once anyway. */
function guardForms(root) {
  for (const form of root.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent || form.dataset.over) return event.preventDefault();
      if (event.defaultPrevented) return;
      event.preventDefault();
      void sendForm(form, event.submitter ?? form.querySelector('button'));
    });
  }
}

// A network's pause is over by then, or somebody has to look.
const tryAgainForMs = 120000;

/**
 * Sends a form, and again while the service cannot be reached: a browser's own error page would lose what was typed. The
 * form's token makes one bid of any number of tries.
 */
async function sendForm(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  // Messages about the bid say its end by the bidder's clock.
  if (form.id === 'bid-form') body.set('timeZone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  const label = button.textContent;
  const { signal, stop } = stoppable();
  form.dataset.sent = 'yes';
  // A disabled button would take its value, and the keyboard's place, away.
  button.setAttribute('aria-disabled', 'true');
  if (button.dataset.busy) button.textContent = button.dataset.busy;
  const begun = performance.now();
  for (;;) {
    const answer = await ask(form, body, signal);
    if (answer?.status === 429) return keepForLater(answer.text, form, button, label);
    if (answer !== null) return showAnswer(answer);
    if (signal.aborted || performance.now() - begun > tryAgainForMs) break;
    button.textContent = words.waitingForConnection;
    noteOn(form, words.keptAndSent, stop);
    await Promise.race([wait(2000), aborted(signal)]);
  }
  noteOn(form, signal.aborted ? words.stopped : words.kept);
  release(form, button, label);
}

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const aborted = (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

/** @returns what the service answered; `null` where it could not be reached */
async function ask(form, body, signal) {
  try {
    const headers = { accept: 'application/json, text/html' };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(30000)]);
    const answer = await fetch(form.action, { method: 'POST', body, headers, signal: limit });
    if ([502, 503, 504].includes(answer.status)) return null;
    return { status: answer.status, url: answer.url, redirected: answer.redirected, text: await answer.text() };
  } catch {
    return null;
  }
}

/**
 * Says next to the form's button what has become of the form.
 *
 * @param stop ends the tries; absent: nothing is tried
 */
function noteOn(form, text, stop) {
  const note = form.querySelector('.send-note') ?? document.createElement('div');
  if (!note.isConnected) {
    note.className = 'send-note';
    note.innerHTML = '<p class="fault" role="status"></p>';
    (form.querySelector('.go') ?? form).append(note);
  }
  const line = note.firstElementChild;
  if (line.textContent !== text) line.textContent = text;
  if (stop === undefined) return note.querySelector('button')?.remove();
  if (note.querySelector('button')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button secondary';
  button.textContent = words.stop;
  button.addEventListener('click', stop);
  note.append(button);
}

/** Too many forms have come: the form stays as it is, with its card, and says when it may be sent again. */
function keepForLater(text, form, button, label) {
  const limit = new DOMParser().parseFromString(text, 'text/html').getElementById('limit');
  noteOn(form, limit?.textContent ?? words.tooMany);
  release(form, button, label);
}

function release(form, button, label) {
  delete form.dataset.sent;
  button.removeAttribute('aria-disabled');
  button.textContent = label;
}

function showAnswer({ redirected, url, text }) {
  if (redirected) return leave(url);
  if (text.startsWith('{')) return leave(JSON.parse(text).next);
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.querySelector('main');
  // The card is a step of its own: *Back* leads to the amount.
  const isAtCard = fresh.querySelector('#bid-form [name=confirmed]') !== null;
  if (isAtCard && history.state?.step !== 'card') history.pushState({ step: 'card' }, '');
  else if (!isAtCard && history.state?.step === 'card') history.replaceState(null, '');
  show(page, fresh);
}

/** Goes where the sent form leads; nothing of it has to be typed again. */
function leave(url) {
  sessionStorage.removeItem(typedKey());
  location.assign(url);
}

function show(page, fresh) {
  document.title = page.title;
  showIcon(page);
  document.querySelector('main').replaceWith(fresh);
  main = document.getElementById('auction');
  if (main) setClock(Number(main.dataset.now), performance.now());
  setUp(fresh);
  const target = fresh.querySelector('[autofocus]');
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
  document.dispatchEvent(new Event('page-swapped'));
}

addEventListener('popstate', () => void goBack());

/** Shows the amount again, after *Back* at the card. */
async function goBack() {
  if (!main || document.getElementById('amount')) return;
  const read = (answer) => (answer.ok ? answer.text() : null);
  const text = await fetch(main.dataset.page)
    .then(read)
    .catch(() => null);
  if (text === null) return location.reload();
  const page = new DOMParser().parseFromString(text, 'text/html');
  show(page, page.querySelector('main'));
}

/** Keeps the typed values in this tab: a reload, another language or a visit elsewhere would lose them. */
function keepTyped() {
  const form = document.getElementById('bid-form');
  const fields = ['amount', 'email'].map((name) => document.getElementById(name)).filter(Boolean);
  if (!form || fields.length === 0) return;
  const kept = JSON.parse(sessionStorage.getItem(typedKey()) ?? '{}');
  for (const field of fields) {
    if (!field.value && kept[field.name]) field.value = kept[field.name];
  }
  form.addEventListener('input', () => {
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    sessionStorage.setItem(typedKey(), JSON.stringify(typed));
  });
}

function typedKey() {
  return `typed ${location.pathname.split('/bids')[0]}`;
}

// The announcer says each of these once as the end nears.
const reminders = [
  [300000, words.fiveMinutes],
  [60000, words.lastMinute],
  [10000, words.tenSeconds],
];
let lastLeft = Infinity;

function tick() {
  const timers = document.querySelectorAll('[data-until]');
  const leftOf = (timer) => Number(timer.dataset.until) - now();
  for (const timer of timers) {
    const text = duration(leftOf(timer));
    if (timer.textContent !== text) timer.textContent = text;
  }
  if (!main) return;
  markStale();
  tellAgo();
  followWindow();
  if (timers.length === 0) return;
  const left = leftOf(timers[0]);
  for (const timer of timers) timer.classList.toggle('last', main.dataset.phase === 'open' && left <= 60000);
  if (main.dataset.phase === 'open') {
    const passed = reminders.findLast(([ms]) => left <= ms && lastLeft > ms && lastLeft !== Infinity);
    if (passed && left > 0) say(passed[1]);
    lastLeft = left;
  }
  // The clock has passed a turn: the server says what comes now.
  if (left <= 0) refreshTurned(300);
}

const relative = new Intl.RelativeTimeFormat(words.numbers, { style: 'short' });
const agoUnits = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** As the server writes it in locale.ts. */
function tellAgo() {
  for (const time of main.querySelectorAll('[data-ago]')) {
    const seconds = Math.max(0, Math.floor((now() - Date.parse(time.dateTime)) / 1000));
    const [unit, size] = agoUnits.find(([, size]) => seconds >= size) ?? agoUnits.at(-1);
    const text = relative.format(-Math.floor(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
    time.title ||= new Date(time.dateTime).toLocaleString(dates);
  }
}

/** As the server writes it in locale.ts. */
function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const one = (text, n) => fill(text, { n });
  if (days > 0) return `${one(words.days[plural.select(days)] ?? words.days.other, days)} ${one(words.hours, hours)}`;
  if (hours > 0) return `${one(words.hours, hours)} ${one(words.minutes, minutes)}`;
  return minutes > 0
    ? `${one(words.minutes, minutes)} ${one(words.seconds, seconds % 60)}`
    : one(words.seconds, seconds);
}

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
function markStale() {
  const silentMs = performance.now() - lastHeard;
  isStale = silentMs > staleAfterMs && !document.hidden;
  const note = document.getElementById('stale');
  if (main.classList.contains('stale') === isStale) return;
  main.classList.toggle('stale', isStale);
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
function followAuction() {
  // When a process dies, thousands lose their events in the same instant.
  const pollMs = 2000 + Math.random() * 1000;
  const hiddenPollMs = 10000 + Math.random() * 5000;
  let polling;
  const poll = async () => {
    if (!main) return;
    const signal = AbortSignal.timeout(4000);
    const read = (answer) => (answer.ok ? answer.json() : null);
    const state = await fetch(main.dataset.state, { signal })
      .then(read)
      .catch(() => null);
    if (state) onState(state);
  };
  const pollEvery = (ms) => {
    clearInterval(polling);
    polling = ms === null ? undefined : setInterval(poll, ms);
  };
  let events;
  const listen = () => {
    if (events && events.readyState !== EventSource.CLOSED) return;
    events = new EventSource(main.dataset.events);
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
      setTimeout(() => main && !document.hidden && listen(), Math.max(0, begun + 20000 - performance.now()));
    });
  };
  let giveUpTurn;
  const follow = () => {
    giveUpTurn?.();
    events?.close();
    pollEvery(document.hidden ? hiddenPollMs : pollMs);
    if (document.hidden && !takesPart()) return;
    const { signal, stop } = stoppable();
    giveUpTurn = stop;
    takeTurn(turnsOf(document.hidden), signal, listen);
  };
  follow();
  // A connection that is silent without an error does not try again by itself.
  setInterval(() => {
    if (isStale && main && !document.hidden && polling === undefined) pollEvery(pollMs);
  }, 1000);
  // While a device sleeps, its clocks may stand still.
  document.addEventListener('visibilitychange', () => {
    if (!main) return;
    follow();
    if (document.hidden) return;
    void poll();
    void refresh(0);
  });
  // Nobody announces that a bank has answered, or that a hold was released.
  setInterval(() => {
    const undecided = ['checking', 'undoing', 'releasing', 'charging'].map((state) => `[data-state=${state}]`);
    if (main?.querySelector(undecided.join())) void refresh(0);
  }, 4000);
}

let known = null;

/** The numbers at once; whatever else follows from them, from the page. */
function onState(state) {
  if (!main) return;
  setClock(state.nowMs, performance.now());
  heard();
  const before = known ?? shown();
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
  else if (hasBids || hasChanged('minimumInCents')) refreshLater();
}

/** Counts on to the new end at once; the sentences about it come with the page. */
function moveEnd(before, endsAtMs) {
  for (const timer of main.querySelectorAll(`[data-until='${before}']`)) timer.dataset.until = endsAtMs;
  const note = document.getElementById('ends');
  if (note?.dataset.window) note.dataset.window = Number(note.dataset.window) + endsAtMs - before;
  if (note?.firstElementChild) note.firstElementChild.hidden = true;
}

/** Says in the last moments that a leading bid extends the bidding now. */
function followWindow() {
  const note = document.getElementById('ends');
  if (!note?.dataset.window) return;
  const isWithin = main.dataset.phase === 'open' && now() >= Number(note.dataset.window);
  const [, earlier, within] = note.children;
  earlier.hidden = isWithin;
  within.hidden = !isWithin;
}

/** Says at once that another bidder leads now; what follows from it comes with the page. */
function sayOutbid(before, state) {
  const own = main.dataset.own.split(' ').map(Number);
  if (!own.includes(before.leadingBidder) || own.includes(state.leadingBidder)) return;
  setText('state', fill(words.outbidBy, { difference: dollars(state.leadingInCents - before.leadingInCents) }));
  for (const each of main.querySelectorAll('[data-live=state]'))
    each.closest('.good')?.classList.replace('good', 'warn');
}

/** Offers amounts that lead now. */
function showChips({ raisesInCents }) {
  const chips = document.getElementById('chips');
  if (!chips || chips.children.length !== raisesInCents.length) return;
  for (const [index, chip] of [...chips.children].entries()) {
    const cents = raisesInCents[index];
    chip.dataset.amount = typedMoney.format(cents / 100);
    if (chip.textContent !== dollars(cents)) chip.textContent = dollars(cents);
  }
}

/** Somebody bids here, has bid, or is about to. */
function takesPart() {
  return Boolean(main.querySelector('[data-bid]') || document.getElementById('bid-form')?.elements.amount?.value);
}

let turnedRefresh;

/** Shows a turn of the auction: at once to a bidder who takes part. Thousands who only watch ask at different instants. */
function refreshTurned(afterMs) {
  if (takesPart()) return void refresh(afterMs);
  turnedRefresh ??= wait(afterMs + Math.random() * (known?.spreadMs ?? 0)).then(() => {
    turnedRefresh = undefined;
    return refresh(0);
  });
}

/** Reads the state that the server has written into the page, before any event has come. */
function shown() {
  const { bids, starts, ends, leading, leader } = main.dataset;
  return {
    bidCount: Number(bids),
    leadingInCents: leading === '' ? null : Number(leading),
    leadingBidder: leader === '' ? null : Number(leader),
    title: document.getElementById('title').textContent,
    startsAtMs: Number(starts),
    endsAtMs: Number(ends),
  };
}

function setText(name, text) {
  for (const element of main.querySelectorAll(`[data-live=${name}]`)) {
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Lets what has changed pulse once. */
function showNews(name) {
  for (const element of main.querySelectorAll(`[data-live=${name}]`)) {
    element.classList.remove('news');
    requestAnimationFrame(() => element.classList.add('news'));
  }
}

let later;

/** Nobody waits for the chart, and a thousand who watch do not all ask in the same instant. */
function refreshLater() {
  later ??= wait(5000 + Math.random() * 15000).then(() => {
    later = undefined;
    return refresh(0);
  });
}

let refreshing = false;
let refreshAgain = false;
let lastRefresh = -Infinity;
const pauseMs = 700;

/** Takes every part but the form from a newer page: whatever is being typed stays as it is. */
async function refresh(afterMs) {
  // Nobody looks at a hidden page, but for the title of a tab whose bidder takes part.
  if (!main || (document.hidden && !takesPart())) return;
  if (refreshing) {
    refreshAgain = true;
    return;
  }
  refreshing = true;
  do {
    const waitMs = Math.max(afterMs, lastRefresh + pauseMs - performance.now());
    await wait(waitMs);
    refreshAgain = false;
    // After a failure the next change or the next second tries again.
    await swapParts().catch(() => undefined);
    lastRefresh = performance.now();
  } while (refreshAgain);
  refreshing = false;
}

async function swapParts() {
  const asked = main;
  const answer = await fetch(asked.dataset.page, { signal: AbortSignal.timeout(10000) });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('auction');
  // A refusal has no such part. A form that was answered meanwhile has brought a newer page.
  if (!fresh || asked !== main) return;
  const turned = fresh.dataset.phase !== main.dataset.phase;
  // A provider's own frame is set up as a page is loaded, and needs the headers of that page.
  if (turned && page.querySelector('[data-reloads]')) return location.reload();
  for (const name of ['phase', 'own']) main.dataset[name] = fresh.dataset[name];
  setClock(Number(fresh.dataset.now), performance.now());
  const before = bidStates(main);
  const extensions = extensionsOf(main);
  const keepsForm = turned && keepForm(fresh);
  for (const id of [
    'phase',
    'title',
    'figures',
    'ends',
    'status',
    'facts',
    'own-bids',
    'item',
    'bids',
    'bar',
    'amount-hint',
    'chips',
    'buy-now',
    ...(turned ? ['cards', ...(keepsForm ? [] : ['bid'])] : []),
  ])
    swap(id, page);
  document.title = page.title;
  showIcon(page);
  showLocalTimes(main);
  followForm();
  offerNotices();
  announce(before, { turned, isExtended: extensionsOf(main) > extensions });
}

/** How often bids have moved the end. */
function extensionsOf(root) {
  return Number(root.querySelector('#ends')?.dataset.extensions ?? 0);
}

/** The icon of the tab has the colour of the bidder's state. */
function showIcon(page) {
  const [old, next] = [document, page].map((each) => each.querySelector('link[rel=icon]'));
  if (old.getAttribute('href') !== next.getAttribute('href')) old.replaceWith(next);
}

/** A form that somebody is filling in when time runs out stays, and says that it was not sent. */
function keepForm(fresh) {
  const form = document.getElementById('bid-form');
  if (!form || fresh.dataset.phase === 'open' || !form.elements.amount?.value || form.dataset.sent) return false;
  form.dataset.over = 'yes';
  const text = fill(words.notSent, { phase: fresh.querySelector('#bid-heading').textContent });
  const note = document.createElement('div');
  note.className = 'notice';
  note.id = 'over';
  note.setAttribute('role', 'status');
  note.textContent = text;
  document.getElementById('over')?.remove();
  form.before(note);
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
  return true;
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
  guardForms(next);
  if (!hadFocus) return;
  next.tabIndex = -1;
  next.focus();
}

function bidStates(root) {
  return new Map([...root.querySelectorAll('[data-bid]')].map(({ dataset }) => [dataset.bid, dataset.state]));
}

/** Announces to screen readers the changes that matter. */
function announce(before, { turned, isExtended }) {
  const lost = [...bidStates(main)].some(([bid, state]) => /outbid|tied/.test(state) && before.get(bid) === 'leading');
  const amount = document.getElementById('leading')?.textContent;
  const text = [
    ...(turned ? [fill(words.turned, { phase: document.getElementById('phase').textContent })] : []),
    ...(lost ? [fill(words.outbid, { amount })] : []),
    ...(isExtended ? [document.querySelector('#ends span').textContent] : []),
  ].join(' ');
  if (!text) return;
  say(text);
  if (takesPart()) notify(text);
}

/** Offers notices where the browser has them and was not asked yet. */
function offerNotices() {
  for (const button of document.querySelectorAll('[data-notify]'))
    button.hidden = globalThis.Notification?.permission !== 'default';
}

/** With the bidder's yes, news reach her while another page is in front. */
function notify(text) {
  if (!document.hidden || globalThis.Notification?.permission !== 'granted') return;
  try {
    void new Notification(document.getElementById('title').textContent, { body: text, tag: main.dataset.events });
  } catch {
    // Some phones show no notice of a page without a worker of its own.
  }
}

async function copy(button) {
  const copied = await navigator.clipboard.writeText(button.dataset.copy).then(
    () => true,
    () => false,
  );
  button.textContent = copied ? words.copied : words.notCopied;
  say(button.textContent);
}

function say(text) {
  document.getElementById('announcer').textContent = text;
}
