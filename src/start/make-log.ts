import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { presentJourney } from '../core/journey.ts';

/** What must not be written where it stands in an object that is logged. */
const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'secrets',
  'token',
  'key',
  'email',
  'card',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** What must not be written wherever it turns up, such as in the message of an error of somebody else's. */
const secretPatterns: readonly [pattern: RegExp, instead: string][] = [
  [/\bauc_(live|test)_\w+/g, 'auc_$1_***'],
  [/\b(whsec|sk_live|sk_test|rk_live|rk_test)_[\w+/=-]+/g, '$1_***'],
  [/\b(pi_\w+?_secret)_\w+/g, '$1_***'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/(\/\/[^\s:/@"]*:)[^\s@"]*@/g, '$1***@'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '***@***'],
  // A card has 13 to 19 digits. Instants in milliseconds have 13, too, but no card begins with a 1.
  [/(?<![\w.-])[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-])/g, '***card***'],
];

/**
 * The log of a process: JSON, a line each, on standard output. A line that is written while a request is worked for, also
 * in a job that it has led to, carries its `requestId`.
 */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: { write(line: string): void }): Logger {
  const options = {
    level: logLevel,
    redact: { paths: secretPaths, censor: '***' },
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
  return secretPatterns.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}
