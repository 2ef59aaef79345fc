import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/platform/config.ts';
import { formWithFiles } from '../../src/core/read-form.ts';
import { readDockerfile } from '../image/dockerfile.ts';
import { type Manifest, manifestFaults } from './manifest-faults.ts';

interface Probe {
  httpGet: { path: string; port: string };
  failureThreshold: number;
}
interface Container {
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[];
  ports?: { name: string; containerPort: number }[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  resources: { requests: object; limits: object };
  securityContext: object;
}
interface Workload extends Manifest {
  spec: {
    replicas?: number;
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: { securityContext: object; terminationGracePeriodSeconds: number; containers: [Container] };
    };
  };
}
interface Values extends Manifest {
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes');
const read = async (name: string) => readFile(join(folder, name), 'utf8');

const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
const kustomization = parse(await read('kustomization.yaml')) as { resources: string[]; images: { name: string }[] };
const manifests = (
  await Promise.all(
    files
      .filter((name) => name !== 'kustomization.yaml')
      .map(async (name) => parseAllDocuments(await read(name)).map((document) => document.toJS() as Manifest)),
  )
).flat();

const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} called ${name}.`);
  return found;
};
const config = named('ConfigMap', 'config') as Values;
const secrets = named('Secret', 'secrets') as Values;
const roles = (['api', 'worker'] as const).map((role) => ({ role, workload: named('Deployment', role) as Workload }));
const workloads = [...roles.map(({ workload }) => workload), named('Job', 'migrate') as Workload].map((workload) => ({
  name: workload.metadata.name,
  workload,
  container: workload.spec.template.spec.containers[0],
}));

test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
  "%s keeps Kubernetes' schema",
  async (_, manifest) => {
    expect(await manifestFaults(manifest)).toEqual([]);
  },
);

test('kubectl apply -k takes every file but the examples', () => {
  const applied = files.filter((name) => name !== 'kustomization.yaml' && !name.includes('.example.'));
  expect(kustomization.resources.toSorted()).toEqual(applied.toSorted());
  expect(kustomization.images.map(({ name }) => name)).toEqual(['auction-service']);
});

test.each(workloads)(
  '$name gets an environment that the service accepts, and no variable that it does not know',
  async ({ name, container }) => {
    const known = await readFile(join(root, 'src/platform/config.ts'), 'utf8');
    const own = Object.fromEntries((container.env ?? []).map((variable) => [variable.name, variable.value]));
    const env = { ...config.data, ...secrets.stringData, ...own };
    for (const variable of Object.keys(env)) expect(known).toContain(`'${variable}',`);
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'config' } }, { secretRef: { name: 'secrets' } }]);
    // The example has a placeholder, with which nothing starts.
    expect(() => readConfig(env)).toThrow('SECRETS_KEY=***');
    expect(readConfig({ ...env, SECRETS_KEY: 'a'.repeat(64) })).toMatchObject({
      databaseUrl: secrets.stringData!['DATABASE_URL'],
      redisUrl: secrets.stringData!['REDIS_URL'],
      publicUrl: 'https://auctions.example.com',
      role: name === 'migrate' ? 'all' : name,
    });
  },
);

test.each(workloads)('$name runs without rights, and writes nothing into its image', ({ workload, container }) => {
  expect(container.image).toBe('auction-service');
  expect(workload.spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.resources).toMatchObject({ requests: { memory: '256Mi' }, limits: { memory: '512Mi' } });
});

test.each(roles)(
  '$role is asked whether it lives and whether it is ready, on the port that the image exposes',
  async ({ role, workload }) => {
    const [container] = workload.spec.template.spec.containers;
    const stages = readDockerfile(await readFile(join(root, 'Dockerfile'), 'utf8'));
    const exposed = stages.at(-1)?.instructions.find(({ name }) => name === 'EXPOSE')?.text;
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(exposed) }]);
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(container.startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect((named('Service', role) as Workload).spec.selector).toEqual(workload.spec.template.metadata.labels);
  },
);

test.each(roles)('$role has two pods at least, of which one at most is taken away', ({ role, workload }) => {
  expect(named('HorizontalPodAutoscaler', role)).toMatchObject({
    spec: { minReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: role } },
  });
  // A number here would undo the autoscaler's at each apply.
  expect(workload.spec.replicas).toBeUndefined();
  expect((named('PodDisruptionBudget', role) as Workload).spec).toMatchObject({
    maxUnavailable: 1,
    selector: workload.spec.selector,
  });
  expect(workload.spec).toMatchObject({ strategy: { rollingUpdate: { maxUnavailable: 0 } } });
});

test('workers are added by a metric that the service has', async () => {
  const { spec } = named('HorizontalPodAutoscaler', 'worker') as Manifest & {
    spec: { metrics: { type: string; external?: { metric: { name: string } } }[] };
  };
  const name = spec.metrics.find(({ type }) => type === 'External')?.external?.metric.name;
  expect(await readFile(join(root, 'src/operations/serve-metrics.ts'), 'utf8')).toContain(`${name}:`);
});

interface Policy extends Manifest {
  spec: {
    podSelector: { matchLabels?: object; matchExpressions?: { values: string[] }[] };
    policyTypes: string[];
    ingress?: { from: { namespaceSelector: { matchLabels: Record<string, string> } }[]; ports: { port: string }[] }[];
    egress?: { to: { ipBlock?: { cidr: string; except: string[] } }[] }[];
  };
}
const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as Policy[];

test('nobody connects to a pod but the ingress controller and Prometheus, at the port of the service', () => {
  const inwards = policies.filter(({ spec }) => spec.policyTypes.includes('Ingress'));
  expect(inwards).toContainEqual(expect.objectContaining({ spec: { podSelector: {}, policyTypes: ['Ingress'] } }));
  const allowed = inwards.flatMap(({ spec }) =>
    (spec.ingress ?? []).flatMap(({ from, ports }) =>
      from.map((source) => ({ pods: spec.podSelector, source, ports })),
    ),
  );
  expect(allowed).toEqual([
    {
      pods: { matchLabels: { 'app.kubernetes.io/name': 'api' } },
      source: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
      ports: [{ port: 'http' }],
    },
    {
      pods: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: ['api', 'worker'] }] },
      source: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
      ports: [{ port: 'http' }],
    },
  ]);
});

test("a pod connects to everything but the address of a cloud's credentials", () => {
  const outwards = policies.filter(({ spec }) => spec.policyTypes.includes('Egress'));
  expect(outwards.map(({ spec }) => spec.podSelector)).toEqual([{}]);
  const blocks = outwards.flatMap(({ spec }) => spec.egress!.flatMap(({ to }) => to.map(({ ipBlock }) => ipBlock)));
  expect(blocks).toContainEqual({ cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] });
});

interface Ingress extends Manifest {
  metadata: Manifest['metadata'] & { annotations: Record<string, string> };
  spec: { rules: { http: { paths: { path: string; pathType: string }[] } }[] };
}
const ingress = named('Ingress', 'api') as Ingress;
const published = ingress.spec.rules.flatMap(({ http }) => http.paths);

/** As Kubernetes matches: a prefix by whole elements of the path. */
const isPublished = (path: string) =>
  published.some((each) =>
    each.pathType === 'Exact' ? each.path === path : path === each.path || path.startsWith(`${each.path}/`),
  );

test('the ingress publishes what sellers, bidders and providers need, and nothing for operators', () => {
  for (const path of ['/admin', '/admin/sign-in', '/admin/queues', '/admin/levers', '/metrics', '/readyz']) {
    expect([path, isPublished(path)]).toEqual([path, false]);
  }
  const needed = [
    '/',
    '/v1/auctions',
    '/graphql',
    '/graphql/files/a.js',
    '/docs',
    '/docs/errors',
    '/auctions/x/state',
    '/seller/list',
  ];
  for (const path of [...needed, '/provider-events/stripe', '/healthz']) {
    expect([path, isPublished(path)]).toEqual([path, true]);
  }
});

test('a form with pictures of the largest size passes the ingress', () => {
  const size = /^(\d+)m$/.exec(ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']!)![1];
  expect(Number(size) * 1024 * 1024).toBeGreaterThan(formWithFiles.maxBytes);
});

test('a pod that stops has the time that the service takes to stop', () => {
  const graceSeconds = Number(config.data!['SHUTDOWN_GRACE_MS']) / 1_000;
  // Requests and jobs in flight: docs/operations/running.md, "Stopping".
  for (const { workload } of roles) {
    expect(workload.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(graceSeconds + 25);
  }
});
