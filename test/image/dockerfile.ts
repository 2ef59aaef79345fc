export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** One `FROM` and what follows it. */
export interface Stage {
  /** `node:26.10.0-slim` */
  readonly image: string;
  /** `build` in `FROM … AS build` */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** Reads the part of the Dockerfile's language that ours is written in: one instruction a line. */
export function readDockerfile(text: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, rest] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`Cannot read this line of the Dockerfile: ${line}`);
    if (name === 'FROM') {
      const [image, , stageName] = rest.split(' ');
      stages.push({ image: image ?? '', name: stageName ?? null, instructions: [] });
    } else {
      stages.at(-1)!.instructions.push({ name, text: rest });
    }
  }
  return stages;
}
