import { randomUUID } from 'node:crypto';
import { administer, databaseUrl } from '../../support/administer.ts';
import { hasProgram } from '../../support/optional-programs.ts';
import { startRedis } from '../../support/redis.ts';
import type { Place } from './play.ts';

export interface Places extends AsyncDisposable {
  next(): Promise<Place & AsyncDisposable>;
}

/** A migrated database of its own for each play, and a part of one Redis, where this machine has it. */
export async function openPlaces({ serverUrl, template }: { serverUrl: string; template: string }): Promise<Places> {
  const redis = hasProgram('redis') ? await startRedis({ databases: '10000' }) : null;
  let count = 0;
  return {
    next: async () => {
      const name = `play_${randomUUID().replaceAll('-', '')}`;
      await administer(serverUrl, `create database ${name} template ${template}`);
      count += 1;
      return {
        databaseUrl: databaseUrl(serverUrl, name),
        redisUrl: redis === null ? null : `${redis.url}/${count}`,
        [Symbol.asyncDispose]: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await redis?.[Symbol.asyncDispose]();
    },
  };
}
