import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Stage } from './dockerfile.ts';

/** What the last stage leaves behind: files below `folder`, and how the image starts. */
export interface Image {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/**
 * Follows a Dockerfile without a container engine: each stage is a folder, in which its `WORKDIR` is `app`. The programs
 * come from this machine and this project's Node, as the images bring the same.
 *
 * @param context the folder of what is sent to the builder
 */
export function buildImage(stages: readonly Stage[], { context, folder }: { context: string; folder: string }): Image {
  const app = (stage: string) => join(folder, stage, 'app');
  let image: Image | null = null;
  for (const [index, stage] of stages.entries()) {
    const here = app(stage.name ?? String(index));
    const environment: Record<string, string> = {};
    let command: string[] = [];
    mkdirSync(here, { recursive: true });
    for (const { name, text } of stage.instructions) {
      console.log(`${name} ${text}`);
      if (name === 'COPY') copy(text, { context, here, app });
      if (name === 'RUN') {
        execFileSync('sh', ['-c', text], { cwd: here, stdio: 'inherit', env: { ...process.env, ...environment } });
      }
      if (name === 'ENV')
        Object.assign(environment, Object.fromEntries(text.split(' ').map((pair) => pair.split('='))));
      if (name === 'CMD') command = JSON.parse(text) as string[];
      if (name === 'WORKDIR' && text !== '/app') throw new Error(`A stage stands in /app here, not in ${text}.`);
    }
    image = { folder: here, environment, command };
  }
  if (image === null) throw new Error('The Dockerfile has no stage.');
  return image;
}

/** `COPY package.json package-lock.json ./` and `COPY --from=build /app/src src` */
function copy(
  text: string,
  { context, here, app }: { context: string; here: string; app: (stage: string) => string },
): void {
  const [, from, rest] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
  const paths = rest!.split(' ');
  const to = paths.pop()!;
  for (const path of paths) {
    const source = from === undefined ? join(context, path) : join(app(from), path.replace(/^\/app\//, ''));
    const target = to.endsWith('/') ? join(here, to, basename(path)) : join(here, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  }
}
