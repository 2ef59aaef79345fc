import { openEventStreams } from '../../src/platform/metrics/metrics.ts';

/** What `/metrics` says of this process, streams that other tests have left open included. */
export async function countOpenStreams(kind: 'page' | 'subscription'): Promise<number> {
  const { values } = await openEventStreams.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}
