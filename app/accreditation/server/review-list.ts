import { type RawBuilder, sql, type Transaction } from 'kysely'
import { addDays } from '../../../rules/days.ts'
import { reviewableStates } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { auditView } from '../../../server/access/audit-view.ts'
import { assertId } from '../../../server/access/ids.ts'
import { nameWithAddress } from '../../../server/access/name-with-address.ts'
import { asAdministrator, readAsAdministrator } from '../../../server/access/roles.ts'
import { camelRow } from '../../../server/database/camel.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import type { Category } from '../categories.ts'
import { type Check, checklistFor } from '../checklist.ts'
import type { EvidenceKind, LicenseSeries } from '../evidence-kinds.ts'
import type { Owner } from '../high-minimum.ts'
import type { Method } from '../methods.ts'
import type { AccreditationState } from '../states.ts'
import { isBlocked, minimumOf, saleOf } from './accreditation.ts'
import { findStatementsToSign, type StatementsToSign } from './paper-statements.ts'
import { approveKind } from './second-reviewer.ts'

/** A row of the queue or of the list of what ends. */
export interface ListedAccreditation {
  id: string
  holderName: string
  holderNumber: string
  state: AccreditationState
  method: Method
  amountCents: string
  submittedAt: Date | null
  validThrough: string | null
  /** A first reviewer has approved; the actor was that one. */
  isReviewedBySelf: boolean
}

/** Shown of each list at most. */
const shown = 200

/**
 * @param within days ahead of the list of what ends
 * @returns verifications to review, oldest first; approvals that end soon, the next first; and revoked ones that block
 *   sales to their holder
 */
export async function getAccreditations(
  actor: Actor,
  within = 120,
): Promise<{ waiting: ListedAccreditation[]; ending: ListedAccreditation[]; blocked: ListedAccreditation[] }> {
  const ending = endingBy(actor.id, addDays(fundDay(), within), shown)
  const [waiting, ends, blocked] = await readAsAdministrator(
    actor,
    toReview(actor.id, shown),
    ending,
    blockedNow(actor.id),
  )
  return { waiting, ending: ends, blocked }
}

type ListedRow = ListedAccreditation & { total: number }

const list = (actorId: string, condition: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) =>
  sql<ListedRow>`
    select a.id, h.legal_name as "holderName", h.number as "holderNumber", a.state, a.method,
      a.amount_cents::text as "amountCents", a.submitted_at as "submittedAt", a.valid_through::text as "validThrough",
      exists (${requestedBy({ id: actorId })}) as "isReviewedBySelf",
      (select count(*) from accreditations a where ${condition})::int as total
    from accreditations a join holders h on h.id = a.holder_id where ${condition} order by ${order} limit ${most}`

const isReviewable = sql`a.state in ${oneOf(reviewableStates)}`

/** Verifications to review, oldest first; for administrators. */
const toReview = prepared('accreditations_to_review', (_, actorId: string, most: number) =>
  list(actorId, isReviewable, sql`a.submitted_at, a.id`, most),
)
/** The same without what the actor has approved as the first. */
export const toReviewByActor = prepared('accreditations_to_review_by_actor', (_, actorId: string, most: number) =>
  list(actorId, sql`${isReviewable} and not exists (${requestedBy({ id: actorId })})`, sql`a.submitted_at, a.id`, most),
)
/** Approvals that end by a day, the next first, with how many there are; for administrators. */
export const endingBy = prepared('accreditations_ending', (_, actorId: string, day: string, most: number) =>
  list(actorId, sql`a.state = 'approved' and a.valid_through <= ${day}::date`, sql`a.valid_through, a.id`, most),
)
const blockedNow = prepared('accreditations_blocked', (_, actorId: string) =>
  list(actorId, sql`a.state = 'revoked' and a.cleared_at is null`, sql`a.revoked_at desc, a.id`, shown),
)

/** A request that is pending for another person, because the actor was the first to approve. */
function requestedBy({ id }: Pick<Actor, 'id'>) {
  return sql`select from approvals q where q.kind = ${approveKind} and q.subject_id = a.id and q.decision is null
    and q.asked_by = ${id}`
}

