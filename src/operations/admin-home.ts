import { html } from 'hono/html';
import { type Actor, findActor, findAuditEntries } from '../admin/audit-log.ts';
import { type Attention, type AttentionKind, findAttention, whyAttention } from '../admin/attention.ts';
import { findKey } from '../auth/keys.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { AuditEntry } from '../db/generated/client.ts';
import type { Deps } from '../deps.ts';
import { type DueWork, findOverdueWork } from '../settlement/measure-due-work.ts';
import { findHoldOfAll, type SettlementHold } from '../settlement/settlement-holds.ts';
import { readWorkersSeen, type WorkersSeen } from '../settlement/worker-marks.ts';
import { countFailingEndpoints } from '../webhooks/endpoint-backlog.ts';
import { type BooksMeasure, measureBooks } from '../books/reconciliations.ts';
import { adminPage, type Html } from './admin-layout.ts';

const places = [
  ['graphql', 'GraphiQL', 'Sellers, keys, auctions, bids and the audit log: a tab for each job.'],
  ['admin/queues', 'Queue', 'The alarms of auctions. To look at; nothing can be broken.'],
  ['admin/test-payments', 'Test payments', 'What happens at a payment provider: refunds, disputes, cancelled holds.'],
  ['docs', 'Documentation', 'Guides, the API to try out, and every error.'],
  ['metrics', 'Metrics', 'What Prometheus reads: how late auctions turn, what money is held.'],
] as const;

/** The tabs of GraphiQL with an action that helps: see "What needs attention" in docs/operations/admin.md. */
const helping: Readonly<Record<AttentionKind, readonly Tab[]>> = {
  settlement_open: ['ReadPayment', 'RefuseCapture', 'EndAuction'],
  not_released: ['ReleaseHold', 'ReadPayment'],
  outcome_unknown: ['ReadPayment', 'ReleaseHold'],
  settlement_held: ['SettlementHolds', 'EndAuction'],
  captured_outside: ['AcceptCapture', 'CloseCapture'],
  captured_in_part: ['CloseCapture'],
  disputed_in_excess: ['CloseCapture'],
  captures_stopped: ['ResumeSeller', 'EndAuction'],
  waits_for_account: ['ReadPayment', 'ReadAccount'],
  bids_refused: [],
  hold_will_lapse: ['ReadPayment'],
};

/** The variable of each tab that a row fills in; `null`: none. */
const tabIds = {
  OneAuction: 'auctionId',
  EndAuction: 'auctionId',
  ReadPayment: 'authorizationId',
  RefuseCapture: 'authorizationId',
  ReleaseHold: 'authorizationId',
  AcceptCapture: 'authorizationId',
  CloseCapture: 'authorizationId',
  ResumeSeller: 'sellerId',
  ReadAccount: 'sellerId',
  SettlementHolds: null,
} as const;

type Tab = keyof typeof tabIds;

/** The settlements that the page names. */
const maxAttention = 10;

/**
 * Makes the first page of an admin: the auctions that need attention, links to the other pages, and the latest
 * changes.
 */
export async function adminHome(deps: Deps, viewer: Viewer, base: string): Promise<Response> {
  const [key, workers, overdue, books, hold, failingEndpoints, attention, audit] = await Promise.all([
    findKey(deps.db, viewer.apiKeyId),
    readWorkersSeen(deps.db),
    findOverdueWork(deps.db),
    measureBooks(deps.db),
    findHoldOfAll(deps.db),
    countFailingEndpoints(deps.db),
    findAttention(deps, { limit: maxAttention + 1 }),
    findAuditEntries(deps, { limit: 6 }),
  ]);
  const actors = await Promise.all(audit.map(({ apiKeyId }) => findActor(deps, apiKeyId)));
  const notices = [
    ...(workers.alive === 0 ? [noWorkerNotice(workers)] : []),
    ...overdue.map(overdueNotice),
    ...books.flatMap((measure) => twoCapturesNotice(measure) ?? []),
    ...(hold === null ? [] : [heldNotice(base, hold)]),
  ];
  return adminPage({
    title: 'Operations',
    main: html`<main>
<div class="top">
<h1>Operations</h1>
<form method="post" action="${base}/admin/sign-out"><button class="quiet">Sign out</button></form>
</div>
<p class="soft">Signed in with <code>${key?.prefix}…</code> of ${key?.sellerName}.</p>
${deps.config.providerSandbox ? sandboxNote : ''}
<form method="post" action="${base}/admin/find" class="find">
<label for="text">Find anything</label>
<input id="text" name="text" required maxlength="2000" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="An id, an e-mail address, a payment, a request, a key’s prefix, a seller">
<button>Find</button>
</form>
<h2>Needs attention</h2>
${notices}
${notices.length > 0 && attention.length === 0 ? '' : attentionList(base, attention)}
${failingEndpoints === 0 ? '' : failingEndpointsNotice(base, failingEndpoints)}
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
(<code>${reason}</code>). A worker compares them and lets settlement go on; its log says what it waits for. By hand:
${tabLink(base, 'ClearSettlementHold', { holdId })}.</p>`;
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
<span class="links">${linksOf(base, attention)}</span></li>`,
)}
</ul>
${found.length > maxAttention ? html`<p>There is more: ${tabLink(base, 'NeedsAttention')} lists all.</p>` : ''}`;
}

/** Links to the tab that shows the auction, and to the actions that help with this kind. */
function linksOf(base: string, attention: Attention): Html[] {
  return (['OneAuction', ...helping[attention.kind]] as const).flatMap((tab) => {
    const name = tabIds[tab];
    if (name === null) return [tabLink(base, tab)];
    const id = attention[name];
    return id === null ? [] : [tabLink(base, tab, { [name]: id })];
  });
}

function tabLink(base: string, tab: string, variables: Readonly<Record<string, string>> = {}): Html {
  return html`<a href="${tabAddress(base, tab, variables)}">${tab}</a>`;
}

/** Returns the address of GraphiQL with a tab open and its variables filled in. What is after `#` is sent to no server. */
export function tabAddress(base: string, tab: string, variables: Readonly<Record<string, string>>): string {
  return `${base}/graphql#${new URLSearchParams({ tab, ...variables }).toString()}`;
}

function auditRow(base: string, { at, action, subjectType, subjectId }: AuditEntry, actor: Actor | null): Html {
  return html`<li><strong>${action}</strong> by ${actor === null ? 'a command' : html`<code>${actor.prefix}…</code> of ${actor.seller.name}`}
<small>${showInstant(at)}, ${subjectType} <code>${subjectId}</code></small>
<span class="links">${isUuid(subjectId) ? tabLink(base, 'AuditLog', { subjectId }) : ''}</span></li>`;
}

function showInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
