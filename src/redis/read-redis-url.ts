import type { RedisOptions } from 'ioredis';

/** Where Redis is. */
export interface RedisAddress {
  readonly kind: 'one' | 'sentinel' | 'cluster';
  /** Of sentinels or of a cluster: whoever is there of them tells of the others. */
  readonly nodes: { readonly host: string; readonly port: number }[];
  /** As the sentinels know the Redis that they watch; empty otherwise. */
  readonly name: string;
  readonly options: Pick<RedisOptions, 'username' | 'password' | 'tls'>;
}

const defaultPorts = { one: 6_379, sentinel: 26_379, cluster: 6_379 };

/**
 * `redis://` and `rediss://` are one Redis. `redis-sentinel://host,host/name` is the one that sentinels name,
 * `redis-cluster://host,host` a cluster; with `rediss-` its connections are encrypted. Each host may have its port, and the user and password before
 * them are those of Redis.
 *
 * @throws TypeError when it is none of them
 */
export function readRedisUrl(url: string): RedisAddress {
  const parts = /^redis(s?)(?:-(sentinel|cluster))?:\/\/(?:([^:@/]*):([^@/]*)@)?([^@/?#]*)(?:\/([\w.-]*))?$/.exec(url);
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return { kind: 'one', nodes: [], name: '', options: {} };
  const [, isEncrypted, kind, username = '', password = '', hosts = '', name = ''] = parts ?? [];
  if (kind !== 'sentinel' && kind !== 'cluster') throw new TypeError('This is no address of Redis.');
  if ((kind === 'sentinel') !== (name !== ''))
    throw new TypeError('Sentinels, and they alone, need the name that they watch.');
  const nodes = hosts.split(',').map((text) => {
    const [, host, port] = /^([\w.-]+|\[[\da-fA-F:]+\])(?::(\d{1,5}))?$/.exec(text) ?? [];
    if (host === undefined) throw new TypeError(`This is no host of Redis: ${text}`);
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPorts[kind]) };
  });
  const options = {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(isEncrypted === 's' && { tls: {} }),
  };
  return { kind, nodes, name, options };
}