/** A document as its reviewer sees it. */
export interface ReviewedEvidence {
  id: string
  kind: EvidenceKind
  filename: string
  /** Null once the file is gone. */
  documentId: string | null
  datedOn: string | null
  addedBy: string
  addedAt: Date
  ssnPages: number[]
  /** Whether it has text that could be searched. */
  isSearched: boolean
  /** Its pages without text, from 1, where others have some. */
  unsearchedPages: number[]
  isSentAnyway: boolean
  /** An IRS form was found in its text. */
  showsTaxForm: boolean
  /** The person it is about, where people prove it individually. */
  person: string | null
  /** Of a letter, and of a license printout, as the sender says. */
  signedBy: string | null
  crdNumber: string | null
  series: LicenseSeries | null
  /** Of an IRS form. */
  taxYear: number | null
  /** Whether its text names the holder or someone behind it; null where it couldn't be searched. */
  namesHolder: boolean | null
  destroyOn: string | null
  destroyedAt: Date | null
  sha256: string | null
}

/** All that a reviewer needs of one verification. */
export interface ReviewedAccreditation {
  id: string
  state: AccreditationState
  holder: { id: string; number: string; legalName: string; kind: HolderKind; custodianName: string | null }
  members: string[]
  category: Category
  method: Method
  amountCents: string
  /** The high minimum of this sale, where it has one. */
  minimumCents: string | null
  isOwnMoney: boolean
  isRenewal: boolean
  isJointTest: boolean
  owners: Owner[]
  verifiedOn: string | null
  submittedAt: Date | null
  validFrom: string | null
  validThrough: string | null
  reason: string | null
  /** Something contrary is known about the holder. */
  isBlocked: boolean
  isCleared: boolean
  checklist: readonly Check[]
  representations: {
    name: string
    signer: string
    text: string
    version: string
    signedAt: Date
    ip: string | null
    /** The day beside a signature on paper, and its scan. */
    signedOn: string | null
    scanId: string | null
  }[]
  /** What can be signed on paper, while the verification isn't submitted. */
  paper: StatementsToSign | null
  evidence: ReviewedEvidence[]
  reviews: {
    reviewer: string
    decision: string
    reviewedAt: Date
    round: number
    isOwn: boolean
    /** Approved under Approvals, on what the first reviewer had checked. */
    isOnTrust: boolean
  }[]
  round: number
  reviewersNeeded: number
  /** The actor acts for the holder, so another person reviews. */
  isOwnHolder: boolean
  /** Pending for a second reviewer. */
  openApproval: { id: string; isOwn: boolean } | null
  /** Why no one is waited for any more, after the first reviewer had approved in this round. */
  declined: { by: string; decision: 'rejected' | 'withdrawn'; reason: string | null } | null
  reliances: { noteId: string; amountCents: string; reliedOn: string }[]
}

/** Opens a verification, which the log says. */
export async function getAccreditationForReview(actor: Actor, accreditationId: string): Promise<ReviewedAccreditation> {
  const id = assertId(accreditationId)
  return asAdministrator(actor, async tx => {
    const found = await tx.selectFrom('accreditations').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw new PortalError('NOT_FOUND')
    const row = camelRow(found)
    await auditView(tx, actor, 'verification.viewed', id)
    const holder = await findHolderFacts(tx, row.holderId)
    const sale = saleOf(row, holder)
    const requested = await lastRequest(tx, actor, id)
    const { legalName, number, kind, custodianName } = holder
    const { state, category, method, isOwnMoney, isRenewal, isJointTest, owners, verifiedOn, submittedAt } = row
    const { validFrom, validThrough, reason, round, reviewersNeeded } = row
    return {
      ...{ id, state, category, method, isOwnMoney, isRenewal, isJointTest, owners, verifiedOn, submittedAt },
      ...{ validFrom, validThrough, reason, round, reviewersNeeded },
      holder: { id: holder.id, number, legalName, kind, custodianName },
      members: holder.members.map(({ name }) => name),
      amountCents: String(row.amountCents),
      minimumCents: minimumOf(sale)?.toString() ?? null,
      isBlocked: await isBlocked(tx, holder.id),
      isCleared: row.clearedAt !== null,
      checklist: checklistFor(sale, method),
      isOwnHolder: holder.members.some(({ userId }) => userId === actor.id),
      openApproval: requested && requested.decision === null ? { id: requested.id, isOwn: requested.isOwn } : null,
      declined: state === 'in_review' && requested ? declinedBy(requested) : null,
      ...(await partsOf(tx, actor, id)),
      paper: await findStatementsToSign(tx, actor, row, holder),
    }
  })
}

