import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { forgetAccess, isNewAccess } from '../../../server/access/new-access.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderKind } from '../../holders/holders.ts'
import type { HolderRow, LineRow, OwnNoteRow, SettlementRow } from '../../holdings/server/holding-statements.ts'
import { describeOwnNote, type OwnNote } from '../../holdings/server/note-facts.ts'

/** A holder's notes as its delegate sees them: without the account that they are paid to, and elections. */
export interface SharedFigures {
  holderId: string
  /** Its legal name. */
  holder: string
  /** 'YYYY-MM-DD', in the fund's zone. */
  today: string
  asOf: Date
  notes: OwnNote[]
}

interface Figures {
  notes: OwnNoteRow[]
  lines: LineRow[]
  settlements: SettlementRow[]
}

/**
 * Reads a holder's notes and payments as its delegate, and records that; a page that is loaded again within ten minutes
 * counts once.
 * @throws PortalError NOT_FOUND where the actor isn't shown figures of this holder
 */
export async function getSharedFigures(actor: Actor, holderId: string, today = fundDay()): Promise<SharedFigures> {
  const id = assertId(holderId)
  const [[row]] = await readAs(actor, figuresOf(id, today))
  if (!row?.figures) throw new PortalError('NOT_FOUND')
  await recordRead(actor, id)
  const { holder, figures } = row
  return { holderId: id, holder, today, asOf: new Date(), notes: notesOf(figures, holderOf(id, holder), today) }
}

const figuresOf = prepared(
  'shared_figures',
  (_, holderId: string, today: string) => sql<{ holder: string; figures: Figures | null }>`
    select s.holder_name as holder, app.shared_figures(s.holder_id, ${today}::date) as figures
    from app.shared_with_me() s where s.holder_id = ${holderId}::uuid and s.accepted_at is not null`,
)

/** @throws PortalError NOT_FOUND where they are no longer shown */
async function recordRead(actor: Actor, holderId: string): Promise<void> {
  const access = `${actor.id} ${actor.sessionId} figures ${holderId}`
  if (!(await isNewAccess(access))) return
  const { ip = null, userAgent = null } = actor.from ?? {}
  try {
    await actAs(actor, async tx => {
      const { rows } = await sql<{ recorded: boolean }>`
        select app.record_figures_read(${holderId}, ${ip}, ${userAgent}) as recorded`.execute(tx)
      if (!rows[0]?.recorded) throw new PortalError('NOT_FOUND')
      await audit(tx, actor, 'figures.viewed', holderId)
    })
  } catch (error) {
    await forgetAccess(access).catch(() => {})
    throw error
  }
}

/** A holder as a note's facts need it; a delegate sees only its name. */
function holderOf(id: string, name: string): HolderRow {
  return {
    id,
    number: '',
    name,
    kind: 'individual' satisfies HolderKind,
    right: 'viewer',
    isFrozen: false,
    custodian: null,
    custodianLast4: null,
    accreditedThrough: null,
    isAccreditedForSales: false,
  }
}

function notesOf({ notes, lines, settlements }: Figures, holder: HolderRow, today: string): OwnNote[] {
  const linesOf = Map.groupBy(lines, ({ noteId }) => noteId)
  const settledOf = Map.groupBy(settlements, ({ noteId }) => noteId)
  return notes.map(note =>
    describeOwnNote(
      {
        note,
        holder,
        lines: linesOf.get(note.id) ?? [],
        settlements: settledOf.get(note.id) ?? [],
        elections: [],
        verifications: [],
      },
      today,
    ),
  )
}
