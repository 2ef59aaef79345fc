/** A manifest as its file says it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Validate {
  (data: unknown): boolean;
  errors?: readonly { instancePath: string; message?: string; keyword: string; params: object }[] | null;
}

/** What has no group in its name in the schemas: they are called after the package of Kubernetes' own source. */
const groups: Record<string, string> = {
  v1: 'CoreV1',
  'apps/v1': 'AppsV1',
  'batch/v1': 'BatchV1',
  'policy/v1': 'PolicyV1',
  'autoscaling/v2': 'AutoscalingV2',
  'networking.k8s.io/v1': 'NetworkingV1',
};

/**
 * Holds a manifest against Kubernetes' own schema, and finds what the schema does not know: a server would drop a
 * misspelt field, or refuse it.
 *
 * @returns one fault a line, each with its path; empty when all is well
 */
export async function manifestFaults(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const group = groups[apiVersion];
  if (group === undefined) return [`${apiVersion} is not a version that is known here`];
  const schema = `kubernetes-models/_schemas/IoK8sApi${group}${kind}`;
  const { validate } = (await import(schema)) as { validate: Validate };
  const read = new Map<object, Set<string>>();
  validate(watched(manifest, read));
  const wrong = (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`,
  );
  return [...wrong, ...unread(manifest, read, '')];
}

/** The schemas allow fields that they do not name. What they name, they look at: the rest is known by nobody having done so. */
function watched(value: unknown, read: Map<object, Set<string>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return Array.isArray(value) ? value.map((item) => watched(item, read)) : value;
  }
  const names = new Set<string>();
  read.set(value, names);
  const inner = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, watched(item, read)]));
  return new Proxy(inner, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
}

function unread(value: unknown, read: Map<object, Set<string>>, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unread(item, read, `${path}/${index}`));
  return Object.entries(value).flatMap(([name, item]) =>
    read.get(value)?.has(name) === true
      ? unread(item, read, `${path}/${name}`)
      : [`${path}/${name} is not a field that is known`],
  );
}
