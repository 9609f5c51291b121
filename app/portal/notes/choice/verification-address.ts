import { href } from 'react-router'
import { decimalCents } from '../../../../rules/notes/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { OwnNote } from '../../../../server/holdings/note-facts.ts'

type Renewed = Pick<OwnNote, 'outstandingCents' | 'renewal' | 'election' | 'pendingElection'> & {
  holder: { id: string }
}

/** @returns where a note's holder verifies for the renewal that was chosen: with its amount, where nothing is begun yet */
export function verificationAddress(note: Renewed): string {
  const { holder, outstandingCents, renewal } = note
  const { renewCents = outstandingCents } = note.pendingElection ?? note.election ?? {}
  return withQuery(href('/profile/accreditation'), {
    holder: holder.id,
    renewal: renewal === 'needed' ? decimalCents(renewCents) : undefined,
  })
}
