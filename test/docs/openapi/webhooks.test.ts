import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { WebhookEventType } from '../../../src/platform/db/generated/enums.ts';
import { exampleForm } from '../../../src/api/docs/openapi/webhooks.ts';
import { eventBody } from '../../../src/auctions/webhooks/event-body.ts';

const { webhooks, components } = JSON.parse(
  await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

test('every type of event is documented, and no other', () => {
  expect(Object.keys(webhooks).sort()).toEqual(Object.keys(WebhookEventType).sort());
});

test.each(Object.values(WebhookEventType))('%s: the example is the body that is sent, byte for byte', (eventType) => {
  const { schema, example } = webhooks[eventType].post.requestBody.content['application/json'];
  const snapshot = { ...example.payload, ...('privateUrl' in example.payload && exampleForm) };
  const event = { eventId: example.id, createdAt: new Date(example.timestamp), sequence: example.sequence };
  const body = eventBody({ ...event, eventType, snapshot }, example.mode, { publicUrl: 'https://auctions.example' });
  expect(body).toBe(JSON.stringify(example));
  expect(schema.properties.eventType.const).toBe(eventType);
});

test.each(Object.values(WebhookEventType))('%s: the schemas of the body let it gain fields', (eventType) => {
  const closed: string[] = [];
  const seen = new Set<unknown>();
  const visit = (schema: any, path: string): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (schema.additionalProperties === false) closed.push(path);
    if (typeof schema.$ref === 'string') visit(components.schemas[schema.$ref.split('/').at(-1)], schema.$ref);
    for (const [name, part] of Object.entries(schema)) visit(part, `${path}/${name}`);
  };
  visit(webhooks[eventType].post.requestBody.content['application/json'].schema, eventType);
  expect(closed).toEqual([]);
  expect(seen.size).toBeGreaterThan(5);
});
