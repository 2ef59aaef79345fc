// `npm start`: runs the whole service, or with ROLE=api or ROLE=worker a part of it, until a signal stops it.
import { readConfig } from './platform/config.ts';
import { freePort } from './platform/embedded/free-port.ts';
import { makeLog } from './operations/start/make-log.ts';
import { runCommand } from './operations/start/run-command.ts';
import { startService } from './operations/start/start-service.ts';
import { welcome } from './operations/start/seed.ts';

/** A terminal and npm both forward one Ctrl-C: a second signal within this time is the same one. */
const sameSignalMs = 500;

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

/** Settles at the first signal to stop. A later one ends the process at once. */
async function stopSignal(): Promise<NodeJS.Signals> {
  let stoppedAt: number | null = null;
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now();
        resolve(signal);
      } else if (performance.now() - stoppedAt > sameSignalMs) {
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
