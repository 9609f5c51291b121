import { sql, type Transaction } from 'kysely'
import type { Day } from '../../../rules/days.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { maturityWindow } from '../maturity.ts'
import { electionInForce } from './elections.ts'
import { daysToday, maturityDaysOf } from './frozen-days.ts'
import { notifyMembers } from './note-news.ts'

/**
 * Notifies holders of notes that mature soon, 60 days before, and reminds those without a choice 30 and 20 days before,
 * or by the agreement's days. Each notice is sent once; a missed one isn't sent with a later one. A refunded note with
 * another maturity date is notified again.
 * @param today the fund's day
 * @param attempt processes one note; its failure doesn't stop the others
 */
export async function sendMaturityNotices(
  today: Day,
  attempt: (noteId: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const note of await notesToAnnounce(today)) await attempt(note.id, () => actAsJobs(tx => send(tx, note, today)))
}

interface Maturing {
  id: string
  holder_id: string
  maturity_date: Day
  maturity_days: number[] | null
}

/** @returns notes with notices due by today that weren't sent */
function notesToAnnounce(today: Day): Promise<Maturing[]> {
  return actAsJobs(async tx => {
    const { rows } = await sql<Maturing>`
      select n.id, n.holder_id, n.maturity_date, n.maturity_days
      from notes n, coalesce(n.maturity_days, ${daysToday().maturity_days}::int[]) days
      where n.state = 'current' and n.maturity_date - ${today}::date between days[4] and days[1]
        and (select count(*) from maturity_notices m where m.note_id = n.id and m.sent_at >= n.funded_at)
          < 1 + (n.maturity_date - ${today}::date <= days[2])::int + (n.maturity_date - ${today}::date <= days[3])::int
      order by n.maturity_date, n.id`.execute(tx)
    return rows
  })
}

async function send(tx: Transaction<Database>, note: Maturing, today: Day): Promise<void> {
  const window = maturityWindow(note.maturity_date, maturityDaysOf(note.maturity_days))
  const { notice, firstReminder, secondReminder, closes } = window
  if (today > closes) return
  const days = { notice, first_reminder: firstReminder, second_reminder: secondReminder }
  const due = (Object.keys(days) as (keyof typeof days)[]).filter(kind => days[kind] <= today)
  if (due.length === 0) return
  // Locked, so that concurrent runs don't both send.
  const { rows: added } = await sql<{ kind: string }>`
    with funded as (select n.id, n.funded_at from notes n where n.id = ${note.id} for update)
    insert into maturity_notices (note_id, kind) select f.id, k from funded f, unnest(${due}::text[]) k
      where not exists (select from maturity_notices m where m.note_id = f.id and m.kind = k and m.sent_at >= f.funded_at)
    returning kind`.execute(tx)
  if (added.length === 0) return
  const isNotice = added.some(({ kind }) => kind === 'notice')
  if (!isNotice && (await electionInForce(tx, note.id))) return
  const kind = isNotice ? 'note-maturing' : 'note-maturity-reminder'
  await notifyMembers(tx, { kind, noteId: note.id, holderId: note.holder_id })
}
