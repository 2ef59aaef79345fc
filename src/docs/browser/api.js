// Starts Swagger UI on the document of this service, after its own script, which is deferred like this one.
document.addEventListener('DOMContentLoaded', () => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', followScheme);
  followScheme();
  void showApi(document.getElementById('content').dataset);
});

async function showApi({ base, document: address }) {
  const answer = await fetch(address);
  const spec = await answer.json();
  // "Try it out" asks the service that the page came from, by whatever name it was opened.
  spec.servers = [{ url: location.origin + base }];
  // It lists webhooks by themselves: their tag would be a heading above nothing.
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
    // It would be asked for at an address elsewhere.
    validatorUrl: null,
    onComplete: () => document.getElementById('loading').remove(),
  });
}
