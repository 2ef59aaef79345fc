/** The languages that bidders read the page in. English is the last resort. */
export const languages = ['en', 'de', 'es', 'ar'] as const;

/** A tag of BCP 47. */
export type Language = (typeof languages)[number];

export function isLanguage(text: string | undefined): text is Language {
  return languages.some((language) => language === text);
}
