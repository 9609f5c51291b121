import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { maskedNumber } from '../../holders/holders.ts'
import { storeNumber } from '../../holders/server/number-vault.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { closedOpeningsListed, viewsPerPage, wireWaitDays } from '../limits.ts'
import { changeWireCommand, stopWireCommand } from '../wire.commands.ts'
import { mailAdministrators, mailHolder } from './wire-mail.ts'
import { whoSeesWire } from './wire-openings.ts'

/** Content of the approval: everything but the account number, which is in the vault. */
interface WireContent {
  bankName: string
  bankAddress: string
  routingNumber: string
  accountName: string
  furtherCredit: string | null
  numberId: string
  last4: string
}

/** Serializes changes, so that one version waits at a time. */
async function lockVersions(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wire instructions', 0))`.execute(tx)
}

/** Requests new wire instructions. Another administrator approves them; they are in force three days later. */
export const requestWire = requestCommand(changeWireCommand, {
  before: requireFreshProof,
  async ask({ tx, actor, refuse }, _about, typed): Promise<Requested<WireContent>> {
    await lockVersions(tx)
    const { rows } = await sql<{ pending: boolean }>`
      select exists (select from approvals where kind = ${changeWireCommand.name} and decision is null)
        or exists (select from wire_instructions where stopped_at is null and approved_at > now() - app.wire_wait())
        as pending`.execute(tx)
    if (rows[0]?.pending) throw refuse('WIRE_PENDING')
    const { accountNumber, furtherCredit, ...said } = typed
    const { id: numberId, last4 } = await storeNumber(tx, actor, null, 'wire_account', accountNumber)
    await mailAdministrators(tx, 'requested')
    return {
      subjectId: randomUUID(),
      holderId: null,
      content: { ...said, furtherCredit: furtherCredit || null, numberId, last4 },
      summary: `New wire instructions: ${said.bankName}`,
    }
  },
  title: 'New wire instructions',
  describe: ({ bankName, bankAddress, routingNumber, accountName, furtherCredit, last4 }) => [
    `Investors wire to ${bankName}, ${bankAddress.replaceAll('\n', ', ')}, routing number ${routingNumber}.`,
    `The account is in the name of ${accountName}; its number ends in ${last4}. Compare the whole number on the page.`,
    ...(furtherCredit ? [`For further credit: ${furtherCredit.replaceAll('\n', ', ')}`] : []),
    `They are in force ${wireWaitDays} days after approval. Until then any administrator can stop them.`,
    'Call the bank at a number that you know before you approve. Every administrator is e-mailed.',
  ],
  async apply({ tx, audit }, { id: approval_id, subjectId: id, content }) {
    await lockVersions(tx)
    const { numberId, last4, ...said } = content
    await tx
      .insertInto('wire_instructions')
      .values({
        ...{ id, approval_id, number_id: numberId, account_last4: last4 },
        ...{ bank_name: said.bankName, bank_address: said.bankAddress, routing_number: said.routingNumber },
        ...{ account_name: said.accountName, further_credit: said.furtherCredit },
      })
      .execute()
    await audit('wire.approved', id, { bank: said.bankName, last4, approval_id })
    await mailAdministrators(tx, 'approved')
    for (const opening of await whoSeesWire(tx)) await mailHolder(tx, opening, 'changing')
  },
  link: () => href('/profile/admin/wire-instructions'),
})

