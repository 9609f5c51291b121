import type { Actor } from '../access/actor.ts'
import { asAdministrator } from '../access/roles.ts'
import { countWaitingFiles } from '../documents/check-states.ts'
import { countDeleteRequests } from '../documents/deletion.ts'
import { countSigningLinks } from '../documents/signing-list.ts'
import { countNewLeads } from '../leads/manage-leads.ts'
import { countWaitingPeople } from '../people/people-list.ts'

/** How much is waiting for an administrator. */
export interface PendingWork {
  deleteRequests: number
  /** Signatures to confirm. */
  outstanding: number
  /** Unanswered messages and calls of visitors. */
  requests: number
  /** Guests to be accepted, and people who asked to have their account erased. */
  people: number
  /** Uploaded files that have waited for their malware check for more than a minute, and since when. */
  waitingFiles: { files: number; since: Date | null }
}

/** @throws PortalError FORBIDDEN unless the actor is an administrator */
export function getPendingWork(actor: Actor): Promise<PendingWork> {
  return asAdministrator(actor, async tx => ({
    deleteRequests: await countDeleteRequests(tx),
    outstanding: (await countSigningLinks(tx)).saidSigned,
    requests: await countNewLeads(tx),
    people: await countWaitingPeople(tx),
    waitingFiles: await countWaitingFiles(tx),
  }))
}
