import type { Actor } from '../access/actor.ts'
import { readAsAdministrator } from '../access/roles.ts'
import { type CallToday, callsToday } from '../leads/pending-leads.ts'
import { awaitingConversations } from '../messages/conversation.ts'
import { type ConversationSummary, newestAwaiting, toSummary } from '../messages/conversations.ts'
import { openInvitations } from '../people/invitations.ts'
import { firstToErase, newestGuests, type PendingPerson, pendingPeople } from '../people/people-list.ts'
import { named, type Some, some } from './first-rows.ts'

/** Who waits for the office, and whom it waits for. Times are UTC. */
export interface TodayPeople {
  /** Those that haven't ended, in the fund's calendar, earliest first. */
  calls: CallToday[]
  /** Conversations that wait for an answer, visitors' included, and the newest of them. */
  messages: { total: number; newest: ConversationSummary | undefined }
  /** People no one has accepted yet, the newest by name. */
  guests: Some<PendingPerson>
  /** People who asked to have their account erased, the first by name. */
  erasures: Some<PendingPerson>
  /** Not accepted yet, the first ones sent by name. */
  invitations: Some<PendingPerson>
}

export async function readPeople(actor: Actor): Promise<TodayPeople> {
  const [calls, [awaiting], [newest], [waiting], guests, erasures, invitations] = await readAsAdministrator(
    actor,
    callsToday(),
    awaitingConversations(),
    newestAwaiting(actor.id),
    pendingPeople(),
    newestGuests(named),
    firstToErase(named),
    openInvitations(named),
  )
  return {
    calls,
    messages: { total: Number(awaiting?.count ?? 0), newest: newest && toSummary(newest) },
    guests: { total: waiting?.guests ?? 0, first: guests },
    erasures: { total: waiting?.erasures ?? 0, first: erasures },
    invitations: some(invitations),
  }
}
