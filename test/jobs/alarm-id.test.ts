import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alarmId, alarmKinds, readAlarmId } from '../../src/jobs/alarms.ts';

const alarm = fc.record({
  kind: fc.constantFrom(...alarmKinds),
  auctionId: fc.uuid(),
  dueAt: fc.date({ min: new Date(0), noInvalidDate: true }),
});

test('an alarm is read back from its id, which the queue takes as it is', () => {
  fc.assert(
    fc.property(alarm, (given) => {
      const id = alarmId(given);
      expect(readAlarmId(id)).toEqual(given);
      expect(id).not.toContain(':');
    }),
  );
});

test.each([
  '',
  '1',
  'open',
  'paint-0199b1d4-0000-7000-8000-00000000000a-1795268793789',
  'open-0199b1d4-0000-7000-8000-00000000000a-',
  'open-0199b1d4-0000-7000-8000-00000000000a-soon',
  'open-nobody-1795268793789',
])('another id is no alarm: "%s"', (id) => expect(readAlarmId(id)).toBeNull());