/** Stops a version that isn't in force yet. One administrator is enough, so that it is quick. */
export const stopWire = perform(stopWireCommand, async ({ tx, refuse, audit }, versionId, { reason }) => {
  const id = assertId(versionId)
  const { rows } = await sql<{ waits: boolean }>`
    select stopped_at is null and approved_at > now() - app.wire_wait() as waits from wire_instructions
    where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw refuse('NOT_FOUND')
  if (!rows[0].waits) throw refuse('WIRE_IN_FORCE')
  await tx
    .updateTable('wire_instructions')
    .set({ stop_reason: reason, stopped_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await audit('wire.stopped', id, { reason })
  await mailAdministrators(tx, 'stopped')
})

/** A version as the office sees it: the account number is masked, and revealed by its id. */
export interface WireVersion {
  id: string
  bankName: string
  bankAddress: string
  routingNumber: string
  accountName: string
  numberId: string
  masked: string
  furtherCredit: string | null
  requestedBy: string | null
  approvedBy: string | null
  approvedAt: Date | null
  /** Null while it is pending approval. */
  inForceFrom: Date | null
  stoppedBy: string | null
  stoppedAt: Date | null
  stopReason: string | null
  state: 'pending' | 'waiting' | 'in force' | 'replaced' | 'stopped'
}

/** A view of the instructions by an authorized person of the holder. */
export interface WireView {
  viewedAt: Date
  viewer: string | null
  ipAddress: string | null
}

/** A holder who sees, or saw, the instructions. */
export interface WireOpening {
  id: string
  holder: { id: string; name: string; number: string }
  noteId: string | null
  reference: string
  openedAt: Date
  openedBy: string | null
  closedAt: Date | null
  readBack: { with: string; at: Date; by: string | null } | null
  views: number
}

/** A view in the office's list. */
export interface ListedView extends WireView {
  id: string
  reference: string
  holder: { id: string; name: string }
}

interface ViewsQuery {
  /** From 0. */
  page?: number
  /** Only views of this opening. */
  opening?: string | undefined
}

/**
 * @returns every version, newest first; the holders who see the instructions, before those who saw them; and a page of the
 *   views, newest first
 */
export async function getWireInstructions(
  actor: Actor,
  views: ViewsQuery = {},
): Promise<{ versions: WireVersion[]; openings: WireOpening[]; views: ListedView[]; viewCount: number }> {
  return queryAsAdministrator(actor, async tx => ({
    versions: await readVersions(tx),
    openings: await readOpenings(tx),
    ...(await readViews(tx, views)),
  }))
}

async function readViews(tx: Transaction<Database>, { page = 0, opening }: ViewsQuery) {
  const from = sql`from wire_views v where ${opening ? sql`v.opening_id = ${assertId(opening)}` : sql`true`}`
  const counted = await sql<{ views: number }>`select count(*)::integer as views ${from}`.execute(tx)
  const { rows } = await sql<ListedView>`
    select v.id, v.viewed_at as "viewedAt", coalesce(p.full_name, p.email) as viewer, v.ip_address as "ipAddress", o.reference,
      jsonb_build_object('id', h.id, 'name', h.legal_name) as holder
    from (select v.* ${from} order by v.viewed_at desc, v.id limit ${viewsPerPage} offset ${page * viewsPerPage}) v
      join wire_openings o on o.id = v.opening_id join holders h on h.id = o.holder_id
      left join user_profiles p on p.id = v.viewer_id
    order by v.viewed_at desc, v.id`.execute(tx)
  return { views: rows, viewCount: counted.rows[0]?.views ?? 0 }
}

async function readVersions(tx: Transaction<Database>): Promise<WireVersion[]> {
  const { rows } = await sql<Omit<WireVersion, 'masked'> & { last4: string }>`
    select w.id, w.bank_name as "bankName", w.bank_address as "bankAddress", w.routing_number as "routingNumber",
      w.account_name as "accountName", w.number_id as "numberId", w.account_last4 as last4,
      w.further_credit as "furtherCredit", asker.email as "requestedBy", decider.email as "approvedBy",
      w.approved_at as "approvedAt", w.approved_at + app.wire_wait() as "inForceFrom", stopper.email as "stoppedBy",
      w.stopped_at as "stoppedAt", w.stop_reason as "stopReason",
      case when w.stopped_at is not null then 'stopped' when w.id = app.wire_in_force() then 'in force'
        when w.approved_at > now() - app.wire_wait() then 'waiting' else 'replaced' end as state
    from wire_instructions w join approvals a on a.id = w.approval_id join user_profiles asker on asker.id = a.asked_by
      left join user_profiles decider on decider.id = w.approved_by
      left join user_profiles stopper on stopper.id = w.stopped_by
    union all
    select a.subject_id, a.content ->> 'bankName', a.content ->> 'bankAddress', a.content ->> 'routingNumber',
      a.content ->> 'accountName', (a.content ->> 'numberId')::uuid, a.content ->> 'last4',
      a.content ->> 'furtherCredit', asker.email, null, null, null, null, null, null, 'pending'
    from approvals a join user_profiles asker on asker.id = a.asked_by
    where a.kind = ${changeWireCommand.name} and a.decision is null
    order by "approvedAt" desc nulls first, id`.execute(tx)
  return rows.map(({ last4, ...version }) => ({ ...version, masked: maskedNumber(last4) }))
}

async function readOpenings(tx: Transaction<Database>): Promise<WireOpening[]> {
  const { rows } = await sql<WireOpening>`
    select o.id, jsonb_build_object('id', h.id, 'name', h.legal_name, 'number', h.number) as holder, n.id as "noteId",
      o.reference, o.opened_at as "openedAt", opener.email as "openedBy", o.closed_at as "closedAt",
      case when o.read_back_at is not null then jsonb_build_object('with', o.read_back_with, 'at', o.read_back_at,
        'by', caller.email) end as "readBack",
      (select count(*)::integer from wire_views v where v.opening_id = o.id) as views
    from wire_openings o join holders h on h.id = o.holder_id left join notes n on n.id = o.subject_id
      left join user_profiles opener on opener.id = o.opened_by
      left join user_profiles caller on caller.id = o.read_back_by
    where o.closed_at is null or o.id in (select c.id from wire_openings c where c.closed_at is not null
      order by c.opened_at desc, c.id desc limit ${closedOpeningsListed})
    order by o.closed_at is not null, o.opened_at desc, o.id desc`.execute(tx)
  return rows.map(row => ({
    ...row,
    readBack: row.readBack && { ...row.readBack, at: new Date(row.readBack.at) },
  }))
}
