import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The style stands in the page, so that one request shows it; the scripts come after. */
export interface PageFiles {
  readonly style: string;
  /** For `style-src`. */
  readonly styleHash: string;
  readonly scripts: ReadonlyMap<ScriptName, { readonly text: string; readonly version: string }>;
}

export type ScriptName = 'page.js' | 'stripe.js';

export function readPageFiles(): PageFiles {
  // Comments and line breaks are for whoever reads the source.
  const style = read('page.css')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return {
    style,
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    scripts: new Map((['page.js', 'stripe.js'] as const).map((name) => [name, readScript(name)])),
  };
}

function readScript(name: ScriptName) {
  const text = read(name);
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

function read(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
}
