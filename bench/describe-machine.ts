import os from 'node:os';
import type { Connection } from '../src/platform/db/database.ts';
import { presentCommit } from '../test/support/present-commit.ts';

/** Says when, at which commit and on what machine something is measured. */
export async function describeMachine(db: Connection): Promise<string> {
  const { rows } = await db.query<{ version: string; buffers: string }>(
    `select current_setting('server_version') as version, current_setting('shared_buffers') as buffers`,
  );
  const [{ version, buffers }] = rows as [{ version: string; buffers: string }];
  const cpus = os.cpus();
  return [
    `${new Date().toISOString().slice(0, 10)} at commit ${presentCommit()}`,
    `${cpus.length} cores (${cpus[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    `Embedded PostgreSQL ${version} with ${buffers} of shared buffers, on the same machine`,
    // Above the number of cores, other work has slowed what was measured.
    `Load average ${os.loadavg()[0]!.toFixed(1)}`,
  ]
    .map((fact) => `${fact}.`)
    .join(' ');
}
