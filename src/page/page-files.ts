import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readStaticFile, staticFile } from '../core/static-file.ts';
import type { ProviderPages } from '../providers/providers.ts';
import { accentColors } from '../presentation/accent-color.ts';

export type IconTone = keyof PageFiles['icons'];

export type PageFiles = ReturnType<typeof readPageFiles>;

/**
 * Reads the files of the page. The style is part of it, so that one request shows it; scripts load afterwards.
 *
 * @param ownStyles styles that come after the one of the bidder's page
 */
export function readPageFiles(providerPages: ProviderPages, ...ownStyles: URL[]) {
  // Browsers need neither comments nor line breaks.
  const style = [new URL('browser/page.css', import.meta.url), ...ownStyles]
    .map((file) => readFileSync(file, 'utf8'))
    .join(' ')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const icon = readFileSync(new URL('browser/icon.svg', import.meta.url), 'utf8');
  const iconIn = (color: string) => staticFile(icon.replace('#0b5d50', color), 'svg');
  const scripts = new Map([['page.js', readStaticFile(new URL('browser/page.js', import.meta.url))]]);
  for (const page of Object.values(providerPages)) {
    if (page !== null && page.script !== null) scripts.set(page.script.name, readStaticFile(page.script.file));
  }
  return {
    style,
    /** For `style-src`. */
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    /** The icons of the tab: one for each tone of the bidder's state, and one without. */
    icons: { plain: iconIn('#0b5d50'), good: iconIn('#15803d'), warn: iconIn('#b45309'), bad: iconIn('#b91c1c') },
    /** The same picture for `/favicon.ico`, where not every browser takes SVG. */
    favicon: readStaticFile(new URL('browser/favicon.ico', import.meta.url)),
    /** Ours and those of the providers, by name. */
    scripts,
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
