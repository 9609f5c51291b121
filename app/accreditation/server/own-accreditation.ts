import { sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { isUndecided } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { camelRow } from '../../../server/database/camel.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { findHolderFacts, type HolderFacts, signaturesNeeded } from '../../holders/server/holder-facts.ts'
import { getHoldersOf, type HeldAs } from '../../holders/server/holders-list.ts'
import { hasConsent } from '../../signing/server/consents.ts'
import { type Category, categoriesOf, isJoint } from '../categories.ts'
import { missingEvidence, peopleProving } from '../evidence.ts'
import type { Owner } from '../high-minimum.ts'
import { isForOneSale, type Method } from '../methods.ts'
import type { AccreditationState } from '../states.ts'
import { type Accreditation, type EarlierVerification, findEarlier, saleOf } from './accreditation.ts'
import { evidenceCategory } from './evidence.ts'
import { evidenceOf, type OwnEvidence } from './own-evidence.ts'
import { standingReliances } from './reliance.ts'
import { currentSigners, dayWords, textOf } from './sign.ts'
import { findCopies, type SignedCopy } from './signed-copy.ts'

/** What the wizard shows of one verification. Amounts are whole cents as text. */
export interface OwnVerification {
  id: string
  state: AccreditationState
  category: Category
  method: Method
  amountCents: string
  isOwnMoney: boolean
  isRenewal: boolean
  isJointTest: boolean
  owners: Owner[]
  /** Why it was returned or rejected. */
  reason: string | null
  text: string
  signatures: { have: number; need: number; isOwn: boolean }
  evidence: OwnEvidence[]
  missing: string[]
}

/** An approval, for members: until when, and whether it covers more than one sale. */
export interface OwnApproval {
  id: string
  method: Method
  amountCents: string
  validThrough: string
  isForOneSale: boolean
  /** The note that relies on it, the newest of several. */
  usedFor: string | null
}

export interface OwnAccreditation {
  holders: HeldAs[]
  /** Null where the person is a member of no holder. `members` are the known names of the holder's members. */
  holder: {
    id: string
    legalName: string
    kind: HolderKind
    canAct: boolean
    isFrozen: boolean
    members: string[]
  } | null
  /** Open, or the one decided last. */
  verification: OwnVerification | null
  approvals: OwnApproval[]
  earlier: (EarlierVerification & { words: string }) | null
  /** Whether the person has agreed to sign in the portal. */
  hasConsent: boolean
  /** Of what the holder's members have signed. */
  copies: SignedCopy[]
  /** Own documents of the category that are no evidence yet. */
  unused: { id: string; filename: string; isPending: boolean }[]
  categories: readonly Category[]
  isJoint: boolean
  /** In whole dollars. */
  personMinimum: number
  fundYear: number
}

/**
 * @param holderId one of those that the actor acts for; the first one by default
 * @returns what the wizard shows of a holder's accreditation
 */
export async function getOwnAccreditation(actor: Actor, holderId?: string): Promise<OwnAccreditation> {
  const holders = await getHoldersOf(actor, actor.id)
  const chosen = holders.find(({ id }) => id === holderId) ?? holders[0]
  const today = fundDay()
  const fixed = {
    holders,
    personMinimum: Number(switches.highMinimum.personCents / 100n),
    fundYear: Number(today.slice(0, 4)),
  }
  if (!chosen) {
    const none = {
      holder: null,
      verification: null,
      approvals: [],
      earlier: null,
      unused: [],
      categories: [],
      copies: [],
    }
    return { ...fixed, ...none, hasConsent: false, isJoint: false }
  }
  return queryAs(actor, async tx => {
    const holder = await findHolderFacts(tx, chosen.id)
    const earlier = await findEarlier(tx, holder, today)
    return {
      ...fixed,
      holder: {
        id: holder.id,
        legalName: holder.legalName,
        kind: holder.kind,
        canAct: chosen.right !== 'viewer' && !holder.isFrozen,
        members: holder.members.flatMap(({ name, email }) => (name && name !== email ? [name] : [])),
        isFrozen: holder.isFrozen,
      },
      verification: await findShown(tx, actor, holder),
      approvals: await findApprovals(tx, holder.id, today),
      earlier: earlier ? { ...earlier, words: dayWords(earlier.verifiedOn) } : null,
      hasConsent: await hasConsent(tx, actor),
      copies: await findCopies(tx, holder.id),
      unused: await findUnused(tx, actor),
      categories: categoriesOf(holder.kind, switches),
      isJoint: isJoint(holder.kind),
    }
  })
}

const endStates = ['rejected', 'expired']

/** The open verification; otherwise the newest, where that was rejected, or no longer holds. */
async function findShown(
  tx: Transaction<Database>,
  actor: Actor,
  holder: HolderFacts,
): Promise<OwnVerification | null> {
  const newest = await tx
    .selectFrom('accreditations')
    .selectAll()
    .where('holder_id', '=', holder.id)
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute()
  const rows = newest.map(camelRow)
  const open = rows.find(({ state }) => isUndecided(state))
  const blocking = rows.find(({ state, clearedAt }) => state === 'revoked' && !clearedAt)
  const shown = open ?? blocking ?? rows.find(({ state }, at) => at === 0 && endStates.includes(state))
  if (!shown) return null
  const verification = await toVerification(tx, actor, shown, holder)
  // What the fund learned is for the office.
  return shown.state === 'revoked' ? { ...verification, reason: null } : verification
}

async function toVerification(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  holder: HolderFacts,
): Promise<OwnVerification> {
  const signers = await currentSigners(tx, row.id)
  const sale = saleOf(row, holder)
  const evidence = await evidenceOf(tx, row.id, peopleProving(sale, row.method))
  const { id, state, category, method, isOwnMoney, isRenewal, isJointTest, owners, reason } = row
  return {
    ...{ id, state, category, method, isOwnMoney, isRenewal, isJointTest, owners, reason },
    amountCents: String(row.amountCents),
    text: textOf(row, holder),
    signatures: { have: signers.length, need: signaturesNeeded(holder), isOwn: signers.includes(actor.id) },
    evidence: evidence.list,
    missing: missingEvidence(sale, row.method, evidence.facts),
  }
}

async function findApprovals(tx: Transaction<Database>, holderId: string, today: string): Promise<OwnApproval[]> {
  const rows = await tx
    .selectFrom('accreditations as a')
    .leftJoin(standingReliances, 'r.accreditation_id', 'a.id')
    .select(['a.id', 'a.method'])
    .select(sql<string>`a.amount_cents::text`.as('amountCents'))
    .select(sql<string>`a.valid_through`.as('validThrough'))
    .select(({ fn }) => fn.max<string | null>('r.number').as('usedFor'))
    .where('a.holder_id', '=', holderId)
    .where('a.state', '=', 'approved')
    .where('a.valid_through', '>=', today)
    .groupBy('a.id')
    .orderBy('a.valid_through', 'desc')
    .execute()
  return rows.map(row => ({ ...row, isForOneSale: isForOneSale(row.method, switches) }))
}

function findUnused(tx: Transaction<Database>, actor: Actor) {
  return tx
    .selectFrom('documents')
    .leftJoin('evidence', 'evidence.document_id', 'documents.id')
    .select(['documents.id', 'documents.filename'])
    .select(({ eb }) => eb('check_state', '=', 'waiting').as('isPending'))
    .where('owner_id', '=', actor.id)
    .where('uploaded_by', '=', actor.id)
    .where('category', '=', evidenceCategory)
    .where('check_state', '<>', 'infected')
    .where('evidence.id', 'is', null)
    .orderBy('documents.created_at', 'desc')
    .limit(20)
    .execute()
    .then(rows => rows.map(row => ({ ...row, isPending: Boolean(row.isPending) })))
}
