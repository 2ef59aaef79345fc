import { type Language, languages } from '../core/languages.ts';

/** An address of a page in one language. */
export interface LanguageLink {
  readonly language: Language;
  /** The language's own name for itself. */
  readonly name: string;
  readonly href: string;
}

const names: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español', ar: 'العربية' };

/** @param address from the root on */
export function languageLinks(address: string): LanguageLink[] {
  return languages.map((language) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    searchParams.set('lang', language);
    return { language, name: names[language], href: `${pathname}?${searchParams.toString()}` };
  });
}
