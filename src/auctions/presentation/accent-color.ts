// Contrast as in WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

type Rgb = readonly [red: number, green: number, blue: number];

/** The least contrast that text needs, by success criterion 1.4.3. */
const minContrast = 4.5;

// The surfaces of the page that text in the accent color stands on and that differ least from it.
const lightSurfaces: readonly Rgb[] = [rgbOf('#e2f2ec'), rgbOf('#f4f5f3')];
const darkSurfaces: readonly Rgb[] = [rgbOf('#12352d'), rgbOf('#3a2e10'), rgbOf('#3f1b19')];
const white: Rgb = [255, 255, 255];

/** @returns whether text in this color can be read on the light page */
export function isReadableAccent(color: string): boolean {
  return hasContrast(rgbOf(color), lightSurfaces);
}

/** Returns the accent color in each color scheme. That of the dark page is made by mixing in white until it can be read there. */
export function accentColors(color: string): { readonly light: string; readonly dark: string } {
  const rgb = rgbOf(color);
  for (let percent = 0; percent < 100; percent += 5) {
    const mixed = mixWithWhite(rgb, percent / 100);
    if (hasContrast(mixed, darkSurfaces)) return { light: color, dark: hexOf(mixed) };
  }
  return { light: color, dark: hexOf(white) };
}

function hasContrast(color: Rgb, surfaces: readonly Rgb[]): boolean {
  return surfaces.every((surface) => contrast(color, surface) >= minContrast);
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function mixWithWhite(rgb: Rgb, share: number): Rgb {
  const [red, green, blue] = rgb.map((channel) => Math.round(channel + (255 - channel) * share));
  return [red!, green!, blue!];
}

/** @param color `#rrggbb` */
function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
