import { faultCodes, refusalCodes } from '../core/refusal.ts';
import { statuses } from '../core/statuses.ts';
import { errorGuide, faultGuide } from './error-guide.ts';

/** Returns the text of `docs/errors.md`, which is also the page that the `type` of every problem links to. */
export function errorsDocument(): string {
  return `# Error codes

An error of \`/v1\` is a problem document (RFC 9457, \`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`,
\`code\`, \`requestId\` and, where fields are at fault, \`errors\`. GraphQL errors carry \`code\`, \`errors\` and \`requestId\` in their
\`extensions\`. A code never changes its meaning. When to try again, and how: [the guide to errors](guides/errors.md).

## Codes

${refusalCodes.map((code) => section(code, `**${statuses[code].status} ${statuses[code].title}.** ${errorGuide[code]}`)).join('\n')}
## Faults of a field

Each entry of \`errors\` has a \`pointer\` (RFC 6901 into the body, in GraphQL into the operation's arguments; or the name of a query
parameter), a \`detail\` for a person, and one of these codes.

${faultCodes.map((code) => section(code, faultGuide[code])).join('\n')}`;
}

function section(code: string, text: string): string {
  // Markdown would take a word in angle brackets for HTML.
  return `### \`${code}\`\n\n${text.replaceAll('<', '\\<')}\n`;
}
