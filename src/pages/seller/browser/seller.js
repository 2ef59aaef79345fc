// Adds to the pages for sellers. Without JavaScript everything works, and a reload shows the latest.
import { takePictures } from './picture-cards.js';
import { keepDraft, saySending } from './sent-forms.js';
import { sendSoon, words } from './uploads.js';

const refreshMs = 5_000;

/** Remembers the browser's own time zone, until the seller chooses another one in a form. */
function rememberZone() {
  if (/(?:^|; )zone=/.test(document.cookie)) return;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  if (timeZone)
    document.cookie = `zone=${encodeURIComponent(timeZone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/** Replaces the live parts of the page by those of the page as it is now. */
async function refresh() {
  const response = await fetch(location.href, { headers: { live: '1' } });
  if (!response.ok) return;
  const now = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (now.getElementById('main') === null) return sayEnded();
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = now.getElementById(part.id);
    const isInUse = part.contains(document.activeElement);
    if (fresh !== null && !isInUse && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
  }
}

let timer;

/** The session has ended: what is typed stays on the page, which says that it changes no more. */
function sayEnded() {
  clearInterval(timer);
  const main = document.getElementById('main');
  const note = document.createElement('p');
  note.className = 'notice bad';
  note.setAttribute('role', 'alert');
  note.textContent = main.dataset.ended;
  main.prepend(note);
}

/** Shows the buttons that need a script, and that this browser can do. */
function enableSharing() {
  const offer = (selector, isOffered, act) => {
    for (const button of document.querySelectorAll(selector)) {
      if (!isOffered) continue;
      button.hidden = false;
      button.addEventListener('click', () => act(button).catch(() => undefined));
    }
  };
  offer('[data-copy]', navigator.clipboard !== undefined, async (button) => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
  });
  offer('[data-share]', navigator.share !== undefined, (button) =>
    navigator.share({ title: button.dataset.title, url: button.dataset.share }),
  );
  offer('[data-print]', true, async () => window.print());
}

rememberZone();
enableSharing();
if (document.querySelector('[data-live]') !== null) {
  timer = setInterval(() => {
    if (document.visibilityState === 'visible') refresh().catch(() => undefined);
  }, refreshMs);
}
document.querySelector('.top form')?.addEventListener('submit', () => sessionStorage.clear());
if (words !== null) {
  for (const form of document.querySelectorAll('form[id^=form-]')) {
    const fieldset = form.querySelector('[data-pictures]');
    const pictures = fieldset === null ? null : takePictures(fieldset);
    // Other forms name people: nothing of them stays in the browser.
    if (pictures !== null) keepDraft(form, pictures);
    saySending(form, pictures);
  }
  sendSoon();
}
