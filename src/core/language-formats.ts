import type { Language } from './languages.ts';

// Latin digits in Arabic, too: amounts are shown as they are typed.
const tags: Record<Language, { numbers: string; dates: string; afterMoney: string }> = {
  en: { numbers: 'en-US', dates: 'en-GB', afterMoney: '' },
  de: { numbers: 'de', dates: 'de', afterMoney: '' },
  es: { numbers: 'es', dates: 'es', afterMoney: '' },
  // The mark keeps `US$` together: from right to left its last sign would come first.
  ar: { numbers: 'ar-u-nu-latn', dates: 'ar-u-nu-latn', afterMoney: '\u200e' },
};

/** @returns whether times can be written in this zone; a zone may have several names, such as `Asia/Kolkata` and `Asia/Calcutta` */
export function isTimeZone(name: string): boolean {
  if (name === '' || name.length > 64) return false;
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns how a language is written: its direction, money and times. */
export function formatsOf(language: Language) {
  const { numbers, dates, afterMoney } = tags[language];
  const money = new Intl.NumberFormat(numbers, { style: 'currency', currency: 'USD' });
  return {
    /** The tag by which numbers are written. */
    numbers,
    /** The text that follows an amount of money. */
    afterMoney,
    direction: language === 'ar' ? ('rtl' as const) : ('ltr' as const),
    /** `$1,250.00` */
    dollars: (cents: number) => money.format(cents / 100) + afterMoney,
    /**
     * Makes a writer of instants in a time zone: `23 Nov 2026, 00:41`.
     *
     * @throws RangeError for a zone that is not known
     */
    times: (timeZone: string) => {
      const time = new Intl.DateTimeFormat(dates, {
        dateStyle: 'medium',
        timeStyle: 'short',
        hourCycle: 'h23',
        timeZone,
      });
      return (instant: Date) => time.format(instant);
    },
  };
}
