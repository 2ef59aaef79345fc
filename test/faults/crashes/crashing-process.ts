// One process of the service, which does what a scenario asks and then works as a worker, and which kills itself at a
// crash point. It begins at a word on its standard input, and ends with that. On its standard output it writes every point
// that it comes to, a line each and before it goes on, and `working` once it has done what it was asked to do.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { atCrashPoints, type CrashPoint } from '../../../src/core/crash-point.ts';
import { startWorker } from '../../../src/operations/work/start-worker.ts';
import { processDeps } from './process-deps.ts';
import { scenarios, type StagedAuction } from './scenarios.ts';

export interface CrashingProcess {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  /** Absent: no message is sent. */
  readonly smtpUrl?: string;
  readonly auction: StagedAuction;
  /** What it is asked to do; `null`: only what any worker does. */
  readonly scenario: string | null;
  /** `null`: it lives. */
  readonly diesAt: CrashPoint | null;
  /** By default it is killed; a process that is stopped goes on when it is told to. */
  readonly by?: 'SIGKILL' | 'SIGSTOP';
}

const { diesAt, by = 'SIGKILL', auction, scenario, ...urls } = JSON.parse(process.argv[2]!) as CrashingProcess;
// Whoever started it may be killed, too.
process.stdin.once('end', () => process.exit(1));
const closing = new AsyncDisposableStack();
const deps = await processDeps(urls, closing);
await once(process.stdin, 'data');

atCrashPoints((point) => {
  writeSync(1, `${point}\n`);
  if (point === diesAt) process.kill(process.pid, by);
});
await scenarios.find(({ name }) => name === scenario)?.act?.(deps, auction);
closing.use(await startWorker(deps));
writeSync(1, 'working\n');
