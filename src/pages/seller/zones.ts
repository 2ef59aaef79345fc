import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { isTimeZone } from '../../core/language-formats.ts';
import type { FieldFault, Options } from '../form-fields.ts';
import type { Typed, Visit } from './seller-page.ts';

export const zoneCookie = 'zone';

/** The time zone that a browser's seller has chosen, or that the page's script has found; UTC without both. */
export function rememberedZone(c: Context): string {
  const zone = getCookie(c, zoneCookie);
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}

/** Returns the zones that a seller can choose from, each with its offset now, such as `+05:30`. A zone's other names can be typed. */
export function allZones(): Options {
  const now = Temporal.Now.instant();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return zones.map((zone) => [zone, now.toZonedDateTimeISO(zone).offset]);
}

/** Reads the times of a form in the zone that was chosen in it, and remembers the zone. A form without times has none. */
export function readTimes({ words, rememberZone, zone: remembered }: Visit, { fields }: Pick<Typed, 'fields'>) {
  const faults: FieldFault[] = [];
  const zone = (fields.get('zone') ?? remembered).trim();
  const isZone = isTimeZone(zone);
  if (!isZone) faults.push({ field: 'zone', detail: words.ownFaults.zone });
  else if (fields.has('zone')) rememberZone(zone);
  return {
    faults,
    /** Returns the unix seconds of a field; `null` when it, or the zone, cannot be read. */
    seconds(name: string): number | null {
      if (!isZone) return null;
      const found = timesOf(fields.get(name) ?? '', zone);
      const chosen =
        found?.length === 1 ? found[0] : found?.find(({ offset }) => offset === fields.get(`${name}-offset`));
      if (chosen !== undefined) return Math.floor(chosen.epochMilliseconds / 1_000);
      const { noTime, noSuchTime, timeTwice } = words.ownFaults;
      faults.push({ field: name, detail: found === null ? noTime : found.length === 0 ? noSuchTime : timeTwice });
      return null;
    },
  };
}

/**
 * Reads a time as `<input type=datetime-local>` sends it.
 *
 * @returns two times in the hour that a change of the clocks repeats, and none in the hour that it skips; `null`: it is no time
 */
export function timesOf(wallTime: string, zone: string): readonly Temporal.ZonedDateTime[] | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(wallTime)) return null;
  try {
    const plain = Temporal.PlainDateTime.from(wallTime);
    const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
      plain.toZonedDateTime(zone, { disambiguation }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    if (!earlier.toPlainDateTime().equals(plain)) return [];
    return earlier.equals(later) ? [earlier] : [earlier, later];
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Writes an instant into the fields of a time: the wall time, and in an hour that comes twice the offset that says which one is meant. */
export function timeFields(name: string, epochMilliseconds: number, zone: string): Readonly<Record<string, string>> {
  const zoned = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone);
  const wallTime = zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
  return { [name]: wallTime, ...(timesOf(wallTime, zone)?.length === 2 && { [`${name}-offset`]: zoned.offset }) };
}
