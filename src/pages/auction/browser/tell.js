import { words } from './words.js';

/** Says a text to those who use a screen reader. */
export function say(text) {
  document.getElementById('announcer').textContent = text;
}

/** Offers notices where the browser has them and was not asked yet. */
export function offerNotices() {
  for (const button of document.querySelectorAll('[data-notify]'))
    button.hidden = globalThis.Notification?.permission !== 'default';
}

/** With the bidder's yes, news reach her while another page is in front. The latest of an auction replaces the one before. */
export function notify(auction, text) {
  if (!document.hidden || globalThis.Notification?.permission !== 'granted') return;
  try {
    void new Notification(document.getElementById('title').textContent, { body: text, tag: auction });
  } catch {
    // Some phones show no notice of a page without a worker of its own.
  }
}

export async function copy(button) {
  const copied = await navigator.clipboard.writeText(button.dataset.copy).then(
    () => true,
    () => false,
  );
  button.textContent = copied ? words.copied : words.notCopied;
  say(button.textContent);
}
