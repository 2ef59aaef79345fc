import { randomUUID } from 'node:crypto';
import { digestUuid } from '../../src/core/uuid.ts';

/** The id of a browser that nobody has seen yet, as the page reads it from a cookie. */
export function newBrowserId(): string {
  return digestUuid('browser', randomUUID());
}
