import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProviderPages } from '../payments/make-provider-pages.ts';

/** The style is part of the page, so that one request shows it; scripts load afterwards. */
export interface PageFiles {
  readonly style: string;
  /** For `style-src`. */
  readonly styleHash: string;
  readonly icon: { readonly text: string; readonly version: string };
  /** Ours and those of the providers, by name. */
  readonly scripts: ReadonlyMap<string, { readonly text: string; readonly version: string }>;
}

export function readPageFiles(providerPages: ProviderPages): PageFiles {
  // Browsers need neither comments nor line breaks.
  const style = read(new URL('browser/page.css', import.meta.url))
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const icon = readScript(new URL('browser/icon.svg', import.meta.url));
  const scripts = new Map([['page.js', readScript(new URL('browser/page.js', import.meta.url))]]);
  for (const page of Object.values(providerPages)) {
    if (page !== null && page.script !== null) scripts.set(page.script.name, readScript(page.script.file));
  }
  return {
    style,
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    icon,
    scripts,
  };
}

function readScript(file: URL) {
  const text = read(file);
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

function read(file: URL): string {
  return readFileSync(file, 'utf8');
}
