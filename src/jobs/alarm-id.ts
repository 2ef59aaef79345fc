import { type Alarm, alarmKinds } from './alarms.ts';

const pattern = new RegExp(`^(${alarmKinds.join('|')})-([0-9a-f-]{36})-(\\d+)$`);

/**
 * `close-<auctionId>-<unix milliseconds>`: the id *is* the alarm. The queue ignores an id that it already has, so the
 * same alarm is armed once, and a moved period is another alarm.
 */
export function alarmId({ kind, auctionId, dueAt }: Alarm): string {
  return `${kind}-${auctionId}-${dueAt.getTime()}`;
}

/**
 * Reads the alarm that an id names.
 *
 * @returns `null` for an id that this version of the service did not write
 */
export function readAlarmId(id: string): Alarm | null {
  const [, kind, auctionId, dueAtMs] = pattern.exec(id) ?? [];
  if (kind === undefined || auctionId === undefined || dueAtMs === undefined) return null;
  return { kind: kind as Alarm['kind'], auctionId, dueAt: new Date(Number(dueAtMs)) };
}
