// `npm start`: runs the whole service, or with ROLE=api or ROLE=worker a part of it, until a signal stops it.
import { readConfig } from './config.ts';
import { freePort } from './embedded/free-port.ts';
import { makeLog } from './start/make-log.ts';
import { runCommand } from './start/run-command.ts';
import { startService } from './start/start-service.ts';
import { stopSignal } from './start/stop-signal.ts';
import { welcome } from './start/welcome.ts';

await runCommand(async () => {
  const stopped = stopSignal();
  // The port is needed, also inside answers, before the server listens.
  const port = process.env['PORT'] === '0' ? { PORT: String(await freePort()) } : {};
  const config = readConfig({ ...process.env, ...port });
  const log = makeLog(config);
  await using service = await startService({ config, log });
  const { seeded } = service;
  if (seeded === null) log.info({ role: config.role, address: config.publicUrl }, 'The service is running.');
  else console.log(welcome({ publicUrl: config.publicUrl, ...seeded }));
  await stopped;
  if (seeded === null) log.info('The service is stopping.');
  else console.log('\nStopping …');
});
