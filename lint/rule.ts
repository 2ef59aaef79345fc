import { relative, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';

/** One rule of the house, as oxlint runs it over the syntax tree of each file. */
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown; createOnce?: never }>;

type Context = Parameters<Rule['create']>[0];

/** A place that a rule can point at. */
export type Node = NonNullable<Parameters<Context['report']>[0]['node']>;

/** The file's path below `src/`, with `/` between folders; `null` outside of it. */
export function pathInSource({ cwd, filename }: Pick<Context, 'cwd' | 'filename'>): string | null {
  const [top, ...rest] = relative(cwd, filename).split(sep);
  return top === 'src' ? rest.join('/') : null;
}
