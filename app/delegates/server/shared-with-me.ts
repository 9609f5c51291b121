import { sql } from 'kysely'
import { plainName } from '../../../rules/plain-name.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import { asShared, documentColumns, listLimit, type PortalDocument } from '../../documents/server/documents.ts'
import { csvBeside } from '../../documents/server/readers.ts'
import type { DelegateKind, Granted } from '../delegates.ts'
import { lastDayOf } from './grants.ts'

/** What a holder lets the reader see. */
export interface GrantToReader extends Granted {
  grantId: string
  holderId: string
  /** The holder's legal name. */
  holder: string
  /** Their role in the invitation. */
  kind: DelegateKind
  /** The last day on which they see something, 'YYYY-MM-DD' in the fund's zone. */
  until: string
  /** Who invited them: their name without what could be an address or a number to call, or else the holder's. */
  invitedBy: string
}

/** What a holder lets the reader see, with its documents, newest first. */
export interface SharedHolder extends GrantToReader {
  documents: PortalDocument[]
}

/** What others let the reader see. */
export interface Shared {
  /** To be accepted. */
  invitations: GrantToReader[]
  holders: SharedHolder[]
  /** The year in the fund's zone. */
  year: number
}

interface GrantRow extends Omit<GrantToReader, 'categories' | 'until'> {
  categories: DocumentCategory[]
  endsAt: Date
  acceptedAt: Date | null
}

const sharesOfReader = prepared(
  'shared_with_me',
  () => sql<GrantRow>`select grant_id as "grantId", holder_id as "holderId", holder_name as holder, kind, categories,
    sees_figures as figures, may_download as download, ends_at as "endsAt", accepted_at as "acceptedAt",
    invited_by as "invitedBy" from app.shared_with_me()`,
)

type SharedRow = PortalDocument & { holder_id: string }

/** Of each holder an index has them; row-level security asks again. */
const sharedDocuments = prepared(
  'shared_documents',
  () => sql<SharedRow>`
    select documents.holder_id, ${sql.join(documentColumns.map(column => sql.ref(`documents.${column}`)))},
      ${csvBeside} as csv_id
    from app.shared_with_me() s join documents on documents.owner_id = s.holder_id
      and documents.category = any (s.categories)
    where s.accepted_at is not null and not documents.is_external_link and documents.companion_of is null
      and not documents.unreleased and documents.check_state in ('unchecked', 'clean')
    order by documents.created_at desc, documents.id desc limit ${sql.lit(listLimit)}`,
)

/** @returns the actor's shared access at this moment, by holder, and open invitations */
export async function getShared(actor: Actor): Promise<Shared> {
  const [rows, documents] = await readAs(actor, sharesOfReader(), sharedDocuments())
  const documentsOf = Map.groupBy(documents, ({ holder_id }) => holder_id)
  return {
    year: Number(fundDay().slice(0, 4)),
    invitations: rows.filter(({ acceptedAt }) => !acceptedAt).map(toGrant),
    holders: rows
      .filter(({ acceptedAt }) => acceptedAt)
      .map(row => ({
        ...toGrant(row),
        documents: (documentsOf.get(row.holderId) ?? []).map(({ holder_id: _, ...document }) =>
          asShared(document, actor.id, { mayDownload: row.download }),
        ),
      })),
  }
}

function toGrant({ endsAt, acceptedAt: _, ...row }: GrantRow): GrantToReader {
  // Who was invited doesn't belong to the fund yet: nothing but a name is said to them.
  return { ...row, invitedBy: plainName(row.invitedBy) || row.holder, until: lastDayOf(endsAt) }
}
