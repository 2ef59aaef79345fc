import { readFileSync } from 'node:fs';
import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { beginCounters } from '../../src/operations/start/begin-counters.ts';

test('each counter whose increase an alert watches begins at 0', async () => {
  const rules = readFileSync('deploy/monitoring/rules.yml', 'utf8');
  const watched = [...rules.matchAll(/increase\((\w+)(?:\{(\w+)=~?"([^"]+)"\})?\[/g)];
  expect(watched.length).toBeGreaterThanOrEqual(7);
  await import('../../src/operations/shedding/load-shedder.ts');
  beginCounters();
  const text = await register.metrics();
  for (const [, name, label, values] of watched) {
    for (const value of values?.split('|') ?? [null]) {
      const lines = text.split('\n').filter((line) => line.startsWith(`${name}`) && !line.startsWith('#'));
      const series = lines.filter((line) => value === null || line.includes(`${label}="${value}"`));
      expect({ name, value, begins: series.length > 0 && series.every((line) => line.endsWith(' 0')) }).toEqual({
        name,
        value,
        begins: true,
      });
    }
  }
});
