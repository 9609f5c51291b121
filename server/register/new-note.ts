import type { MemberRight } from '../../rules/holders.ts'
import type { Actor } from '../access/actor.ts'
import type { HolderDetails } from '../holders/holder-details.ts'
import { createHolder } from '../holders/holders.ts'
import { createNote } from '../notes/drafts.ts'
import { type NoteDetails, readNoteDetails } from '../notes/note-details.ts'
import { getNoteCandidate } from './note-candidates.ts'

/** What an administrator enters for a new note. */
export interface NewNote {
  /** What the person becomes, where it isn't for a holder in the register. */
  holder: HolderDetails
  note: Omit<NoteDetails, 'holderId'>
}

/**
 * Writes a draft for a holder, or for an accepted person, who becomes a holder with it.
 * @param candidateId of the holder or the person
 * @returns the note's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; as `createHolder` and `createNote`
 */
export async function createNoteFor(actor: Actor, candidateId: string, { holder, note }: NewNote): Promise<string> {
  const { holderId, personId } = await getNoteCandidate(actor, candidateId)
  if (holderId) return (await createNote(actor, { ...note, holderId })).id
  // What is wrong with the terms is found before there is a holder.
  readNoteDetails({ ...note, holderId: '' })
  const members = [{ userId: personId ?? '', right: rightOf(holder.kind) }]
  const added = await createHolder(actor, { ...holder, members })
  return (await createNote(actor, { ...note, holderId: added.id })).id
}

/** @returns what the first person of a holder usually is to it */
function rightOf(kind: string): MemberRight {
  if (kind === 'revocable_trust' || kind === 'irrevocable_trust') return 'trustee'
  return ['llc', 'lp', 'corporation'].includes(kind) ? 'manager' : 'owner'
}
