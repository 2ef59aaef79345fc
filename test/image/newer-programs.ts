import { existsSync } from 'node:fs';

const folder = '/opt/auction-programs';

/**
 * The folder of the programs that `.ci/unpack-newer-programs` brings: PostgreSQL's client programs, Caddy and Docker Compose.
 *
 * @returns `null`: they are not here, which on CI is a fault
 */
export function newerPrograms(): string | null {
  if (existsSync(`${folder}/complete`)) return `${folder}/bin`;
  if (process.env['CI'] === 'true') throw new Error(`${folder} is missing, and CI must not skip it.`);
  console.warn(
    `${folder} is missing: what needs Caddy and Docker Compose is skipped (.ci/unpack-newer-programs brings them).`,
  );
  return null;
}
