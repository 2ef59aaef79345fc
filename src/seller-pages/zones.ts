import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isTimeZone } from '../core/language-formats.ts';
import type { FieldFault, Typed, Visit } from './seller-page.ts';

const name = 'zone';
const rememberedSeconds = 365 * 24 * 3_600;

/** The time zone that a browser's seller has chosen, or that the page's script has found; UTC without both. */
export function rememberedZone(c: Context): string {
  const zone = getCookie(c, name);
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}

/** Remembers the zone that times were typed in. A page's script may read it: it is no secret. */
export function rememberZone(c: Context, zone: string, isSecure: boolean): void {
  if (zone === getCookie(c, name)) return;
  setCookie(c, name, zone, { path: '/', sameSite: 'Lax', secure: isSecure, maxAge: rememberedSeconds });
}

/** All zones that times can be written in. */
export function allZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Reads the times of a form in the zone that was chosen in it, and remembers the zone. */
export function readTimes({ words, rememberZone }: Visit, { fields }: Pick<Typed, 'fields'>) {
  const faults: FieldFault[] = [];
  const zone = fields.get('zone') ?? 'UTC';
  const isZone = isTimeZone(zone) || zone === 'UTC';
  if (isZone) rememberZone(zone);
  else faults.push({ field: 'zone', detail: words.ownFaults.zone });
  return {
    faults,
    /** Returns the unix seconds of a field; `null` when it, or the zone, cannot be read. */
    seconds(name: string): number | null {
      if (!isZone) return null;
      const found = secondsOf(fields.get(name) ?? '', zone);
      if (typeof found === 'number') return found;
      const { noTime, noSuchTime } = words.ownFaults;
      faults.push({ field: name, detail: found === null ? noTime : noSuchTime });
      return null;
    },
  };
}

/**
 * Reads a time as `<input type=datetime-local>` sends it.
 *
 * @returns unix seconds; `'no_such_time'` in the hour that a change of the clocks skips; `null`: it is no time. An hour that
 *   occurs twice means the first one.
 */
function secondsOf(wallTime: string, zone: string): number | 'no_such_time' | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(wallTime)) return null;
  try {
    const plain = Temporal.PlainDateTime.from(wallTime);
    const zoned = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
    if (!zoned.toPlainDateTime().equals(plain)) return 'no_such_time';
    return Math.floor(zoned.epochMilliseconds / 1_000);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Writes an instant as `<input type=datetime-local>` takes it. */
export function wallTimeOf(epochMilliseconds: number, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
}
