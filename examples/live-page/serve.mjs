import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const types = { '/live.html': 'text/html', '/list.html': 'text/html', '/settings.js': 'text/javascript' };

createServer(async ({ url }, response) => {
  if (!(url in types)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': `${types[url]}; charset=utf-8` }).end(await readFile(`.${url}`));
}).listen(8000, () => console.log('http://localhost:8000/live.html'));
