import { sendRevalidatedFile, type StaticFile } from '../core/static-file.ts';

// The pages load everything from this service, scripts and styles from files only; Swagger UI has its pictures in its
// styles.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends a page or document of `/docs`. */
export function sendDocs(request: Request, file: StaticFile): Promise<Response> {
  return sendRevalidatedFile(request, file, {
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
  });
}
