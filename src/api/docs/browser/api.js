// Starts Swagger UI on the document of this service, after its own script, which is deferred like this one.
document.addEventListener('DOMContentLoaded', () => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', followScheme);
  followScheme();
  void showApi(document.getElementById('swagger-ui').dataset);
});

// The value in the field of each Idempotency-Key. A key that the reader types instead is sent unchanged.
const newForEachRequest = 'new-for-each-request';

/** Gives each request its own key: otherwise the second request would get the first one's answer. */
function withNewIdempotencyKey(request) {
  if (request.headers['Idempotency-Key'] === newForEachRequest) {
    // `crypto.randomUUID` is missing if the page came over plain http.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    request.headers['Idempotency-Key'] = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return request;
}

/**
 * Moves the bidding periods of the examples to begin in an hour and last a day: the service refuses a start in the past.
 *
 * @param now the time in unix seconds
 */
function startSoon(part, now) {
  if (typeof part !== 'object' || part === null) return;
  if (typeof part.startTimestamp === 'number') {
    part.startTimestamp = now + 3_600;
    part.endTimestamp = part.startTimestamp + 86_400;
  }
  for (const inner of Object.values(part)) startSoon(inner, now);
}

/** Reads the clock of the seller of a key, which may be ahead; `undefined`: the key may not read it. */
async function timeOf(key, base) {
  const answer = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ clock { timestamp } }' }),
  });
  return (await answer.json()).data?.clock?.timestamp;
}

/** A plugin of Swagger UI: once the reader has given a key, the examples follow the clock of its seller. */
function followClock(spec, base) {
  const authorize =
    (proceed, { specActions, oas3Actions, oas3Selectors }) =>
    async (given) => {
      proceed(given);
      const now = await timeOf(given.apiKey?.value, base).catch(() => undefined);
      if (now === undefined) return;
      const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => [path, method]),
      );
      const untouched = operations.filter((operation) => !oas3Selectors.hasUserEditedBody(...operation));
      startSoon(spec.paths, now);
      specActions.updateJsonSpec(structuredClone(spec));
      // An open form keeps its example, unless its body is empty.
      for (const pathMethod of untouched) oas3Actions.clearRequestBodyValue({ pathMethod });
    };
  return { statePlugins: { auth: { wrapActions: { authorize } } } };
}

async function showApi({ base, document: address }) {
  const answer = await fetch(address);
  const spec = await answer.json();
  spec.components.parameters.IdempotencyKey.example = newForEachRequest;
  startSoon(spec.paths, Math.floor(Date.now() / 1000));
  // "Try it out" sends requests to the service that served the page, under the same name.
  spec.servers = [{ url: location.origin + base }];
  // Swagger UI lists webhooks separately: their tag would be a heading without content.
  const used = Object.values(spec.paths).flatMap((path) => Object.values(path).flatMap(({ tags = [] }) => tags));
  spec.tags = spec.tags?.filter(({ name }) => used.includes(name));
  SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    requestInterceptor: withNewIdempotencyKey,
    plugins: [() => followClock(spec, base)],
    // The validator is a service on the Internet.
    validatorUrl: null,
    onComplete: () => document.getElementById('loading').remove(),
  });
}
