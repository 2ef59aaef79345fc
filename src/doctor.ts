// `npm run doctor`: looks at the configuration and at all that the service stands on, and says what is fine and what to do.
import { examine } from './checkup/examine.ts';
import type { Finding } from './checkup/finding.ts';
import { readConfig } from './config.ts';
import { CannotStart } from './core/cannot-start.ts';
import { runCommand } from './start/run-command.ts';
import { withoutSecrets } from './start/make-log.ts';

const marks: Record<Finding['verdict'], string> = { fine: 'ok    ', notice: 'notice', fault: 'FAULT ' };

await runCommand(async () => {
  const config = readConfig(process.env);
  console.log('ok      Configuration: every variable can be used.');
  const findings = await examine(config);
  for (const { verdict, subject, found, remedy } of findings) {
    console.log(withoutSecrets(`${marks[verdict]}  ${subject}: ${found}`));
    if (remedy !== null) console.log(`        ${remedy}`);
  }
  const faults = findings.filter(({ verdict }) => verdict === 'fault').length;
  if (faults > 0) throw new CannotStart(`\n${faults === 1 ? 'There is a fault' : `There are ${faults} faults`}.`);
});
