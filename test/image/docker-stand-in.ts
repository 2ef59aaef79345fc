// `docker` of a machine without a container engine: Docker Compose itself reads the files of the folder, and the stand-in of
// the engine says which program does the work.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { EngineAnswer } from './engine-stand-in.ts';

const [group, ...words] = process.argv.slice(2);
const { ENGINE, PROGRAMS, ...env } = process.env;

// There are no images to delete.
if (group === 'image') process.exit(0);

const config: unknown = JSON.parse(
  execFileSync(join(PROGRAMS!, 'docker-compose'), ['config', '--format', 'json'], { env, encoding: 'utf8' }),
);
const response = await fetch(ENGINE!, { method: 'POST', body: JSON.stringify({ words, config }) });
const answer = (await response.json()) as EngineAnswer;
if ('fault' in answer) {
  console.error(answer.fault);
  process.exit(1);
}
if ('done' in answer) process.exit(0);
const { file, args, ...options } = answer;
const { status, error } = spawnSync(file, args, { ...options, stdio: 'inherit' });
if (error !== undefined) throw error;
process.exit(status ?? 1);
