// A process of its own that brings the embedded database up and holds it until it is ended, or crashes when told to.
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2]!, settings: { fsync: 'off' } });
console.log(url);
process.stdin.on('data', () => {
  throw new Error('A bug.');
});
