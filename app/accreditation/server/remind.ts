import type { Transaction } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { addDays } from '../../../rules/days.ts'
import { reviewableStates } from '../../../rules/workflows.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { findMembersInJob } from '../../holders/server/holder-facts.ts'
import { isForOneSale } from '../methods.ts'
import { reminderFor } from '../reminders.ts'
import { isBlocked } from './accreditation.ts'
import { mailMembers } from './accreditation-mail.ts'
import { standingReliances } from './reliance.ts'

/** A note that its holder may want to renew. */
export interface MaturingNote {
  noteId: string
  holderId: string
  /** YYYY-MM-DD */
  maturesOn: string
}

/** Finds the notes that mature between two days; the notes' capability knows them. */
export type FindMaturing = (tx: Transaction<Database>, from: string, until: string) => Promise<MaturingNote[]>

/**
 * Reminds members of a verification that a renewal needs, or that ends before it: only where a note matures within the
 * window, and once for each note. Part of the daily queue `keep-accreditations`.
 * @param today YYYY-MM-DD in the fund's zone, for tests
 */
export async function remindOfAccreditation(findMaturing: FindMaturing, today = fundDay()): Promise<void> {
  const maturing = await actAsJobs(tx => findMaturing(tx, today, addDays(today, switches.renewalDays)))
  for (const note of maturing) await actAsJobs(tx => remind(tx, note, today))
}

async function remind(
  tx: Transaction<Database>,
  { noteId, holderId, maturesOn }: MaturingNote,
  today: string,
): Promise<void> {
  const kind = reminderFor(today, maturesOn, await lastDayForRenewal(tx, holderId), switches)
  if (!kind || (await isBeingReviewed(tx, holderId)) || !(await canVerify(tx, holderId))) return
  const added = await tx
    .insertInto('accreditation_reminders')
    .values({ note_id: noteId, holder_id: holderId, kind })
    .onConflict(conflict => conflict.doNothing())
    .returning('kind')
    .execute()
  if (added.length === 0) return
  await mailMembers(tx, { id: holderId, members: await findMembersInJob(tx, holderId) }, kind)
}

/** @returns the last day on which a renewal could rely on an approved verification; undefined without one */
async function lastDayForRenewal(tx: Transaction<Database>, holderId: string): Promise<string | undefined> {
  const approved = await tx
    .selectFrom('accreditations as a')
    .leftJoin(standingReliances, 'r.accreditation_id', 'a.id')
    .select(['a.method', 'a.is_renewal', 'a.valid_through', 'r.id as used_by'])
    .where('a.holder_id', '=', holderId)
    .where('a.state', '=', 'approved')
    .orderBy('a.valid_through', 'desc')
    .execute()
  const usable = approved.find(
    ({ method, is_renewal, used_by }) =>
      !isForOneSale(method, switches) || (used_by === null && (method !== 'high_minimum' || is_renewal)),
  )
  return usable?.valid_through ?? undefined
}

/** @returns whether its members could act on a reminder: not while it is frozen, nor where they have to call us */
async function canVerify(tx: Transaction<Database>, holderId: string): Promise<boolean> {
  const { frozen_at } = await tx
    .selectFrom('holders')
    .select('frozen_at')
    .where('id', '=', holderId)
    .executeTakeFirstOrThrow()
  return frozen_at === null && !(await isBlocked(tx, holderId))
}

async function isBeingReviewed(tx: Transaction<Database>, holderId: string): Promise<boolean> {
  const waiting = await tx
    .selectFrom('accreditations')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('state', 'in', reviewableStates)
    .executeTakeFirst()
  return waiting !== undefined
}
