import type { Actor } from '../../../server/access/actor.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { type CallToday, callsToday } from '../../leads/server/pending-leads.ts'
import { named, type Some, some } from '../../lists/server/first-rows.ts'
import { type ConversationSummary, newestAwaiting, toSummary } from '../../messages/server/conversations.ts'
import { firstToErase, type ListedUser, newestGuests, openInvitations } from '../../people/server/people-list.ts'

/** People who need the office, and people the office is waiting for. Times are UTC. */
export interface TodayPeople {
  /** Those that haven't ended, in the fund's calendar, earliest first. */
  calls: CallToday[]
  /** Conversations that need an answer, visitors' included, and the newest of them. */
  messages: { total: number; newest: ConversationSummary | undefined }
  /** People no one has accepted yet, the newest by name. */
  guests: Some<ListedUser>
  /** People who asked to have their account erased, the first by name. */
  erasures: Some<ListedUser>
  /** Not accepted yet, the first ones sent by name. */
  invitations: Some<ListedUser>
}

export async function readPeople(actor: Actor): Promise<TodayPeople> {
  const [calls, [newest], guests, erasures, invitations] = await readAsAdministrator(
    actor,
    callsToday(),
    newestAwaiting(1, actor.id),
    newestGuests(named),
    firstToErase(named),
    openInvitations(named),
  )
  return {
    calls,
    messages: { total: newest?.total ?? 0, newest: newest && toSummary(newest) },
    guests: some(guests),
    erasures: some(erasures),
    invitations: some(invitations),
  }
}
