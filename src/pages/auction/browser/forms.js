import { read, show, write } from './show.js';
import { words } from './words.js';

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const aborted = (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

/** A second tap sends nothing; the server would count it once anyway. */
document.addEventListener('submit', (event) => {
  const { target: form, submitter, defaultPrevented } = event;
  event.preventDefault();
  if (defaultPrevented || form.dataset.sent || form.dataset.over) return;
  void sendForm(form, submitter ?? form.querySelector('button'));
});

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
  const stopping = new AbortController();
  const { signal } = stopping;
  form.dataset.sent = 'yes';
  // A disabled button would take its value, and the keyboard's place, away.
  button.setAttribute('aria-disabled', 'true');
  if (button.dataset.busy) button.textContent = button.dataset.busy;
  const begun = performance.now();
  let note = null;
  while (note === null) {
    const answer = await ask(form, body, signal);
    // Too many forms have come: the form stays as it is, with its card, and says when it may be sent again.
    if (answer?.status === 429) note = read(answer.text).getElementById('limit')?.textContent ?? words.tooMany;
    else if (answer !== null) return showAnswer(answer);
    else if (signal.aborted) note = words.stopped;
    else if (performance.now() - begun > tryAgainForMs) note = words.kept;
    else {
      button.textContent = words.waitingForConnection;
      noteOn(form, words.keptAndSent, () => stopping.abort());
      await Promise.race([wait(2000), aborted(signal)]);
    }
  }
  noteOn(form, note);
  delete form.dataset.sent;
  button.removeAttribute('aria-disabled');
  button.textContent = label;
}

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
  write(note.firstElementChild, text);
  if (stop === undefined) return note.querySelector('button')?.remove();
  if (note.querySelector('button')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button secondary';
  button.textContent = words.stop;
  button.addEventListener('click', stop);
  note.append(button);
}

function showAnswer({ redirected, url, text }) {
  if (redirected || text.startsWith('{')) {
    // Nothing of the sent form has to be typed again.
    sessionStorage.removeItem(typedKey());
    return location.assign(redirected ? url : JSON.parse(text).next);
  }
  const page = read(text);
  // The card is a step of its own: *Back* leads to the amount.
  const isAtCard = page.querySelector('#bid-form [name=confirmed]') !== null;
  if (isAtCard && history.state?.step !== 'card') history.pushState({ step: 'card' }, '');
  else if (!isAtCard && history.state?.step === 'card') history.replaceState(null, '');
  show(page);
}

/** Keeps the typed values in this tab: a reload, another language or a visit elsewhere would lose them. */
export function keepTyped() {
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
