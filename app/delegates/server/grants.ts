import { sql } from 'kysely'
import type { GrantState } from '../../../rules/workflows.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import type { DelegateKind, Granted } from '../delegates.ts'

/** What a holder lets someone see, as its members and the office are shown it. Times are UTC. */
export interface Delegate extends Granted {
  id: string
  holderId: string
  /** The holder's legal name. */
  holder: string
  kind: DelegateKind
  /** The address that was invited, in lower case. */
  address: string
  /** Of the person who accepted; null before, and where they have entered none. */
  name: string | null
  /** The last day on which they see something, 'YYYY-MM-DD' in the fund's zone. */
  until: string
  state: Exclude<GrantState, 'none'>
  /** Whether they sign in with another address now. Until they are invited again with that, they see nothing. */
  hasMoved: boolean
  invitedAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
  /** Documents that they have read so far, each counted once. */
  documentsRead: number
  lastReadAt: Date | null
}

/** A row of `delegatesOf`, as `toDelegate` reads it. */
export interface DelegateRow
  extends Omit<Delegate, 'categories' | 'until' | 'state' | 'hasMoved'>,
    Pick<Granted, 'figures' | 'download'> {
  categories: DocumentCategory[]
  endsAt: Date
  hasMoved: boolean | null
  isOver: boolean
}

/**
 * @param condition of a row `g` of `grants` with its holder `h`
 * @returns grants in force before ended ones, newest first
 */
export const delegatesWhere = (condition: ReturnType<typeof sql>) => sql<DelegateRow>`
  select g.id, g.holder_id as "holderId", h.legal_name as holder, g.kind, g.invited_address as address, p.name,
    p.has_moved as "hasMoved", g.categories, g.sees_figures as figures, g.may_download as download, g.ends_at as "endsAt",
    now() >= g.ends_at as "isOver", g.invited_at as "invitedAt", g.accepted_at as "acceptedAt", g.revoked_at as "revokedAt",
    r.documents as "documentsRead", r.last as "lastReadAt"
  from grants g join holders h on h.id = g.holder_id
    left join lateral app.delegate_person(g.id) p on true
    cross join lateral (select count(distinct r.document_id)::int as documents, max(r.read_at) as last
      from delegate_reads r where r.grant_id = g.id) r
  where ${condition}
  order by g.revoked_at is not null or now() >= g.ends_at, lower(h.legal_name), g.invited_at desc, g.id`

/** @returns a row as pages get it */
export function toDelegate({ endsAt, isOver, hasMoved, ...row }: DelegateRow): Delegate {
  return { ...row, until: lastDayOf(endsAt), state: stateOf({ ...row, isOver }), hasMoved: hasMoved ?? false }
}

function stateOf(row: Pick<DelegateRow, 'acceptedAt' | 'revokedAt' | 'isOver'>): Delegate['state'] {
  if (row.revokedAt) return 'revoked'
  if (row.isOver) return 'expired'
  return row.acceptedAt ? 'active' : 'invited'
}

/** @returns the day before the midnight at which a grant ends, in the fund's zone */
export function lastDayOf(endsAt: Date): string {
  return fundDay(new Date(endsAt.getTime() - 1000))
}
