import { html } from 'hono/html';
import { type Actor, findActor, findAuditEntries } from '../settlement/admin/audit-log.ts';
import { type Attention, type AttentionKind, findAttention, whyAttention } from '../settlement/admin/attention.ts';
import { findKey } from '../platform/auth/keys.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { AuditEntry } from '../platform/db/generated/client.ts';
import type { Deps } from '../payments/deps.ts';
import { type DueWork, isOverdue, measureDueWork } from '../settlement/measure-due-work.ts';
import { findSettlementHoldOfAll, type SettlementHold } from '../settlement/settlement-holds.ts';
import { countFailingEndpoints } from '../auctions/webhooks/endpoint-backlog.ts';
import { type BooksMeasure, measureBooks } from '../settlement/books/reconciliations.ts';
import { adminPage, type Html } from './admin-layout.ts';
import { leverForm, type LeverName } from './levers.ts';
import {
  findRunningProcesses,
  readWorkersSeen,
  type RunningProcess,
  type WorkersSeen,
} from '../settlement/process-marks.ts';

const places = [
  ['graphql', 'GraphiQL', 'Sellers, keys, auctions, bids and the audit log: a tab for each job.'],
  ['admin/queues', 'Queue', 'The alarms of auctions. To look at; nothing can be broken.'],
  [
    'admin/sessions',
    'Sign-ins',
    'The browsers that operators are signed in with, and the button that signs out everywhere.',
  ],
  ['docs', 'Documentation', 'Guides, the API to try out, and every error.'],
  ['metrics', 'Metrics', 'Figures for Prometheus: how late auctions turn, what money is held.'],
] as const;

/** The actions that help with each kind: see "What needs attention" in docs/operations/admin.md. */
const helping: Readonly<Record<AttentionKind, readonly LeverName[]>> = {
  settlement_open: ['readPayment', 'refuseCapture', 'endAuction'],
  not_released: ['releaseHold', 'readPayment'],
  outcome_unknown: ['readPayment', 'releaseHold'],
  settlement_held: ['clearSettlementHold', 'endAuction'],
  captured_outside: ['acceptCapture', 'closeCapture'],
  captured_in_part: ['closeCapture'],
  disputed_in_excess: ['closeCapture'],
  captures_stopped: ['resumeSeller', 'endAuction'],
  waits_for_account: ['readPayment', 'readPaymentAccount'],
  bids_refused: [],
  hold_will_lapse: ['readPayment'],
};

/** The settlements that the page names. */
const maxAttention = 10;

/**
 * Makes the first page of an admin: the auctions that need attention, links to the other pages, and the latest
 * changes.
 *
 * @param result what has come of an action on this page
 */
export async function adminHome(
  deps: Deps,
  viewer: Viewer,
  base: string,
  result?: { readonly status: number; readonly text: string },
): Promise<Response> {
  const [key, workers, work, processes, books, hold, failingEndpoints, needing, changes] = await Promise.all([
    findKey(deps.db, viewer.apiKeyId),
    readWorkersSeen(deps.db),
    measureDueWork(deps.db),
    findRunningProcesses(deps.db),
    measureBooks(deps.db),
    findSettlementHoldOfAll(deps.db),
    countFailingEndpoints(deps.db),
    findAttention(deps, { first: maxAttention + 1 }),
    findAuditEntries(deps, { first: 6 }),
  ]);
  const [attention, audit] = [needing.nodes, changes.nodes];
  const actors = await Promise.all(audit.map(({ apiKeyId }) => findActor(deps, apiKeyId)));
  const notices = [
    ...(workers.alive === 0 ? [noWorkerNotice(workers)] : []),
    ...work.filter(isOverdue).map(overdueNotice),
    ...books.flatMap((measure) => twoCapturesNotice(measure) ?? []),
    ...(hold === null ? [] : [heldNotice(base, hold)]),
  ];
  return adminPage({
    title: 'Operations',
    status: result?.status ?? 200,
    main: html`<main>
<div class="top">
<h1>Operations</h1>
<form method="post" action="${base}/admin/sign-out"><button class="button secondary">Sign out</button></form>
</div>
<p class="soft">Signed in with <code>${key?.prefix}…</code> of ${key?.seller.name}.</p>
${deps.config.providerSandbox ? sandboxNote : ''}
${result === undefined ? '' : html`<p class="${result.status < 400 ? 'done' : 'error'}" role="${result.status < 400 ? 'status' : 'alert'}">${result.text}</p>`}
<form method="post" action="${base}/admin/find" class="find">
<label for="text">Find anything</label>
<input id="text" name="text" required maxlength="2000" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="An id, an e-mail address, a payment, a request, a key’s prefix, a seller">
<button class="button">Find</button>
</form>
<h2>Needs attention</h2>
${notices}
${notices.length > 0 && attention.length === 0 ? '' : attentionList(base, attention)}
${failingEndpoints === 0 ? '' : failingEndpointsNotice(base, failingEndpoints)}
<h2>Due work</h2>
${dueTable(work)}
<h2>Processes</h2>
${processTable(processes)}
<h2>Go to</h2>
<ul class="cards">
${places.map(([path, name, what]) => html`<li><a href="${base}/${path}"><strong>${name}</strong>${what}</a></li>`)}
</ul>
<h2>Changed last</h2>
<ul class="rows">
${audit.map((entry, index) => auditRow(base, entry, actors[index] ?? null))}
</ul>
</main>`,
  });
}

