import { expect, test, vi } from 'vitest';
import { startRestoredService } from './restored-stage.ts';

vi.setConfig({ testTimeout: 300_000 });

test.each([
  ['release_answer_lost', 'capture_declined', 'capture_answer_lost'],
  ['visa', 'authorize_answer_lost', 'visa'],
  ['visa', 'capture_5xx', 'authorize_answer_lost'],
] as const)('restored to before any call of %s, %s, %s, nobody else is charged', async (...cards) => {
  await using restored = await startRestoredService();
  expect(await restored.restoreBeforeEachCall(cards)).toBeGreaterThan(8);
});
