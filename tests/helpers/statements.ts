import { expect } from 'vitest'
import { createHolder } from '../../app/holders/server/holders.ts'
import { advanceNotes } from '../../app/notes/server/advance-notes.ts'
import { getStatementRun } from '../../app/statements/server/statements-list.ts'
import { lastPeriod } from '../../app/statements/statement-periods.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { eventually } from './eventually.ts'
import { givenAccreditation, givenNote, type NotePeople } from './notes.ts'
import { allDone, type SharedPortal } from './shared-portal.ts'

export const month = lastPeriod('monthly', fundDay())

/** A holder with monthly statements and a note issued on the 1st, 100 days before the period's end. */
export async function givenMonthlyNote(
  portal: SharedPortal,
  people: NotePeople,
  kind: 'individual' | 'sdira' = 'individual',
) {
  const custodian = kind === 'sdira' ? { custodianName: 'Lone Star Trust Company' } : {}
  const holder = await createHolder(people.admin, {
    legalName: 'Iris Vestor',
    kind,
    statementRhythm: 'monthly',
    address: '1 Congress Avenue\nAustin, TX 78701',
    state: 'TX',
    members: [{ userId: people.investor.id, right: 'owner' }],
    ...custodian,
  })
  await givenAccreditation(portal, holder.id, people.investor)
  const issued = lastPeriod('monthly', lastPeriod('monthly', month.start).start).start
  const note = await givenNote(portal, people, issued, { holderId: holder.id })
  await advanceNotes()
  return { holder, note, issued }
}

/** Other tests of this file have runs of the same period: each test starts with none. */
export async function forgetRuns(portal: SharedPortal) {
  // A job that still prepares a run would deadlock with the changes of the tables.
  await allDone(portal)
  await portal.owner.query(
    `set session_replication_role = replica; alter table statement_runs disable trigger refuse_removal;
    alter table statements disable trigger refuse_removal; alter table statement_periods disable trigger refuse_change;
    delete from statement_runs where corrects is not null; delete from statements; delete from statement_runs; delete from statement_periods;
    alter table statement_periods enable always trigger refuse_change;
    alter table statement_runs enable always trigger refuse_removal; alter table statements enable always trigger refuse_removal;
    set session_replication_role = default`,
  )
}

/** Waits until a run can be released. */
export async function untilPrepared(actor: Actor, run: string) {
  const found = await eventually('a prepared run', async () => {
    const { run: now, entries } = await getStatementRun(actor, run)
    return (now.problem !== null || now.state === 'prepared') && { run: now, entries }
  })
  expect(found.run.problem).toBeNull()
  return found
}
