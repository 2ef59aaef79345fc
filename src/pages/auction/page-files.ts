import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readStyle } from '../../core/html-page.ts';
import { namedFiles, readScript, readStaticFile, type StaticFile, staticFile } from '../../core/static-file.ts';
import type { ProviderPages } from '../../payments/providers/providers.ts';
import { accentColors } from '../../auctions/presentation/accent-color.ts';

/** The color of the tab's icon by the tone of the bidder's state. */
const icons = { plain: '#0b5d50', good: '#15803d', warn: '#b45309', bad: '#b91c1c' } as const;

export type IconTone = keyof typeof icons;

export type PageFiles = ReturnType<typeof readPageFiles>;

const folder = new URL('browser/', import.meta.url);

const scripts = ['times', 'words', 'tell', 'pictures', 'show', 'forms', 'refresh', 'live', 'page'];

/** The icon as `/favicon.ico`, where not every browser takes SVG. */
export const favicon = readStaticFile(new URL('favicon.ico', folder));

/** Reads the files of the page by name: the style, which the browser waits for, the scripts, which load afterwards, and the icons. */
export function readPageFiles(providerPages: ProviderPages) {
  const icon = readFileSync(new URL('icon.svg', folder), 'utf8');
  const files: Record<string, StaticFile> = {
    'page.css': staticFile(readStyle(new URL('page.css', folder)), 'css'),
    'page.js': readScript(folder, scripts),
    'transcript.js': readScript(folder, ['times', 'words', 'transcript']),
    // Whole, as everybody may run it elsewhere.
    'verify.js': readStaticFile(new URL('../../../packages/verify-transcript/verify.js', import.meta.url)),
  };
  for (const [tone, color] of Object.entries(icons))
    files[`icon-${tone}.svg`] = staticFile(icon.replace(icons.plain, color), 'svg');
  for (const page of Object.values(providerPages)) {
    if (page !== null && page.script !== null) files[page.script.name] = readStaticFile(page.script.file);
  }
  return namedFiles(files);
}

export type AccentStyle = NonNullable<ReturnType<typeof accentStyle>>;

/**
 * Returns a second style of the page, in the seller's color.
 *
 * @param color `#rrggbb`; `null`: the page keeps its own color
 */
export function accentStyle(color: string | null) {
  if (color === null) return null;
  const { light, dark } = accentColors(color);
  const text = `:root{--accent:light-dark(${light},${dark})}`;
  // The hash is for `style-src`.
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
