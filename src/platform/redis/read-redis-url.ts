import type { RedisOptions } from 'ioredis';

/** The address of Redis. */
interface RedisAddress {
  readonly kind: 'one' | 'sentinel' | 'cluster';
  /** The nodes of a cluster or the sentinels: any one that answers names the others. */
  readonly nodes: { readonly host: string; readonly port: number }[];
  /** The name under which the sentinels know their Redis; empty otherwise. */
  readonly name: string;
  readonly options: Pick<RedisOptions, 'username' | 'password' | 'tls'>;
}

const defaultPorts = { one: 6_379, sentinel: 26_379, cluster: 6_379 };

/**
 * Reads the URL of Redis. `redis://` and `rediss://` are one Redis, `redis-sentinel://host,host/name` the one that
 * sentinels name, and `redis-cluster://host,host` a cluster; with `rediss-` its connections are encrypted. Each host
 * may have its port. The user and password before them are those of Redis.
 *
 * @returns `null` for any other URL
 */
export function readRedisUrl(url: string): RedisAddress | null {
  const parts = /^redis(s?)(?:-(sentinel|cluster))?:\/\/(?:([^:@/]*):([^@/]*)@)?([^@/?#]*)(?:\/([\w.-]*))?$/.exec(url);
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return { kind: 'one', nodes: [], name: '', options: {} };
  const [, isEncrypted, kind, username = '', password = '', hosts = '', name = ''] = parts ?? [];
  if (kind !== 'sentinel' && kind !== 'cluster') return null;
  // Sentinels, and they alone, need the name that they watch.
  if ((kind === 'sentinel') !== (name !== '')) return null;
  const nodes = hosts.split(',').map((text) => {
    const [, host = '', port] = /^([\w.-]+|\[[\da-fA-F:]+\])(?::(\d{1,5}))?$/.exec(text) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPorts[kind]) };
  });
  if (nodes.some(({ host }) => host === '')) return null;
  const options = {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(isEncrypted === 's' && { tls: {} }),
  };
  return { kind, nodes, name, options };
}
