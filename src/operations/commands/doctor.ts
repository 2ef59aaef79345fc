// `npm run cli -- doctor [--live]`: checks the configuration and everything that the service depends on, and prints the
// results with remedies; with --live also everything that live payments need.
import { checkAll } from '../checkup/check-all.ts';
import { checkLive } from '../checkup/check-settings.ts';
import type { CheckResult } from '../../core/check-result.ts';
import { readConfig } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { runCommand } from '../start/run-command.ts';
import { withoutSecrets } from '../start/make-log.ts';

const marks: Record<CheckResult['verdict'], string> = { fine: 'ok    ', notice: 'notice', fault: 'FAULT ' };

await runCommand(async () => {
  const config = readConfig(process.env);
  console.log('ok      Configuration: every variable can be used.');
  const results = [...(await checkAll(config)), ...(process.argv.includes('--live') ? checkLive(config) : [])];
  for (const { verdict, subject, found, remedy } of results) {
    console.log(withoutSecrets(`${marks[verdict]}  ${subject}: ${found}`));
    if (remedy !== null) console.log(`        ${remedy}`);
  }
  const faults = results.filter(({ verdict }) => verdict === 'fault').length;
  if (faults > 0) throw new CannotStart(`\n${faults === 1 ? 'There is a fault' : `There are ${faults} faults`}.`);
});
