import { isTimeZone } from '../core/language-formats.ts';
import type { FieldFault, Typed, Visit } from './seller-page.ts';
import { secondsOf } from './zones.ts';

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
