import { readFile } from 'node:fs/promises';
import { staticFile, type StaticFile } from '../../core/static-file.ts';

/** A file that the page loads. A hash of the content is in the name, so that a browser may cache it permanently. */
export interface GraphiqlFile extends StaticFile {
  /** Relative to the page. */
  readonly path: string;
}

export type GraphiqlFiles = Record<
  'graphiqlScript' | 'graphiqlStyle' | 'pageScript' | 'pageStyle' | 'editorWorker' | 'jsonWorker' | 'graphqlWorker',
  GraphiqlFile
>;

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

function makeFile(name: string, type: string, text: string): GraphiqlFile {
  const file = staticFile(text, type);
  return { ...file, path: `graphql/files/${file.version}-${name}` };
}
