import { html } from 'hono/html';

const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `23 Nov 2026, 00:41 UTC` */
export function utcText(instant: Date): string {
  return `${utc.format(instant)} UTC`;
}

/** In UTC, which every reader can check; the script adds the reader's own zone. */
export function showInstant(instant: Date) {
  return html`<time datetime="${instant.toISOString()}">${utcText(instant)}</time>`;
}

/** `2 days 4 h`, `3 h 12 min`, `4 min 9 s`: the two largest units, as the script goes on counting them. */
export function showDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
