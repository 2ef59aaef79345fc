import { type LogFn, type Logger, pino } from 'pino';
import type { Config } from '../../platform/config.ts';
import { followedIds } from '../../core/followed-ids.ts';
import { isLogged } from '../../core/outage.ts';

/** Names of logged fields whose values are always removed. */
const secretNames = ['authorization', 'cookie', 'password', 'secret', 'secrets', 'token', 'key', 'email', 'card'];

/**
 * Patterns of secrets that are removed from every text, such as the message of a library's error. A line without any of the hints need not
 * be searched with the slower pattern.
 */
const secretPatterns = [
  {
    // At any depth; pino's own redaction of top-level fields costs nothing.
    hints: secretNames.map((name) => `"${name}":`),
    pattern: new RegExp(`"(${secretNames.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'g'),
    instead: '"$1":"***"',
  },
  { hints: ['auc_'], pattern: /\bauc_(live|test|admin)_\w+/g, instead: 'auc_$1_***' },
  {
    hints: ['whsec_', 'bidsec_', 'sk_', 'rk_'],
    pattern: /\b(whsec|bidsec|sk_live|sk_test|rk_live|rk_test)_[\w+/=-]+/g,
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

/** A terminal: its reader is a person. */
const terminal = { write: (line: string) => void process.stdout.write(readableLine(line)) };

/**
 * Makes the log of a process on standard output: JSON lines, or readable lines on a terminal. A line carries
 * the ids that its work is about, and the `requestId` of the request that led to it.
 */
export function makeLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: { write(line: string): void } | undefined = process.stdout.isTTY ? terminal : undefined,
): Logger {
  const options = {
    level: logLevel,
    redact: { paths: secretNames, censor: '***' },
    mixin: followedIds,
    hooks: { logMethod: onceAnOutage, streamWrite: withoutSecrets },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const warning = 40;

/** Writes at `debug` each line about an error whose outage has a line of its own: many loops and requests meet the same outage. */
function onceAnOutage(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const { err } = (args[0] ?? {}) as { readonly err?: unknown };
  if (level >= warning && isLogged(err)) this.debug(...args);
  else method.apply(this, args);
}

/** Removes secrets and personal data from a line of the log. */
export function withoutSecrets(line: string): string {
  return secretPatterns.reduce(
    (text, { hints, pattern, instead }) =>
      hints.some((hint) => text.includes(hint)) ? text.replace(pattern, instead) : text,
    line,
  );
}

const levels: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO ', 40: 'WARN ', 50: 'ERROR', 60: 'FATAL' };

/** Fields that the message already contains, or that a person at a terminal does not need. */
const leftOut = new Set(['level', 'time', 'pid', 'hostname', 'method', 'route', 'status', 'ms']);

/**
 * Turns a line of the log into one that a person reads: the time of day, the level, the message, the fields, and below them the
 * stack of an error.
 *
 * @param json a line as pino writes it, without secrets; other text comes out as it is
 */
export function readableLine(json: string): string {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(json) as Record<string, unknown>;
  } catch {
    return json;
  }
  const { err, msg, ...fields } = line;
  const time = new Date(line['time'] as number).toTimeString().slice(0, 8);
  const printed = Object.entries(fields)
    .filter(([name]) => !leftOut.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
  const stack = (err as { stack?: string } | undefined)?.stack;
  const below = stack === undefined ? '' : `\n  ${stack.replaceAll('\n', '\n  ')}`;
  return `${time} ${levels[line['level'] as number] ?? ''} ${typeof msg === 'string' ? msg : ''}${printed}${below}\n`;
}