const sandboxNote = html`<p><strong>Sandbox</strong>: live sellers are tried out with test keys of the payment provider
(<code>PROVIDER_SANDBOX</code>), and no real money moves.</p>`;

function noWorkerNotice({ lastSeenAt }: WorkersSeen): Html {
  return html`<p><strong>No worker is running</strong>${lastSeenAt === null ? '' : html`: one was last seen at ${showInstant(lastSeenAt)}`}. No
auction opens or settles without one: start a process with <code>ROLE=worker</code>.</p>`;
}

function overdueNotice({ kind, count, oldestSeconds }: DueWork): Html {
  return html`<p><strong>Work is overdue</strong>: ${count} of the kind <code>${kind}</code>, the oldest for ${Math.floor(oldestSeconds)}
seconds. See whether workers run, what their logs say, and whether the payment provider answers.</p>`;
}

function twoCapturesNotice({ provider, differences }: BooksMeasure): Html | null {
  if ((differences['two_captures'] ?? 0) === 0) return null;
  return html`<p><strong>Two payments of one auction are captured</strong> at <code>${provider}</code>. <code>npm run cli -- reconcile</code> lists
them: refund the one that should not have been.</p>`;
}

function heldNotice(base: string, { since, reason, holdId }: SettlementHold): Html {
  return html`<p><strong>No auction is settled</strong> since ${showInstant(since)}, as the database may be older than the payments
(<code>${reason}</code>). A worker compares them and lets settlement go on; its log says what it waits for. By hand:</p>
${leverForm(base, 'clearSettlementHold', { holdId })}`;
}

/** The receivers are the sellers' own: a notice, and no alarm. */
function failingEndpointsNotice(base: string, count: number): Html {
  return html`<p class="soft">${count === 1 ? '1 webhook endpoint of a seller fails' : `${count} webhook endpoints of sellers fail`}.
${tabLink(base, 'FailingEndpoints')} lists ${count === 1 ? 'it' : 'them'}.</p>`;
}

function attentionList(base: string, found: readonly Attention[]): Html {
  if (found.length === 0) return html`<p>Nothing: every settlement is on time, and no hold will lapse.</p>`;
  return html`<ul class="rows">
${found.slice(0, maxAttention).map(
  (
    attention,
  ) => html`<li><strong>${attention.auctionTitle}</strong> of ${attention.sellerName}: ${whyAttention(attention)}
<small>Since ${showInstant(attention.since)}. Auction <code>${attention.auctionId}</code>${
    attention.authorizationId === null ? '' : html`, authorization <code>${attention.authorizationId}</code>`
  }</small>
<span class="links"><a href="${base}/admin/auctions/${attention.auctionId}">Timeline</a></span>
${helping[attention.kind].map((lever) => leverForm(base, lever, attention))}</li>`,
)}
</ul>
${found.length > maxAttention ? html`<p>There is more: ${tabLink(base, 'NeedsAttention')} lists all.</p>` : ''}`;
}

function processTable(processes: readonly RunningProcess[]): Html {
  if (processes.length === 0) return html`<p class="soft">No process has marked itself yet.</p>`;
  return html`<table><thead><tr><th>Role</th><th>Version</th><th>Running since</th></tr></thead><tbody>
${processes.map(({ role, version, startedAt }) => html`<tr><td>${role}</td><td>${version}</td><td>${showInstant(startedAt)}</td></tr>`)}
</tbody></table>`;
}

function dueTable(work: readonly DueWork[]): Html {
  const due = work.filter(({ count }) => count > 0);
  if (due.length === 0) return html`<p>Nothing is due.</p>`;
  return html`<table><thead><tr><th>Kind</th><th>Due</th><th>Oldest, in seconds</th></tr></thead><tbody>
${due.map(({ kind, count, oldestSeconds }) => html`<tr><td><code>${kind}</code></td><td>${count}</td><td>${Math.floor(oldestSeconds)}</td></tr>`)}
</tbody></table>`;
}

function tabLink(base: string, tab: string, variables: Readonly<Record<string, string>> = {}): Html {
  return html`<a href="${tabAddress(base, tab, variables)}">${tab}</a>`;
}

/** Returns the address of GraphiQL with a tab open and its variables filled in. A browser sends the part after `#` to no server. */
export function tabAddress(base: string, tab: string, variables: Readonly<Record<string, string>>): string {
  return `${base}/graphql#${new URLSearchParams({ tab, ...variables }).toString()}`;
}

function auditRow(base: string, { at, action, subjectType, subjectId }: AuditEntry, actor: Actor | null): Html {
  return html`<li><strong>${action}</strong> by ${actor === null ? 'a command' : html`<code>${actor.prefix}…</code> of ${actor.seller.name}`}
<small>${showInstant(at)}, ${subjectType} <code>${subjectId}</code></small>
<span class="links">${isUuid(subjectId) ? tabLink(base, 'AuditLog', { subjectId }) : ''}</span></li>`;
}

export function showInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
