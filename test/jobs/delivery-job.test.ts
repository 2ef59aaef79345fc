import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryJobId, readDeliveryJobId } from '../../src/jobs/delivery-job.ts';

test('a job is read back from its id, which the queue takes as it is', () => {
  fc.assert(
    fc.property(fc.record({ deliveryId: fc.uuid(), attempt: fc.nat() }), (job) => {
      const id = deliveryJobId(job);
      expect(readDeliveryJobId(id)).toEqual(job);
      expect(id).not.toContain(':');
    }),
  );
});

test.each([
  '',
  '1',
  'deliver',
  'deliver-0199b1d4-0000-7000-8000-00000000000a',
  'deliver-0199b1d4-0000-7000-8000-00000000000a-',
  'deliver-0199b1d4-0000-7000-8000-00000000000a--1',
  'close-0199b1d4-0000-7000-8000-00000000000a-1',
])('another id is no job: "%s"', (id) => expect(readDeliveryJobId(id)).toBeNull());
