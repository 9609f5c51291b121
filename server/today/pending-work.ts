import type { Actor } from '../access/actor.ts'
import { asAdministrator } from '../access/roles.ts'
import { countOpenAccreditations } from '../accreditation/review-list.ts'
import { countOpenApprovals } from '../approvals/approvals-list.ts'
import { countWaitingFiles } from '../documents/check-states.ts'
import { countDeleteRequests } from '../documents/deletion.ts'
import { countSigningLinks } from '../documents/signing-list.ts'
import { hasHolders } from '../holders/holders-list.ts'
import { countWaitingPeople } from '../people/people-list.ts'
import { countMailFailures } from './mail-failures.ts'

/** How much is waiting for an administrator. */
export interface PendingWork {
  /** What others have asked for and the actor may approve. */
  approvals: number
  /** Accreditations that the actor may review. */
  accreditations: number
  /** Whether there are holders. Where there are none, nothing of the register is shown. */
  usesRegister: boolean
  deleteRequests: number
  /** Signatures to confirm. */
  outstanding: number
  /** Guests to be accepted, and people who asked to have their account erased. */
  people: number
  /** E-mails that could not be delivered. */
  failedMail: number
  /** Uploaded files that have waited for their malware check for more than a minute, and since when. */
  waitingFiles: { files: number; since: Date | null }
}

/** @throws PortalError FORBIDDEN unless the actor is an administrator */
export async function getPendingWork(actor: Actor): Promise<PendingWork> {
  return asAdministrator(actor, async tx => {
    const { guests, erasures } = await countWaitingPeople(tx)
    return {
      approvals: await countOpenApprovals(tx, actor),
      accreditations: await countOpenAccreditations(tx, actor),
      usesRegister: await hasHolders(tx),
      deleteRequests: await countDeleteRequests(tx),
      outstanding: (await countSigningLinks(tx)).saidSigned,
      people: guests + erasures,
      failedMail: (await countMailFailures(tx)).total,
      waitingFiles: await countWaitingFiles(tx),
    }
  })
}
