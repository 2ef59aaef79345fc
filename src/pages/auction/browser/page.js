// Keeps an auction's page fresh: the numbers from events, everything else from the page itself, which the server renders
// anew. Nothing here decides anything; without this script the page works and only has to be reloaded.
import { keepTyped } from './forms.js';
import { followAuction, markStale, refreshTurned } from './live.js';
import { enlarge, followPictures, showPicture } from './pictures.js';
import { auction, goBack, now, setClock, write } from './show.js';
import { copy, offerNotices, say } from './tell.js';
import { ago, dates, duration, showLocalTimes, words } from './words.js';

// On a phone, a bar at the foot has a button of its own while the form's is out of sight.
const watchButton = new IntersectionObserver(
  (entries) => document.getElementById('bar')?.classList.toggle('idle', entries.at(-1).intersectionRatio > 0.9),
  // The bar hides the foot of the screen.
  { rootMargin: '0px 0px -72px 0px', threshold: 0.9 },
);

setUp();
document.addEventListener('page-swapped', setUp);
document.addEventListener('parts-swapped', setUpParts);
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
addEventListener('popstate', () => void goBack());
// A page from the browser's back cache has a form that was sent before.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
const clocked = document.querySelector('main[data-now]');
if (clocked) {
  const [navigation] = performance.getEntriesByType('navigation');
  setClock(Number(clocked.dataset.now), navigation?.responseStart ?? 0);
  if (auction()) followAuction();
  setInterval(tick, 250);
}

/** Brings a page, or the step that replaces it, to life. */
function setUp() {
  keepTyped();
  followPictures();
  setUpParts();
}

function setUpParts() {
  showLocalTimes(document);
  offerNotices();
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

/** Goes on with the clock: the times that run, and what they bring about. */
function tick() {
  const timers = document.querySelectorAll('[data-until]');
  const leftOf = (timer) => Number(timer.dataset.until) - now();
  for (const timer of timers) write(timer, duration(leftOf(timer)));
  const main = auction();
  if (!main) return;
  markStale();
  for (const time of main.querySelectorAll('[data-ago]')) {
    write(time, ago(now() - Date.parse(time.dateTime)));
    time.title ||= new Date(time.dateTime).toLocaleString(dates);
  }
  followWindow(main);
  if (timers.length === 0) return;
  const left = leftOf(timers[0]);
  const isOpen = main.dataset.phase === 'open';
  for (const timer of timers) timer.classList.toggle('last', isOpen && left <= 60000);
  if (isOpen) remind(left);
  // The clock has passed a turn: the server says what comes now.
  if (left <= 0) refreshTurned(300);
}

/** Says in the last moments that a leading bid extends the bidding now. */
function followWindow(main) {
  const note = document.getElementById('ends');
  if (!note?.dataset.window) return;
  const isWithin = main.dataset.phase === 'open' && now() >= Number(note.dataset.window);
  const [, earlier, within] = note.children;
  earlier.hidden = isWithin;
  within.hidden = !isWithin;
}

let lastLeft = Infinity;

/** Says each of these once as the end nears. */
function remind(left) {
  const reminders = [
    [300000, words.fiveMinutes],
    [60000, words.lastMinute],
    [10000, words.tenSeconds],
  ];
  const passed = reminders.findLast(([ms]) => left <= ms && lastLeft > ms && lastLeft !== Infinity);
  if (passed && left > 0) say(passed[1]);
  lastLeft = left;
}
