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
