import { randomBytes, randomUUID } from 'node:crypto';
import { type CheckResult, fault, fine } from '../core/check-result.ts';
import { type Bucket, BucketOutage } from '../presentation/bucket.ts';

/** Puts a file into the bucket, reads it and deletes it: that is all the service does there. */
export async function checkBucket(bucket: Bucket): Promise<CheckResult[]> {
  const subject = 'Bucket';
  const key = `checks/${randomUUID()}`;
  const content = randomBytes(16);
  try {
    await bucket.put(key, content, 'application/octet-stream');
    const read = await bucket.get(key);
    await bucket.delete(key);
    if (read !== null && read.equals(content))
      return [fine(subject, 'The bucket of pictures takes, returns and deletes a file.')];
    return [
      fault(
        subject,
        'The bucket did not return the file that was just put there.',
        'Use a storage that reads what it has written.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof BucketOutage)) throw error;
    const remedy =
      'Correct S3_BUCKET_URL, S3_REGION and the access key, and allow the key to get, put and delete objects and to list the bucket.';
    return [fault(subject, error.message, remedy)];
  }
}
