import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The commands that run with this text among their words. */
export function commandsNaming(text: string): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'command='], { encoding: 'utf8' });
  return stdout.split('\n').filter((command) => command.includes(text) && !command.startsWith('ps '));
}

/** What still runs when it has had the time to end; nothing, as a rule. */
export async function commandsLeft(text: string, withinMs = 5_000): Promise<string[]> {
  const begin = performance.now();
  let commands = commandsNaming(text);
  while (commands.length > 0 && performance.now() - begin < withinMs) {
    await sleep(50);
    commands = commandsNaming(text);
  }
  return commands;
}
