import { faultCodes, refusalCodes } from '../core/refusal.ts';
import { statuses } from '../core/statuses.ts';
import { errorGuide, faultGuide } from './error-guide.ts';

/** Returns the text of `docs/errors.md`. */
export function errorsDocument(): string {
  return `# Errors

Printed from the code by \`npm run print:schema\`; the service shows the same at \`/docs/errors\`, which the \`type\` of a
problem links to.

An error of \`/v1\` is a problem document (RFC 9457, \`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`,
\`code\`, \`requestId\` and, where fields are at fault, \`errors\`: a list of \`{ pointer, code, detail }\`, every fault of the
request in one answer. GraphQL errors carry \`code\`, \`errors\` and \`requestId\` in their \`extensions\`. A code never changes
its meaning.

| \`code\` | Status | Meaning, and what to do |
|---|---|---|
${refusalCodes.map((code) => `| \`${code}\` | ${statuses[code].status} | ${errorGuide[code]} |`).join('\n')}

## Faults of a field

The \`pointer\` is an RFC 6901 pointer into the body (in GraphQL: into the operation's arguments), or the name of a query
parameter.

| \`errors[].code\` | Meaning |
|---|---|
${faultCodes.map((code) => `| \`${code}\` | ${faultGuide[code]} |`).join('\n')}
`;
}
