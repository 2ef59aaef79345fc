import { html } from 'hono/html';
import { docsHead, docsHeader, type DocsSite, type Html } from './docs-layout.ts';

const page = {
  title: 'API',
  summary: 'The REST API of the auction service, to read and to try out.',
  path: '/api',
};

/** Makes the page of Swagger UI with the OpenAPI document, entirely from this service. */
export function apiPage(site: DocsSite): Html {
  const { base, files } = site;
  const file = (name: keyof typeof files) => `${base}/docs/files/${files[name].path}`;
  return html`${docsHead(page)}
<link rel="stylesheet" href="${file('swagger-ui.css')}">
<link rel="stylesheet" href="${file('docs.css')}">
<link rel="stylesheet" href="${file('api.css')}">
<script src="${file('swagger-ui.js')}" defer></script>
<script src="${file('api.js')}" defer></script>
</head>
<body class="api">
<a class="skip" href="#content">Skip to the content</a>
${docsHeader(site, page.path)}
<main id="content" tabindex="-1" data-base="${base}" data-document="${base}/docs/openapi.json">
<p id="loading">Loading the API …</p>
<noscript><p>The viewer needs JavaScript. What it shows is in the <a href="${base}/docs/openapi.json">OpenAPI document</a>.</p></noscript>
<div id="swagger-ui"></div>
</main>
</body>
</html>`;
}
