import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readStaticFile, staticFile, type StaticFile } from '../core/static-file.ts';
import type { ProviderPages } from '../payments/make-provider-pages.ts';
import { accentColors } from '../presentation/accent-color.ts';

export type IconTone = 'plain' | 'good' | 'warn' | 'bad';

/** The style is part of the page, so that one request shows it; scripts load afterwards. */
export interface PageFiles {
  readonly style: string;
  /** For `style-src`. */
  readonly styleHash: string;
  /** The icons of the tab: one for each tone of the bidder's state, and one without. */
  readonly icons: Readonly<Record<IconTone, StaticFile>>;
  /** The same picture for `/favicon.ico`, where not every browser takes SVG. */
  readonly favicon: StaticFile;
  /** Ours and those of the providers, by name. */
  readonly scripts: ReadonlyMap<string, StaticFile>;
}

export function readPageFiles(providerPages: ProviderPages): PageFiles {
  // Browsers need neither comments nor line breaks.
  const style = read(new URL('browser/page.css', import.meta.url))
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const icon = read(new URL('browser/icon.svg', import.meta.url));
  const iconIn = (color: string) => staticFile(icon.replace('#0b5d50', color), 'svg');
  const scripts = new Map([['page.js', readStaticFile(new URL('browser/page.js', import.meta.url))]]);
  for (const page of Object.values(providerPages)) {
    if (page !== null && page.script !== null) scripts.set(page.script.name, readStaticFile(page.script.file));
  }
  return {
    style,
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    icons: { plain: iconIn('#0b5d50'), good: iconIn('#15803d'), warn: iconIn('#b45309'), bad: iconIn('#b91c1c') },
    favicon: readStaticFile(new URL('browser/favicon.ico', import.meta.url)),
    scripts,
  };
}

function read(file: URL): string {
  return readFileSync(file, 'utf8');
}

/** A second style of the page, in the seller's colour. */
export interface AccentStyle {
  readonly text: string;
  /** For `style-src`. */
  readonly hash: string;
}

/** @param color `#rrggbb`; `null`: the page keeps its own colour */
export function accentStyle(color: string | null): AccentStyle | null {
  if (color === null) return null;
  const { light, dark } = accentColors(color);
  const text = `:root{--accent:light-dark(${light},${dark})}`;
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
