import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { startRedis } from '../support/redis.ts';
import type { Image } from './build-image.ts';
import { environmentOf, type RunningProcess, runInImage } from './run-in-image.ts';
import { until } from './until.ts';

/** The part of `docker compose config --format json` that is read here: every variable is resolved, and every file merged. */
export interface ComposeConfig {
  readonly services: Readonly<Record<string, ComposeService>>;
}

interface ComposeService {
  readonly command: readonly string[] | null;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly volumes?: readonly { readonly type: string; readonly source: string; readonly target: string }[];
}

/** What the command of the terminal has to do: run a program in the place of a container, or nothing more. */
export type EngineAnswer =
  | { readonly file: string; readonly args: readonly string[]; readonly cwd: string; readonly env: NodeJS.ProcessEnv }
  | { readonly fault: string }
  | { readonly done: true };

export interface EngineStandIn extends AsyncDisposable {
  /** Where `docker` of this folder asks. */
  readonly url: string;
  /** The certificate of the authority that signs Caddy's. */
  readonly authority: string;
  readonly log: string;
}

/**
 * Does with processes what `docker compose` does with containers, on a machine without a container engine: the service from
 * the image's files, PostgreSQL, Redis and Caddy as programs of this machine.
 *
 * @param programs a folder with PostgreSQL's client programs and Caddy
 */
