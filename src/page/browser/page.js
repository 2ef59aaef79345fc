// Keeps an auction's page fresh: the numbers from events, everything else from the page itself, which the server renders
// anew. Nothing here decides anything; without this script the page works and only has to be reloaded.
const main = document.getElementById('auction');

/** The seller's clock, from the last answer on; `performance.now()` goes on evenly whatever the device's clock says. */
let clock = null;
const setClock = (nowMs, at) => (clock = { nowMs, at });
const now = () => clock.nowMs + (performance.now() - clock.at);

showLocalTimes(document);
guardForms(document);
// A page from the browser's back cache has a form that was sent before.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
if (main) {
  const [navigation] = performance.getEntriesByType('navigation');
  setClock(Number(main.dataset.now), navigation?.responseStart ?? 0);
  followAuction();
  setInterval(tick, 250);
}

/** Beside UTC, the reader's own time and the name of its zone. */
function showLocalTimes(root) {
  const format = new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  if (/^(UTC|GMT)$/.test(Intl.DateTimeFormat().resolvedOptions().timeZone)) return;
  // Not where a sentence, a table or the chart would only get longer by it.
  for (const time of root.querySelectorAll('time:not(:has(.local), .terms *, td *, figcaption *)')) {
    const local = document.createElement('span');
    local.className = 'local';
    local.textContent = ` (${format.format(new Date(time.dateTime))}, your time)`;
    time.append(local);
  }
}

/** A second tap sends nothing; the server would count it once anyway. */
function guardForms(root) {
  for (const form of root.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) return event.preventDefault();
      if (event.defaultPrevented) return;
      form.dataset.sent = 'yes';
      const button = event.submitter;
      if (!button?.dataset.busy) return;
      // A disabled button would take its value, and the keyboard's place, away.
      button.setAttribute('aria-disabled', 'true');
      button.textContent = button.dataset.busy;
    });
  }
}

function tick() {
  const timer = main.querySelector('[data-until]');
  if (!timer) return;
  const left = Number(timer.dataset.until) - now();
  const text = duration(left);
  if (timer.textContent !== text) timer.textContent = text;
  // The clock has passed a turn: the server says what comes now.
  if (left <= 0) void refresh(300);
}

/** As the server writes it in show-instant.ts. */
function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

function followAuction() {
  let polling;
  const poll = async () => {
    const answer = await fetch(main.dataset.state).catch(() => null);
    if (answer?.ok) onState(await answer.json());
  };
  const listen = () => {
    const events = new EventSource(main.dataset.events);
    events.addEventListener('message', ({ data }) => {
      clearInterval(polling);
      polling = undefined;
      onState(JSON.parse(data));
    });
    events.addEventListener('error', () => {
      // It tries again by itself, unless it was refused; meanwhile the state is asked for.
      polling ??= setInterval(poll, 4000);
      if (events.readyState === EventSource.CLOSED) setTimeout(listen, 20000);
    });
  };
  if (typeof EventSource === 'function') listen();
  else setInterval(poll, 4000);
  // While a device sleeps, its clocks may stand still.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    void poll();
    void refresh(0);
  });
  // Nobody announces that a bank has answered, or that a hold was released.
  setInterval(() => {
    const undecided = ['checking', 'undoing', 'releasing', 'charging'].map((standing) => `[data-standing=${standing}]`);
    if (main.querySelector(undecided.join())) void refresh(0);
  }, 4000);
}

let known = null;

/** The numbers at once; whatever else follows from them, from the page. */
function onState(state) {
  setClock(state.nowMs, performance.now());
  const before = known ?? shown();
  known = state;
  const hasChanged = (name) => state[name] !== before[name];
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  setText('bidCount', String(state.bidCount));
  setText('minimum', money.format(state.minimumInCents / 100));
  if (state.leadingInCents !== null) setText('leading', money.format(state.leadingInCents / 100));

  const turned =
    state.phase !== main.dataset.phase || hasChanged('title') || hasChanged('endsAtMs') || hasChanged('startsAtMs');
  // The first bid changes sentences; a bidder of this browser wants to know where she stands.
  const concerns = hasChanged('bidCount') && (before.bidCount === 0 || main.querySelector('[data-bid]'));
  if (turned || concerns) void refresh(0);
  else if (hasChanged('bidCount') || hasChanged('minimumInCents')) refreshLater();
}

/** What the server has put into the page, before any state has come. */
function shown() {
  const { bids, starts, ends } = main.dataset;
  return {
    bidCount: Number(bids),
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

let later;

/** Nobody waits for the chart, and a thousand who watch do not all ask in the same instant. */
function refreshLater() {
  later ??= setTimeout(
    () => {
      later = undefined;
      void refresh(0);
    },
    5000 + Math.random() * 15000,
  );
}

let refreshing = false;
let refreshAgain = false;
let lastRefresh = -Infinity;
const pauseMs = 700;

/** Takes every part but the form from a newer page: whatever is being typed stays as it is. */
async function refresh(afterMs) {
  // Nobody looks; whoever comes back gets all of it then.
  if (document.hidden) return;
  if (refreshing) {
    refreshAgain = true;
    return;
  }
  refreshing = true;
  do {
    const waitMs = Math.max(afterMs, lastRefresh + pauseMs - performance.now());
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    refreshAgain = false;
    // Where the server is away, the next change or the next second tries again.
    await swapParts().catch(() => undefined);
    lastRefresh = performance.now();
  } while (refreshAgain);
  refreshing = false;
}

async function swapParts() {
  const answer = await fetch(main.dataset.page);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById('auction');
  if (!fresh) return;
  const turned = fresh.dataset.phase !== main.dataset.phase;
  // Stripe's frame is set up as a page is loaded.
  if (turned && page.querySelector('[data-stripe-key]')) return location.reload();
  main.dataset.phase = fresh.dataset.phase;
  setClock(Number(fresh.dataset.now), performance.now());
  const stood = standings(main);
  for (const id of [
    'phase',
    'title',
    'figures',
    'outcome',
    'own-bids',
    'chart',
    'amount-hint',
    ...(turned ? ['bid', 'test-cards'] : []),
  ])
    swap(id, page);
  showLocalTimes(main);
  announce(stood, turned);
}

function swap(id, page) {
  const [old, next] = [document.getElementById(id), page.getElementById(id)];
  if (!old || !next || old.textContent === next.textContent) return;
  const hadFocus = old.contains(document.activeElement);
  const wasOpen = old.querySelector('details')?.open;
  next.removeAttribute('autofocus');
  // The announcer says what matters; a second voice for the same news would be too much.
  if (id === 'outcome') next.removeAttribute('role');
  old.replaceWith(next);
  if (wasOpen) next.querySelector('details')?.setAttribute('open', '');
  guardForms(next);
  if (!hadFocus) return;
  next.tabIndex = -1;
  next.focus();
}

function standings(root) {
  return new Map([...root.querySelectorAll('[data-bid]')].map(({ dataset }) => [dataset.bid, dataset.standing]));
}

/** For whoever does not see the numbers change. */
function announce(stood, turned) {
  const lost = [...standings(main)].some(([bid, standing]) => standing === 'outbid' && stood.get(bid) === 'leading');
  const leading = document.getElementById('leading')?.textContent;
  const say = [
    ...(turned ? [document.getElementById('phase').textContent + '.'] : []),
    ...(lost ? [`You have been outbid. The leading bid is now ${leading}.`] : []),
  ].join(' ');
  if (say) document.getElementById('announcer').textContent = say;
}
