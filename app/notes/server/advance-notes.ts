import { sql, type Transaction } from 'kysely'
import { noteSettings } from '../../../content/notes.ts'
import { addBusinessDays } from '../../../rules/business-days.ts'
import { type Day, daysBetween } from '../../../rules/days.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { repeatJob } from '../../../server/jobs/jobs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { log } from '../../../server/platform/log.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { advance } from './advance.ts'
import { cancel, notifyOfCancellation } from './cancel-note.ts'
import { postDueInterest } from './due-interest.ts'
import { freezeDays } from './frozen-days.ts'
import { sendMaturityNotices } from './maturity-notices.ts'
import { holdRequests, lockNote } from './note-row.ts'

/**
 * Handler of the hourly queue `advance-notes`. Makes notes current and matured, posts interest that falls due, cancels
 * signed notes without funds, and sends maturity notices. Idempotent: it may run any number of times, and catches up
 * after downtime. Each note has a transaction of its own, so one failure doesn't block the others.
 * @param today the fund's day; for tests
 * @throws Error where a note failed, after all others are done
 */
export async function advanceNotes(today: Day = fundDay()): Promise<void> {
  await freezeDays()
  const failed: string[] = []
  const attempt = async (id: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      failed.push(id)
      log.error('a note could not be taken to its next day', error, { note: id })
    }
  }
  for (const id of await notesWithSomethingDue(today)) await attempt(id, () => advanceNote(id, today))
  for (const id of await unfundedNotes(today)) await attempt(id, () => cancelUnfunded(id, today))
  await sendMaturityNotices(today, attempt)
  if (failed.length > 0) throw new Error(`${failed.length} notes could not be taken to ${today}`)
}

/** After downtime, runs `advance-notes` at once if something fell due, instead of within the hour. */
export async function catchUpOnNotes(today: Day = fundDay()): Promise<void> {
  if ((await notesWithSomethingDue(today)).length > 0) await repeatJob('advance-notes', 0)
}

function notesWithSomethingDue(today: Day): Promise<string[]> {
  return actAsJobs(async tx => {
    const { rows } = await sql<{ id: string }>`
      select id from notes where state = 'funded' and issue_date <= ${today}::date
      union select id from notes where state = 'current' and maturity_date <= ${today}::date
      union select id from notes where next_due_on <= ${today}::date order by 1`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

async function advanceNote(id: string, today: Day): Promise<void> {
  await actAsJobs(async tx => {
    const note = await lockNote(tx, id)
    await advance(tx, note, today)
    if (note.nextDueOn !== null && note.nextDueOn <= today) await postDueInterest(tx, note, today)
  })
}

/** @returns ids of signed notes that may have passed the deadline for their funds */
function unfundedNotes(today: Day): Promise<string[]> {
  return actAsJobs(async tx => {
    const { rows } = await sql<{ id: string; since: Date }>`
      select n.id, ${pendingSince} as since from notes n where n.state = 'signed' order by since`.execute(tx)
    return rows.filter(({ since }) => isOverdue(since, today)).map(({ id }) => id)
  })
}

/** When a note `n` began to await its funds: at its signature, or at the reversal of its funds. */
const pendingSince = sql<Date>`greatest(n.signed_at,
  (select max(e.created_at) from ledger_entries e where e.note_id = n.id and e.reverses is not null))`

function isOverdue(since: Date, today: Day): boolean {
  const signed = fundDay(since)
  const { fundingBusinessDays } = noteSettings
  return daysBetween(signed, today) > fundingBusinessDays && addBusinessDays(signed, fundingBusinessDays) < today
}

/**
 * Cancels a signed note after the deadline for its funds, unless a request about its funds is pending, and notifies both
 * sides.
 */
async function cancelUnfunded(id: string, today: Day): Promise<void> {
  await actAsJobs(async tx => {
    await holdRequests(tx, id)
    const requested = await tx
      .selectFrom('approvals')
      .select('id')
      .where('kind', 'in', ['note.fund', 'note.first_payment'])
      .where('subject_id', '=', id)
      .where('decision', 'is', null)
      .executeTakeFirst()
    if (requested || !(await hasWaitedLongEnough(tx, id, today))) return
    // Voids the pending cancellation. Approvals are locked before notes.
    await voidApprovals(tx, 'note.cancel', id)
    const note = await lockNote(tx, id)
    if (!canTake(noteSteps.cancelUnfunded, note.state)) return
    await cancel(tx, id, `Not funded within ${noteSettings.fundingBusinessDays} business days`)
    await notifyOfCancellation(tx, note)
  })
}

async function hasWaitedLongEnough(tx: Transaction<Database>, id: string, today: Day): Promise<boolean> {
  const { rows } = await sql<{ since: Date | null }>`
    select ${pendingSince} as since from notes n where n.id = ${id}`.execute(tx)
  const since = rows[0]?.since
  return since ? isOverdue(since, today) : false
}
