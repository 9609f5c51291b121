import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { performStep } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import type { MemberRight } from '../../holders/holders.ts'
import type { HolderDetails } from '../../holders/server/holder-details.ts'
import { addHolder, holderCodes } from '../../holders/server/holders.ts'
import { draftNoteCommand } from '../../notes/draft.commands.ts'
import { addNote, createNote, noteCodes } from '../../notes/server/drafts.ts'
import type { NoteDetails } from '../../notes/server/note-details.ts'
import { getNoteCandidate } from './note-candidates.ts'

/** What an administrator enters for a new note. */
export interface NewNote {
  /** What the person becomes, where it isn't for a holder in the register. */
  holder: HolderDetails
  note: Omit<NoteDetails, 'holderId'>
}

/**
 * Writes a draft for a holder, or for an accepted person, who becomes a holder with it, or not at all.
 * @param candidateId of the holder or the person
 * @returns the note's id
 */
export const createNoteFor = performStep(
  draftNoteCommand,
  async (_, actor: Actor, candidateId: string, { holder, note }: NewNote): Promise<string> => {
    const { holderId, personId } = await getNoteCandidate(actor, candidateId)
    if (holderId) return (await createNote(actor, { ...note, holderId })).id
    const members = [{ userId: personId ?? '', right: rightOf(holder.kind) }]
    const work = async (tx: Transaction<Database>) => {
      const added = await addHolder(tx, actor, { ...holder, members })
      return (await addNote(tx, actor, { ...note, holderId: added.id })).id
    }
    return asAdministrator(actor, work, { ...holderCodes, ...noteCodes })
  },
)

/** @returns what the first person of a holder usually is to it */
function rightOf(kind: string): MemberRight {
  if (kind === 'revocable_trust' || kind === 'irrevocable_trust') return 'trustee'
  return ['llc', 'lp', 'corporation'].includes(kind) ? 'manager' : 'owner'
}