export async function startEngineStandIn({
  folder,
  image,
  programs,
}: {
  folder: string;
  image: Image;
  programs: string;
}): Promise<EngineStandIn> {
  await using closing = new AsyncDisposableStack();
  const log = join(folder, 'engine.log');
  const output = openSync(log, 'a', 0o644);
  const postgres = closing.use(await startEmbeddedPostgres({ dataDir: join(folder, 'one-server-data') }));
  const redisPort = await freePort();
  const [apiPort, workerPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const caddyData = join(folder, 'caddy');
  await mkdir(caddyData);
  const authority = join(caddyData, 'caddy/pki/authorities/local/root.crt');
  const running = new Map<string, RunningProcess>();
  let redis: AsyncDisposable | null = null;
  closing.defer(async () => {
    await stop([...running.keys()]);
    await redis?.[Symbol.asyncDispose]();
  });

  /** The environment of a container, with the addresses of this machine. */
  function environmentIn(config: ComposeConfig, name: string): Record<string, string> {
    const own = Object.entries(config.services[name]?.environment ?? {}).flatMap(([key, value]) =>
      value === null ? [] : [[key, onThisMachine(value)] as const],
    );
    return {
      ...environmentOf(image, { folder }),
      ...Object.fromEntries(own),
      PORT: String(name === 'worker' ? workerPort : apiPort),
      NODE_EXTRA_CA_CERTS: authority,
    };
  }

  function onThisMachine(text: string): string {
    return text
      .replace('@postgres:5432/', `@127.0.0.1:${new URL(postgres.url).port}/`)
      .replace('redis://redis:6379', `redis://127.0.0.1:${redisPort}`)
      .replace('api:4000', `127.0.0.1:${apiPort}`);
  }

  async function up(config: ComposeConfig): Promise<void> {
    const { services } = config;
    if (redis === null) await takePassword(services['postgres']!.environment!['POSTGRES_PASSWORD']!);
    redis ??= await startRedis({ ...settingsOfRedis(services['redis']!), port: String(redisPort) });
    await stop([...running.keys()]);
    const migrated = runInImage(image, services['migrate']!.command!, {
      env: environmentIn(config, 'migrate'),
      stdio: ['ignore', output, output],
    });
    if ((await migrated.ended) !== 0) throw new Error(`The migrations failed: ${await readFile(log, 'utf8')}`);
    for (const name of ['api', 'worker']) {
      const stdio = ['ignore', output, output] as const;
      const role = runInImage(image, image.command, { env: environmentIn(config, name), stdio: [...stdio] });
      running.set(name, role);
    }
    await until(
      'the API',
      async () => (await fetch(`http://127.0.0.1:${apiPort}/healthz`).catch(() => null))?.ok === true,
    );
    await startCaddy(config);
  }

  async function startCaddy({ services }: ComposeConfig): Promise<void> {
    const { volumes, environment } = services['caddy']!;
    const source = volumes!.find(({ target }) => target === '/etc/caddy')!.source;
    const ofGuide = onThisMachine(await readFile(join(source, 'Caddyfile'), 'utf8'));
    const file = join(folder, 'Caddyfile');
    // Ports and an authority of this test alone.
    await writeFile(
      file,
      `{\n\thttp_port ${httpPort}\n\tskip_install_trust\n\tadmin off\n\tpersist_config off\n}\n${ofGuide}`,
    );
    const child = spawn(join(programs, 'caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { ...(environment as Record<string, string>), HOME: folder, XDG_DATA_HOME: caddyData },
      stdio: ['ignore', output, output],
    });
    running.set('caddy', { child, ended: once(child, 'exit').then(([code]) => code as number | null) });
  }

  async function stop(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const role = running.get(name);
      running.delete(name);
      role?.child.kill('SIGTERM');
      await role?.ended;
    }
  }

  /** The image of PostgreSQL takes its password at the first start, too. */
  async function takePassword(password: string): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`alter role auction password ${client.escapeLiteral(password)}`);
    await client.end();
  }

  /** @param words what follows `docker compose` */
  async function answer(words: readonly string[], config: ComposeConfig): Promise<EngineAnswer> {
    const [command, ...rest] = words;
    if (command === 'up' && rest.every((word) => ['--build', '--detach'].includes(word))) {
      await up(config);
      return { done: true };
    }
    if (command === 'stop' && rest.every((name) => name in config.services)) {
      await stop(rest);
      return { done: true };
    }
    if (command === 'exec' && rest[0] === '-T') return inContainer(config, rest.slice(1));
    return { fault: `docker compose ${words.join(' ')}: no step of the guide has needed this yet.` };
  }

  function inContainer(config: ComposeConfig, [name, file, ...args]: readonly string[]): EngineAnswer {
    const service = config.services[name!];
    if (service === undefined || file === undefined) return { fault: `There is no service ${name}.` };
    if (name === 'postgres') {
      const { hostname, port } = new URL(postgres.url);
      const PGPASSWORD = service.environment!['POSTGRES_PASSWORD']!;
      const env = { PATH: '/usr/bin:/bin', PGHOST: hostname, PGPORT: port, PGPASSWORD };
      return { file: join(programs, file), args, cwd: folder, env };
    }
    return { file, args, cwd: image.folder, env: environmentIn(config, name!) };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { words, config } = (await json(request)) as { words: string[]; config: ComposeConfig };
      const answered = await answer(words, config).catch((error: unknown) => ({ fault: String(error) }));
      response.end(JSON.stringify(answered));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(() => void server.close());
  const open = closing.move();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority,
    log,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** `redis-server --appendonly yes --hz 100` */
function settingsOfRedis({ command }: ComposeService): Record<string, string> {
  const words = command!.slice(1);
  const pairs = words.flatMap((word, index) => (word.startsWith('--') ? [[word.slice(2), words[index + 1]!]] : []));
  return Object.fromEntries(pairs) as Record<string, string>;
}

/**
 * Writes commands of a machine with a container engine into a folder: `docker`, which asks the stand-in; `systemctl`, which runs what a
 * unit says; `apt-get`, which does nothing.
 *
 * @param places where the files of that machine are here, by their path there
 */
export async function writeCommands(
  bin: string,
  { engine, programs, places }: { engine: EngineStandIn; programs: string; places: Readonly<Record<string, string>> },
): Promise<void> {
  const client = join(import.meta.dirname, 'docker-stand-in.ts');
  const replacements = Object.entries(places).map(([there, here]) => `-e 's|${there}|${here}|g'`);
  const commands = {
    docker: `ENGINE='${engine.url}' PROGRAMS='${programs}' exec '${process.execPath}' '${client}' "$@"`,
    'apt-get': 'echo "apt-get $*"',
    systemctl: `case "$1" in
  daemon-reload) ;;
  enable) test -e '${places['/etc/systemd/system']}'/"$3" ;;
  start) sh -c "$(sed -n 's/^ExecStart=//p' '${places['/etc/systemd/system']}'/"$2" | sed ${replacements.join(' ')})" ;;
  *) echo "systemctl $*: no step of the guide has needed this yet." >&2; exit 1 ;;
esac`,
  };
  await mkdir(bin, { recursive: true });
  for (const [name, text] of Object.entries(commands)) {
    await writeFile(join(bin, name), `#!/bin/bash\n${text}\n`);
    await chmod(join(bin, name), 0o755);
  }
}
