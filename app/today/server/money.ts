import { accreditation as switches } from '../../../content/accreditation.ts'
import { addDays } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { endingBy, type ListedAccreditation, toReviewByActor } from '../../accreditation/server/review-list.ts'
import { approveKind } from '../../accreditation/server/second-reviewer.ts'
import {
  type OpenApproval,
  openApprovals,
  otherApprovers,
  toOpenApproval,
} from '../../approvals/server/approvals-list.ts'
import { coveredToAct } from '../../covered-persons/server/register.ts'
import { anyHolder } from '../../holders/server/holders-list.ts'
import { named, type Some, some } from '../../lists/server/first-rows.ts'
import { dueDaysAhead, maturityDays } from '../../register/register.ts'
import { lastRegisterCheck, toRegisterCheck } from '../../register/server/compare-register.ts'
import { type DueSummary, dueSummary, toDueSummary } from '../../register/server/due-summary.ts'
import { type MaturingNote, maturingNotes, toMaturingNote } from '../../register/server/maturities.ts'
import { type Runs, runsToRelease, toRuns } from '../../runs/server/runs-list.ts'

/** Pending work about notes and their money. Days are 'YYYY-MM-DD', times UTC. */
export interface TodayMoney {
  /** The fund's day, and the last day of the due payments. */
  today: string
  until: string
  /** Whether there are holders. Where there are none, nothing of the register is shown. */
  usesRegister: boolean
  /** What the register, its ledger and the due list disagree on. */
  registerDifferences: number
  due: DueSummary
  /** Notes to renew, and those with holders who were notified that they can choose; the first few of each. */
  maturities: Record<MaturityTurn, Some<MaturingNote>>
  /** Others' requests that the actor may decide. */
  toDecide: OpenApproval[]
  /** The actor's own requests, pending for another person. */
  withOthers: OpenApproval[]
  /** The only other person who decides; null where there are several, or none. */
  otherApprover: string | null
  /** No one else decides, so nothing can be approved. */
  decidesAlone: boolean
  /** Verifications that the actor may review, and approvals that end soon. */
  toReview: Some<ListedAccreditation>
  ending: Some<ListedAccreditation>
  /** Covered persons who aren't current, so that nothing can be sold, and those who are due soon. */
  covered: { late: number; soon: number }
  /** Runs of documents whose release no one has requested yet. */
  toRelease: Runs
}

/** The pending ones are counted among so many notes that mature soon. */
const maturingCounted = 500

/** The next step for a maturing note: the office's, its holder's, or none before the day. */
export type MaturityTurn = 'toRenew' | 'toChoose' | 'chosen'

export async function readMoney(actor: Actor): Promise<TodayMoney> {
  const today = fundDay()
  const until = addDays(today, dueDaysAhead)
  const [holders, checks, due, maturing, open, approvers, toReview, ending, runs, covered] = await readAsAdministrator(
    actor,
    anyHolder(),
    lastRegisterCheck(),
    dueSummary(today, until, named),
    maturingNotes(today, maturityDays, maturingCounted, 0),
    openApprovals(),
    otherApprovers(actor.id),
    toReviewByActor(actor.id, named),
    endingBy(actor.id, addDays(today, switches.endsSoonDays), named),
    runsToRelease(named),
    coveredToAct(),
  )
  const approvals = open.map(row => toOpenApproval(actor, row))
  return {
    today,
    until,
    usesRegister: holders.length > 0,
    registerDifferences: checks[0] ? toRegisterCheck(checks[0]).differences.length : 0,
    due: toDueSummary(due, today, named),
    maturities: byTurn(
      maturing.map(row => toMaturingNote(row, today)),
      today,
    ),
    // A verification is approved where it is reviewed.
    toDecide: approvals.filter(({ canDecide, kind }) => canDecide && kind !== approveKind),
    withOthers: approvals.filter(({ canDecide }) => !canDecide),
    decidesAlone: approvers.length === 0,
    otherApprover: approvers.length === 1 ? (approvers[0]?.name ?? null) : null,
    toReview: some(toReview),
    ending: some(ending),
    toRelease: toRuns(runs),
    covered: covered[0] ?? { late: 0, soon: 0 },
  }
}

function byTurn(notes: readonly MaturingNote[], today: string): TodayMoney['maturities'] {
  const turns = Map.groupBy(notes, note => turnOf(note, today))
  const first = (turn: MaturityTurn): Some<MaturingNote> => {
    const all = turns.get(turn) ?? []
    return { total: all.length, first: all.slice(0, named) }
  }
  return { toRenew: first('toRenew'), toChoose: first('toChoose'), chosen: first('chosen') }
}

/** @returns undefined before the holder has been notified, and where what has matured is to be paid: the due list has it */
function turnOf({ maturityDate, choice, window }: MaturingNote, today: string): MaturityTurn | undefined {
  if (maturityDate <= today) return choice === null || choice === 'withdraw' ? undefined : 'toRenew'
  if (choice !== null) return 'chosen'
  return today < window.notice ? undefined : 'toChoose'
}
