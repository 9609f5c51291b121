import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { signingLinksPerPage } from '../../rules/document-request-limits.ts'
import type { SigningFilter, SigningState } from '../../rules/signing-links.ts'
import { unsignedStates } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { asAdministrator } from '../access/roles.ts'
import { countUpTo, type RowCount } from '../database/count-up-to.ts'
import { oneOf } from '../database/one-of.ts'
import { prepared } from '../database/prepared.ts'
import type { DocumentsTable } from '../database/types.ts'
import type { SigningLinkState } from './signing.ts'

/** A signing link in the administrators' list. Times are UTC. */
export type FollowedLink = Omit<SigningLinkState, 'signing_state'> &
  Pick<Selectable<DocumentsTable>, 'signing_reminders' | 'signing_reminded_at'> & {
    signing_state: SigningState
    owner_email: string
    owner_name: string | null
  }

const statesOf: Record<SigningFilter, SigningState[]> = {
  open: [...unsignedStates, 'said_signed'],
  said_signed: ['said_signed'],
  waiting: [...unsignedStates],
  confirmed: ['confirmed'],
}

/**
 * Lists everyone's signing links: those to confirm first, then unsigned ones, oldest first; confirmed ones newest
 * first.
 * @param filter `open`: not confirmed yet; `waiting`: not signed yet
 * @param personId only this person's
 * @param page from 0, `signingLinksPerPage` per page
 * @returns the page's links and the total number
 */
export async function getSigningLinks(
  actor: Actor,
  { filter = 'open', personId, page = 0 }: { filter?: SigningFilter; personId?: string; page?: number } = {},
): Promise<{ links: FollowedLink[] } & RowCount> {
  const before = Number.isSafeInteger(page) && page > 0 && page < 1e9 ? page * signingLinksPerPage : 0
  return asAdministrator(actor, async tx => {
    const links = tx.selectFrom('documents as document')
    // By a table constraint, exactly confirmed links have a time, which the index uses.
    let found =
      filter === 'confirmed'
        ? links.where('document.signing_confirmed_at', 'is not', null)
        : links.where('document.signing_state', 'in', statesOf[filter])
    if (personId) found = found.where('document.user_id', '=', assertId(personId))
    const count = await countUpTo(tx, found)
    const sorted =
      filter === 'confirmed'
        ? found.orderBy('document.signing_confirmed_at', 'desc').orderBy('document.id')
        : found.orderBy(toConfirm, 'desc').orderBy('document.signing_sent_at').orderBy('document.id')
    const page = await sorted
      .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
      .select(['document.id', 'document.user_id', 'document.filename', 'document.fund_name', 'document.external_url'])
      .select(['document.signing_state', 'document.signing_sent_at', 'document.signing_opened_at'])
      .select(['document.said_signed_at', 'document.signing_confirmed_at'])
      .select(['document.signing_reminders', 'document.signing_reminded_at'])
      .select(['owner.email as owner_email', 'owner.full_name as owner_name'])
      .limit(signingLinksPerPage)
      .offset(before)
      .execute()
    return { links: page as FollowedLink[], ...count }
  })
}

const toConfirm = (row: ExpressionBuilder<{ document: DocumentsTable }, 'document'>) =>
  row('document.signing_state', '=', 'said_signed')

/** An outstanding signing link. */
export interface PendingSignature {
  filename: string
  /** The owner's name, or else their address. */
  owner: string
  /** When it was sent, or reported as signed. */
  since: Date
  /** Total number. */
  total: number
}

const pendingIn = (states: SigningState[], since: string) => (_: unknown, most: number) => {
  const isIn = sql`signing_state in ${oneOf(states)}`
  return sql<PendingSignature>`
    select filename, ${nameOrAddress('owner')} as owner, ${sql.ref(since)} as since,
      (select count(*) from documents where ${isIn})::int as total
    from documents join user_profiles owner on owner.id = documents.user_id
    where ${isIn} order by ${sql.ref(since)}, documents.id limit ${most}`
}

/** Links reported as signed, oldest report first, with the total number; for administrators. */
export const signaturesToConfirm = prepared('signatures_to_confirm', pendingIn(statesOf.said_signed, 'said_signed_at'))
/** Unsigned links, oldest first, with the total number; for administrators. */
export const signaturesWaitedFor = prepared('signatures_waited_for', pendingIn(statesOf.waiting, 'signing_sent_at'))
