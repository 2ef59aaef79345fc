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

/** Moves the bidding periods of the examples to begin in an hour and last a day: the service refuses a start in the past. */
function startSoon(part) {
  if (typeof part !== 'object' || part === null) return;
  if (typeof part.startTimestamp === 'number') {
    part.startTimestamp = Math.floor(Date.now() / 1000) + 3_600;
    part.endTimestamp = part.startTimestamp + 86_400;
  }
  for (const inner of Object.values(part)) startSoon(inner);
}

async function showApi({ base, document: address }) {
  const answer = await fetch(address);
  const spec = await answer.json();
  spec.components.parameters.IdempotencyKey.example = newForEachRequest;
  startSoon(spec.paths);
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
    // The validator is a service on the Internet.
    validatorUrl: null,
    onComplete: () => document.getElementById('loading').remove(),
  });
}
