import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readStyle } from '../../core/html-page.ts';
import { readScript, readStaticFile, staticFile } from '../../core/static-file.ts';
import type { ProviderPages } from '../../payments/providers/providers.ts';
import { accentColors } from '../../auctions/presentation/accent-color.ts';

export type IconTone = keyof PageFiles['icons'];

export type PageFiles = ReturnType<typeof readPageFiles>;

const folder = new URL('browser/', import.meta.url);

const scripts = ['words', 'tell', 'pictures', 'show', 'forms', 'refresh', 'live', 'page'];

/** Reads the files of the page: the style, which the browser waits for, and the scripts, which load afterwards. */
export function readPageFiles(providerPages: ProviderPages) {
  const icon = readFileSync(new URL('icon.svg', folder), 'utf8');
  const iconIn = (color: string) => staticFile(icon.replace('#0b5d50', color), 'svg');
  const named = new Map([
    ['page.css', staticFile(readStyle(new URL('page.css', folder)), 'css')],
    ['page.js', readScript(folder, scripts)],
    ['transcript.js', readScript(folder, ['words', 'transcript'])],
    // Whole, as everybody may run it elsewhere.
    ['verify.js', readStaticFile(new URL('../../../packages/verify-transcript/verify.js', import.meta.url))],
  ]);
  for (const page of Object.values(providerPages)) {
    if (page !== null && page.script !== null) named.set(page.script.name, readStaticFile(page.script.file));
  }
  return {
    /** The icons of the tab: one for each tone of the bidder's state, and one without. */
    icons: { plain: iconIn('#0b5d50'), good: iconIn('#15803d'), warn: iconIn('#b45309'), bad: iconIn('#b91c1c') },
    /** The same picture for `/favicon.ico`, where not every browser takes SVG. */
    favicon: readStaticFile(new URL('favicon.ico', folder)),
    /** The style, and our scripts and those of the providers, by name. */
    named,
  };
}

export type AccentStyle = NonNullable<ReturnType<typeof accentStyle>>;

/**
 * Returns a second style of the page, in the seller's colour.
 *
 * @param color `#rrggbb`; `null`: the page keeps its own colour
 */
export function accentStyle(color: string | null) {
  if (color === null) return null;
  const { light, dark } = accentColors(color);
  const text = `:root{--accent:light-dark(${light},${dark})}`;
  // The hash is for `style-src`.
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
