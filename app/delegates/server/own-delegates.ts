import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { prepared, unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { personFirst } from '../../holders/holders.ts'
import { holdersOf } from '../../holders/server/holders-list.ts'
import { describeDevice } from '../../identity/server/device-name.ts'
import { holdersIn } from '../../people/accounts.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import { type DelegateKind, latestEnd, presetEnd, type ReadWay, readsPerPage } from '../delegates.ts'
import { type Delegate, type DelegateRow, delegatesWhere, toDelegate } from './grants.ts'

/** The delegates of a person's holders. */
export interface OwnDelegates {
  /**
   * Holders that can invite, the chosen account first: not while they are frozen, nor for members with view-only
   * access.
   */
  holders: { id: string; name: string }[]
  /** Grants in force before ended ones. */
  delegates: Delegate[]
  /** The last day that is offered for each kind; and that any may have. */
  ends: Record<DelegateKind, string>
  latest: string
  /** The day in the fund's zone. */
  today: string
}

const ownDelegates = prepared('own_delegates', () =>
  delegatesWhere(sql`g.holder_id = any ((select app.my_owners())::uuid[])`),
)

/**
 * @param account one of the actor's holders, by its id; else it is about all of them
 * @returns the delegates of the actor's holders
 * @throws PortalError NOT_FOUND for people who act for no holder
 */
export async function getOwnDelegates(actor: Actor, account?: string): Promise<OwnDelegates> {
  const [found, rows] = await readAs(actor, holdersOf(actor.id), ownDelegates())
  if (found.length === 0) throw new PortalError('NOT_FOUND')
  const held = personFirst(found)
  const shown = holdersIn(held, account).map(({ id }) => id)
  const today = fundDay()
  const endOf = (kind: DelegateKind) => presetEnd(kind, today)
  return {
    holders: held
      .toSorted((one, other) => Number(shown.includes(other.id)) - Number(shown.includes(one.id)))
      .filter(({ right, isFrozen }) => right !== 'viewer' && !isFrozen)
      .map(({ id, legalName }) => ({ id, name: legalName })),
    delegates: rows.filter(({ holderId }) => shown.includes(holderId)).map(toDelegate),
    ends: {
      accountant: endOf('accountant'),
      spouse: endOf('spouse'),
      attorney: endOf('attorney'),
      adviser: endOf('adviser'),
      custodian: endOf('custodian'),
    },
    latest: latestEnd(today),
    today,
  }
}

/** Something that a delegate has read. */
export interface DelegateRead {
  id: string
  how: ReadWay
  /** The document's name then; null for figures. */
  filename: string | null
  /** While the document is there. */
  documentId: string | null
  at: Date
  /** Such as 'Chrome on Mac'; undefined once the person was erased. */
  device: string | undefined
  ip: string | undefined
}

/** Of a row `r` of `delegate_reads`. */
interface ReadRow extends Omit<DelegateRead, 'device' | 'ip'> {
  userAgent: string | null
  ip: string | null
}

/**
 * @param page from 0
 * @returns a delegate with a page of what they have read, newest first, and how much that is in all @throws PortalError
 *   NOT_FOUND for a delegate of another person's holder, unless the actor is an administrator
 */
export async function getDelegate(
  actor: Actor,
  grantId: string,
  page = 0,
): Promise<{ delegate: Delegate; reads: DelegateRead[]; total: number }> {
  const id = assertId(grantId)
  const isOwn = actor.isAdmin ? sql`true` : sql`g.holder_id = any ((select app.my_owners())::uuid[])`
  const [[row], reads, [counted]] = await readAs(
    actor,
    unprepared<DelegateRow>(() => delegatesWhere(sql`g.id = ${id} and ${isOwn}`)),
    unprepared<ReadRow>(
      () => sql<ReadRow>`select r.id, r.how, r.filename, d.id as "documentId", r.read_at as at, r.ip,
          r.user_agent as "userAgent"
        from delegate_reads r left join documents d on d.id = r.document_id
        where r.grant_id = ${id} order by r.read_at desc, r.id desc limit ${readsPerPage} offset ${page * readsPerPage}`,
    ),
    unprepared<{ total: number }>(
      () => sql<{ total: number }>`select count(*)::int as total from delegate_reads where grant_id = ${id}`,
    ),
  )
  if (!row) throw new PortalError('NOT_FOUND')
  return { delegate: toDelegate(row), reads: reads.map(toRead), total: counted?.total ?? 0 }
}

function toRead({ userAgent, ip, ...read }: ReadRow): DelegateRead {
  return { ...read, ip: ip ?? undefined, device: userAgent ? describeDevice(userAgent) : undefined }
}

/** For the export of a person's data: their holders' delegates, and what those have read. */
export const delegatesExport: DataExport = {
  name: 'delegates.json',
  about: 'the people who have shared access, and what they read',
  read: async actor => {
    const [rows, reads] = await readAs(
      actor,
      ownDelegates(),
      unprepared<ReadRow & { grantId: string }>(
        () => sql<ReadRow & { grantId: string }>`
          select r.id, r.grant_id as "grantId", r.how, r.filename, r.document_id as "documentId", r.read_at as at, r.ip,
            r.user_agent as "userAgent"
          from delegate_reads r where r.holder_id = any ((select app.my_owners())::uuid[]) order by r.read_at, r.id`,
      ),
    )
    if (rows.length === 0) return undefined
    const readsOf = Map.groupBy(reads, ({ grantId }) => grantId)
    return rows.map(toDelegate).map(({ id, holderId: _, ...delegate }) => ({
      ...delegate,
      read: (readsOf.get(id) ?? []).map(({ how, filename, at }) => ({ how, filename, at })),
    }))
  },
}
