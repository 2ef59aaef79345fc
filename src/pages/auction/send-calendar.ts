import type { Context } from 'hono';
import { findPublicAuction } from './find-public-auction.ts';
import { localeOf } from './choose-language.ts';
import type { PageDeps } from './page-deps.ts';
import { withoutDirections } from './views/isolated.ts';
import { linksOf } from './visit.ts';

/**
 * Sends the end of an auction as a calendar's entry with a reminder: https://www.rfc-editor.org/rfc/rfc5545
 *
 * @throws Refusal `auction_not_found`
 */
export async function sendCalendar(c: Context, deps: PageDeps): Promise<Response> {
  const auction = await findPublicAuction(deps, c.req.param('auctionId') ?? '');
  const { publicUrl } = deps.config;
  const { calendar, figures } = localeOf(c).words;
  const mayMove = auction.latestEndsAt > auction.biddingPeriodEndsAt;
  const url = new URL(linksOf(c, deps).page(), publicUrl).href;
  const summary = calendar.ends({ title: withoutDirections(auction.title) });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Auction service//Auction page//EN',
    'BEGIN:VEVENT',
    `UID:${auction.auctionId}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stampOf(auction.now)}`,
    `DTSTART:${stampOf(auction.biddingPeriodEndsAt)}`,
    `SUMMARY:${escaped(summary)}`,
    // An entry of the same UID replaces one with a smaller number.
    ...(auction.softCloseWindowSeconds === null ? [] : [`SEQUENCE:${auction.extensionCount}`]),
    // Calendars of phones show no URL.
    `DESCRIPTION:${escaped(mayMove ? `${figures.mayMove} ${url}` : url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    `DESCRIPTION:${escaped(summary)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  c.header('content-type', 'text/calendar; charset=utf-8');
  c.header('content-disposition', 'attachment; filename="auction.ics"');
  c.header('cache-control', 'no-store');
  return c.body(lines.flatMap(folded).join('\r\n') + '\r\n');
}

function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`);
}

/** Breaks a line into ones of at most 75 bytes, between characters. */
function folded(line: string): string[] {
  const parts = [''];
  for (const character of line) {
    if (Buffer.byteLength(parts.at(-1)! + character) > 75) parts.push(' ');
    parts[parts.length - 1] += character;
  }
  return parts;
}
