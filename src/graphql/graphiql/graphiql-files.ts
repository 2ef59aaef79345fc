import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';

/** A file that the page loads. A hash of the content is in the name, so that a browser may cache it permanently. */
export interface GraphiqlFile {
  /** Relative to the page. */
  readonly path: string;
  readonly type: string;
  readonly body: string;
  gzipped(): Promise<Buffer<ArrayBuffer>>;
}

export type GraphiqlFiles = Record<
  'graphiqlScript' | 'graphiqlStyle' | 'pageScript' | 'pageStyle' | 'editorWorker' | 'jsonWorker' | 'graphqlWorker',
  GraphiqlFile
>;

const gzip = promisify(gzipWithCallback);
const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

let files: Promise<GraphiqlFiles> | undefined;

/** Reads GraphiQL, 9 MB of text, once, when the page is first opened. */
export function graphiqlFiles(): Promise<GraphiqlFiles> {
  files ??= readFiles();
  return files;
}

async function readFiles(): Promise<GraphiqlFiles> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const ours = (name: string) => readFile(new URL(`./browser/${name}`, import.meta.url), 'utf8');
  return {
    graphiqlScript: makeFile('graphiql.js', script, graphiql.js),
    graphiqlStyle: makeFile('graphiql.css', style, graphiql.css),
    pageScript: makeFile('page.js', script, await ours('page.js')),
    pageStyle: makeFile('page.css', style, await ours('page.css')),
    editorWorker: makeFile('editor-worker.js', script, graphiql.editorWorkerService),
    jsonWorker: makeFile('json-worker.js', script, graphiql.jsonWorker),
    graphqlWorker: makeFile('graphql-worker.js', script, graphiql.graphqlWorker),
  };
}

function makeFile(name: string, type: string, body: string): GraphiqlFile {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  let gzipped: Promise<Buffer<ArrayBuffer>> | undefined;
  return {
    path: `graphql/files/${hash}-${name}`,
    type,
    body,
    gzipped: () => (gzipped ??= gzip(body)),
  };
}
