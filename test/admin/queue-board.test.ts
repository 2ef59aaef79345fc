import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { makeKeyUse } from '../../src/platform/auth/keys-in-use.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { readAnswer } from '../support/answer.ts';
import { queueHouses } from '../support/queue-houses.ts';
import { makeSeller } from '../support/seller.ts';

const auctionId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';

describe.each(queueHouses)('the queue board, with the queues on $name', ({ describeHouse, open }) => {
  describeHouse('to look at', async () => {
    const closing = new AsyncDisposableStack();
    afterAll(() => closing.disposeAsync());
    const house = closing.use(await open());
    const { db, deps: all } = house;
    const alarms = closing.use(makeAlarms(all));
    const deps: ProcessDeps = { ...all, alarms, keyUse: closing.use(makeKeyUse(all)) };
    const app = createApp(deps);
    closing.use(app);
    const send = async (path: string, init?: RequestInit) =>
      readAnswer(await app.fetch(new Request(new URL(path, deps.config.publicUrl), init)));
    const admin = await makeSeller(db, send, { scopes: ['admin'] });
    const seller = await makeSeller(db, send);
    const { rows } = await db.query<{ dueAt: Date }>(`select clock_timestamp() + interval '5 minutes' as "dueAt"`);
    const arm = async () => alarms.arm([{ kind: 'close', auctionId, dueAt: rows[0]!.dueAt }]);

    test('shows the queue and what is in it', async () => {
      await expect.poll(arm, { timeout: 20_000 }).toBe(true);
      const { status, body } = await admin.get('/admin/queues/api/queues?activeQueue=alarms&page=1&jobsPerPage=10');
      expect(status).toBe(200);
      const [shownAlarms, ...others] = body.queues;
      expect(shownAlarms).toMatchObject({ name: 'alarms', readOnlyMode: true });
      expect(shownAlarms.counts.delayed).toBe(1);
      expect(others).toEqual([]);
    });

    test('changes nothing, whatever it is asked', async () => {
      const before = await house.armed();
      for (const [method, path] of [
        ['PUT', '/admin/queues/api/queues/alarms/pause'],
        ['PUT', '/admin/queues/api/queues/pause'],
        ['PUT', '/admin/queues/api/queues/alarms/empty'],
        ['PUT', '/admin/queues/api/queues/alarms/obliterate'],
        ['POST', '/admin/queues/api/queues/alarms/add'],
        ['DELETE', '/admin/queues/api/queues/alarms/anything'],
      ] as const) {
        expect((await admin.request(path, { method })).status).toBe(405);
      }
      expect(await house.armed()).toEqual(before);
    });

    test('is for admins alone: its page, its data and its files', async () => {
      for (const path of ['/admin/queues/', '/admin/queues/api/queues', '/admin/queues/static/favicon.ico']) {
        expect((await send(path)).status).toBe(401);
        expect((await seller.get(path)).status).toBe(403);
        expect((await admin.get(path)).status).toBe(200);
      }
      const page = await send('/admin/queues/', { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('location')]).toEqual([303, '/admin']);
    });

    test('loads nothing from elsewhere', async () => {
      const page = await admin.get('/admin/queues/');
      expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    });
  });
});
