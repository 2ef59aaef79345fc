import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { presentJourney } from '../core/journey.ts';

/** What must not be written whatever it looks like, by its name in what is logged. */
const secretNames = ['authorization', 'cookie', 'password', 'secret', 'secrets', 'token', 'key', 'email', 'card'];

interface SecretPattern {
  /** Without one of these in it, a line need not be searched, which takes much longer. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  readonly instead: string;
}

/** What must not be written wherever it turns up, such as in the message of an error of somebody else's. */
const secretPatterns: readonly SecretPattern[] = [
  {
    // At any depth; at the top, pino's own way is free.
    hints: secretNames.map((name) => `"${name}":`),
    pattern: new RegExp(`"(${secretNames.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'g'),
    instead: '"$1":"***"',
  },
  { hints: ['auc_'], pattern: /\bauc_(live|test)_\w+/g, instead: 'auc_$1_***' },
  {
    hints: ['whsec_', 'sk_', 'rk_'],
    pattern: /\b(whsec|sk_live|sk_test|rk_live|rk_test)_[\w+/=-]+/g,
    instead: '$1_***',
  },
  { hints: ['_secret_'], pattern: /\b(pi_\w+?_secret)_\w+/g, instead: '$1_***' },
  { hints: ['earer ', 'asic '], pattern: /\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, instead: '$1 ***' },
  { hints: ['://'], pattern: /(\/\/[^\s:/@"]*:)[^\s@"]*@/g, instead: '$1***@' },
  { hints: ['@'], pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, instead: '***@***' },
  // A card has 13 to 19 digits. Instants in milliseconds have 13, too, but no card begins with a 1.
  {
    hints: [''],
    pattern: /(?<![\w.-])[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-])/g,
    instead: '***card***',
  },
];

/**
 * The log of a process: JSON, a line each, on standard output. A line that is written while a request is worked for, also
 * in a job that it has led to, carries its `requestId`.
 */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: { write(line: string): void }): Logger {
  const options = {
    level: logLevel,
    redact: { paths: secretNames, censor: '***' },
    mixin: () => {
      const journey = presentJourney();
      return journey === null ? {} : { requestId: journey.requestId };
    },
    hooks: { streamWrite: withoutSecrets },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A line of the log without anything that lets its reader act for somebody, or know a person. */
export function withoutSecrets(line: string): string {
  return secretPatterns.reduce(
    (text, { hints, pattern, instead }) =>
      hints.some((hint) => text.includes(hint)) ? text.replace(pattern, instead) : text,
    line,
  );
}
