import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { unsignedStates } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { aliased } from '../../../server/database/camel.ts'
import { countUpTo, type RowCount } from '../../../server/database/count-up-to.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import type { Database, DocumentsTable } from '../../../server/database/types.ts'
import { signingLinksPerPage } from '../../document-requests/limits.ts'
import { firstRows } from '../../lists/server/first-rows.ts'
import type { SigningFilter, SigningState } from '../signing-links.ts'
import { linkColumns, type SigningLinkState } from './signing.ts'

/** A signing link in the administrators' list. Times are UTC. */
export interface FollowedLink extends SigningLinkState {
  signingState: SigningState
  signingReminders: number
  signingRemindedAt: Date | null
  ownerEmail: string
  ownerName: string | null
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
    let found = linksIn(tx, filter)
    if (personId) found = found.where('document.user_id', '=', assertId(personId))
    const count = await countUpTo(tx, found)
    const sorted =
      filter === 'confirmed'
        ? found.orderBy('document.signing_confirmed_at', 'desc')
        : found.orderBy(toConfirm, 'desc').orderBy('document.signing_sent_at')
    const links = await listed(sorted).limit(signingLinksPerPage).offset(before).execute()
    return { links, ...count }
  })
}

type Links = SelectQueryBuilder<Database & { document: DocumentsTable }, 'document', object>

function linksIn(db: Kysely<Database>, filter: SigningFilter): Links {
  const links: Links = db.selectFrom('documents as document')
  // By a table constraint, exactly confirmed links have a time, which the index uses.
  return filter === 'confirmed'
    ? links.where('document.signing_confirmed_at', 'is not', null)
    : links.where(sql<SqlBool>`document.signing_state in ${oneOf(statesOf[filter])}`)
}

function listed(links: Links) {
  return links
    .orderBy('document.id')
    .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
    .select(aliased(linkColumns, 'document'))
    .select(aliased(['signing_reminders', 'signing_reminded_at'], 'document'))
    .select(['owner.email as ownerEmail', 'owner.full_name as ownerName'])
    .$castTo<FollowedLink>()
}

const toConfirm = (row: ExpressionBuilder<{ document: DocumentsTable }, 'document'>) =>
  row('document.signing_state', '=', 'said_signed')

/** Links reported as signed, oldest report first, with the total number; for administrators. */
export const signaturesToConfirm = firstRows(
  'signatures_to_confirm',
  db => linksIn(db, 'said_signed'),
  found => listed(found.orderBy('document.said_signed_at')),
)
/** Unsigned links, oldest first, with the total number; for administrators. */
export const signaturesWaitedFor = firstRows(
  'signatures_waited_for',
  db => linksIn(db, 'waiting'),
  found => listed(found.orderBy('document.signing_sent_at')),
)
