import type { Actor } from '../access/actor.ts'
import { asAdministrator } from '../access/roles.ts'
import { countOpenApprovals } from '../approvals/approvals-list.ts'
import { countOpenRequests } from '../document-requests/requests-list.ts'
import { countDeleteRequests } from '../documents/deletion.ts'
import { findNewFiles, findOldestDeleteRequest, type NewFile } from '../documents/new-files.ts'
import { countSigningLinks } from '../documents/signing-list.ts'
import { type CallToday, findCallsToday, namesOfNewestSenders } from '../leads/waiting-leads.ts'
import { countAwaitingConversations } from '../messages/conversation.ts'
import { countOpenInvitations } from '../people/invitations.ts'
import { countWaitingPeople, namesOfNewestGuests } from '../people/people-list.ts'
import { readRegisterCheck } from '../register/compare-register.ts'
import { countMissingFiles } from '../upkeep/sweep-record.ts'
import { countMailFailures } from './mail-failures.ts'

/** How many entries of each kind are named. */
const named = 3

/** What is new and what waits, for administrators. Times are UTC. */
export interface Today {
  /** Those that haven't ended, in the fund's calendar, earliest first. */
  calls: CallToday[]
  deleteRequests: { total: number; oldest: Date | null }
  /** Conversations that wait for an answer, visitors' included, and which visitors wrote last. */
  messages: { total: number; names: string[] }
  /** Files that investors uploaded and no administrator has opened. */
  newFiles: { total: number; newest: NewFile[] }
  /** People nobody has accepted yet, the newest by name. */
  guests: { total: number; names: string[] }
  /** People who asked to have their account erased. */
  erasures: number
  /** Signing links said to be signed, and those not signed yet. */
  signatures: { toConfirm: number; waiting: number }
  /** Documents that people were asked for and haven't uploaded. */
  documentsAsked: number
  invitations: { total: number; oldest: Date | null }
  mail: { total: number; refused: number }
  /** What others have asked for and the administrator may approve. */
  approvals: number
  /** Documents whose file isn't in the storage. */
  missingFiles: number
  /** What the register, its ledger and the due list disagree on. */
  registerDifferences: number
}

/**
 * @returns everything that waits for an administrator, and what came in from investors, in one transaction
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getToday(actor: Actor): Promise<Today> {
  return asAdministrator(actor, async tx => {
    const { guests, erasures } = await countWaitingPeople(tx)
    const requests = await countDeleteRequests(tx)
    const messages = await countAwaitingConversations(tx)
    const signing = await countSigningLinks(tx)
    return {
      calls: await findCallsToday(tx),
      deleteRequests: { total: requests, oldest: requests > 0 ? await findOldestDeleteRequest(tx) : null },
      messages: { total: messages, names: messages > 0 ? await namesOfNewestSenders(tx, named) : [] },
      newFiles: await findNewFiles(tx, named),
      guests: { total: guests, names: guests > 0 ? await namesOfNewestGuests(tx, named) : [] },
      erasures,
      signatures: { toConfirm: signing.saidSigned, waiting: signing.waiting },
      documentsAsked: await countOpenRequests(tx),
      invitations: await countOpenInvitations(tx),
      mail: await countMailFailures(tx),
      approvals: await countOpenApprovals(tx, actor),
      missingFiles: await countMissingFiles(tx),
      registerDifferences: (await readRegisterCheck(tx))?.differences.length ?? 0,
    }
  })
}
