import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from './optional-programs.ts';
import { freePort } from './free-port.ts';

/** A real PgBouncer in transaction mode, with fewer connections to PostgreSQL than its clients have to it. */
export interface PgBouncer extends AsyncDisposable {
  /** The same database, through the pooler. */
  readonly url: string;
}

/**
 * @param options.preparedStatements how many it keeps for each session; 0: it passes them on, as before version 1.21
 * @param options.connectQuery what it says to PostgreSQL at the beginning of each session; `null`: nothing
 */
export async function startPgBouncer(
  postgresUrl: string,
  { connectQuery, preparedStatements = 200 }: { connectQuery: string | null; preparedStatements?: number },
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(postgresUrl);
  const dir = await mkdtemp(join(tmpdir(), 'test-pgbouncer-'));
  await chmod(dir, 0o755);
  const ownPort = await freePort();
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  await writeFile(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${quoted(decodeURIComponent(password))}${connectQuery === null ? '' : ` connect_query=${quoted(connectQuery)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_prepared_statements = ${preparedStatements}
`,
  );
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const server = spawn(requireProgram('pgbouncer'), [...asNobody, join(dir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  let output = '';
  for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('process up')) break;
  }
  server.stderr.resume();
  if (server.exitCode !== null || !output.includes('process up'))
    throw new Error(`pgbouncer did not start:\n${output}`);
  return {
    url: `postgres://${username}@127.0.0.1:${ownPort}${pathname}`,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}
