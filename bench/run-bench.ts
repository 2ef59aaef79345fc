// `npm run bench -- NAME … [OPTION …]`: runs the named benches, or all of them, one after the other. Each says in its first lines what
// it measures, when it fails and what its options are. `npm run bench -- --short`: all for seconds each, to see that they work.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const benches: Record<string, string> = {
  api: 'api/run-api.ts',
  growth: 'api/run-growth.ts',
  bids: 'bids/run-bids.ts',
  costs: 'costs/run-costs.ts',
  settlement: 'settlement/run-settlement.ts',
  minute: 'minute/run-minute.ts',
  page: 'page/run-page.ts',
  doors: 'doors/run-doors.ts',
};

const given = process.argv.slice(2);
const firstOption = given.findIndex((each) => each.startsWith('-'));
const named = firstOption === -1 ? given : given.slice(0, firstOption);
const options = given.slice(named.length);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}, but ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const name of named.length > 0 ? named : Object.keys(benches)) {
  const file = path.join(import.meta.dirname, benches[name]!);
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: 'inherit' });
  if (status === 0) continue;
  console.error(`The bench ${name} has failed.`);
  process.exitCode = 1;
}
