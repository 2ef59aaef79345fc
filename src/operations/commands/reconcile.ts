// `npm run cli -- reconcile [--repair] [--auction ID] [--days N]`: compares the payments of each provider with our books, and
// with --repair does what is safe.
import { parseArgs } from 'node:util';
import pino from 'pino';
import { reconcile } from '../../settlement/books/reconcile.ts';
import { readConfig } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { isUuid } from '../../core/uuid.ts';
import { makeLive } from '../../platform/live/live.ts';
import { makeGateways } from '../../payments/providers/providers.ts';
import { connectRunning, runCommand } from '../start/run-command.ts';

const usage = 'Usage: npm run cli -- reconcile [--repair] [--auction ID] [--days N]';

await runCommand(async () => {
  const config = readConfig(process.env);
  const { values } = parseArgs({
    options: { repair: { type: 'boolean' }, auction: { type: 'string' }, days: { type: 'string', default: '30' } },
  });
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || (values.auction !== undefined && !isUuid(values.auction)))
    throw new CannotStart(usage);
  await using db = await connectRunning(config);
  const log = pino({ level: 'silent' });
  await using live = makeLive({ db, log });
  const gateways = makeGateways({ config, db });
  const since = new Date(Date.now() - days * 86_400_000);
  const repair = values.repair === true;
  const scope = { since, auctionId: values.auction, repair, allReversals: true, priority: 'release' } as const;
  let left = 0;
  for (const gateway of Object.values(gateways)) {
    if (gateway === null) continue;
    let differing = 0;
    for await (const { differences } of reconcile({ db, live, gateways, log }, gateway, scope)) {
      for (const difference of differences) console.log(JSON.stringify({ provider: gateway.name, ...difference }));
      differing += differences.length;
      left += differences.filter(({ remedy }) => remedy !== 'repaired').length;
    }
    console.log(`${gateway.name}: ${differing === 0 ? 'nothing differs' : `${differing} differ`}.`);
  }
  if (left > 0) throw new CannotStart(`${left} left${repair ? ' for an operator to decide' : ''}.`);
});
