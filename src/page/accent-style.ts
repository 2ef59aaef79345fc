import { createHash } from 'node:crypto';
import { accentColors } from '../presentation/accent-color.ts';

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
