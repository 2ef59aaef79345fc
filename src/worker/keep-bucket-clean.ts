import type { Deps } from '../deps.ts';
import type { Bucket } from '../presentation/bucket.ts';
import { deleteStrayFolders } from '../presentation/picture-folders.ts';
import { repeat } from './repeat.ts';

const everyMs = 600_000;

/** Deletes files of the bucket that no picture has any more. Any number of processes may do so. */
export function keepBucketClean({ db, log }: Pick<Deps, 'db' | 'log'>, bucket: Bucket): AsyncDisposable {
  return repeat(everyMs, async (signal) => {
    try {
      while (!signal.aborted && (await deleteStrayFolders({ db, bucket })));
    } catch (error) {
      log.warn({ err: error }, 'Deleting pictures from the bucket failed; retrying in ten minutes.');
    }
  });
}