interface Request {
  id: string
  isOwn: boolean
  decision: string | null
  reason: string | null
  by: string | null
}

/** @returns the newest request for a second reviewer */
async function lastRequest(tx: Transaction<Database>, actor: Actor, id: string): Promise<Request | undefined> {
  const { rows } = await sql<Omit<Request, 'by'> & { person: string }>`
    select id, asked_by = ${actor.id} as "isOwn", decision, reason, coalesce(decided_by, asked_by) as person
    from approvals where kind = ${approveKind} and subject_id = ${id} order by asked_at desc, id desc limit 1`.execute(
    tx,
  )
  const [requested] = rows
  if (!requested) return undefined
  const person = await tx
    .selectFrom('user_profiles')
    .select(['full_name', 'email'])
    .where('id', '=', requested.person)
    .executeTakeFirst()
  return { ...requested, by: person?.full_name ?? person?.email ?? null }
}

function declinedBy({ decision, reason, by }: Request): ReviewedAccreditation['declined'] {
  if (decision !== 'rejected' && decision !== 'withdrawn') return null
  return { decision, reason, by: by ?? '' }
}

async function partsOf(tx: Transaction<Database>, actor: Actor, id: string) {
  const representations = await sql<ReviewedAccreditation['representations'][number]>`
    select r.typed_name as name, coalesce(p.full_name, p.email) as signer, r.text, r.version, r.signed_at as "signedAt", r.ip,
      r.signed_on::text as "signedOn", r.paper_document_id as "scanId"
    from representations r join user_profiles p on p.id = r.user_id
    where r.accreditation_id = ${id} and r.superseded_at is null order by r.signed_at, r.id`.execute(tx)
  const reviews = await sql<ReviewedAccreditation['reviews'][number]>`
    select ${nameWithAddress('p')} as reviewer, v.decision, v.reviewed_at as "reviewedAt", v.round,
      v.reviewer_id = ${actor.id} as "isOwn", v.decision = 'approved' and v.ticks = '{}' as "isOnTrust"
    from accreditation_reviews v join user_profiles p on p.id = v.reviewer_id
    where v.accreditation_id = ${id} order by v.reviewed_at, v.id`.execute(tx)
  const reliances = await sql<ReviewedAccreditation['reliances'][number]>`
    select note_id as "noteId", amount_cents::text as "amountCents", relied_on::text as "reliedOn"
    from reliances where accreditation_id = ${id} order by recorded_at`.execute(tx)
  return {
    representations: representations.rows,
    evidence: await evidenceFor(tx, id),
    reviews: reviews.rows,
    reliances: reliances.rows,
  }
}

/** @returns the evidence of a verification with its file or what remains of it, oldest first, for the office */
export async function evidenceFor(tx: Transaction<Database>, id: string): Promise<ReviewedEvidence[]> {
  const { rows } = await sql<ReviewedEvidence>`
    select e.id, e.kind, e.filename, e.document_id as "documentId", e.dated_on::text as "datedOn", coalesce(p.full_name, p.email) as "addedBy", e.added_at as "addedAt",
      e.ssn_pages as "ssnPages", e.is_searched as "isSearched", e.sent_anyway_at is not null as "isSentAnyway",
      e.unsearched_pages as "unsearchedPages", e.shows_tax_form as "showsTaxForm", e.person,
      e.signed_by as "signedBy", e.crd_number as "crdNumber", e.license_series as series, e.tax_year as "taxYear",
      e.names_holder as "namesHolder",
      e.destroy_on::text as "destroyOn", c.destroyed_at as "destroyedAt", e.sha256
    from evidence e left join documents d on d.id = e.document_id
      join user_profiles p on p.id = e.added_by
      left join destruction_certificates c on c.evidence_id = e.id
    where e.accreditation_id = ${id} order by e.added_at, e.id`.execute(tx)
  return rows
}
