import { href } from 'react-router'
import { decimalCents } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { OwnNote } from '../../server/note-facts.ts'

type Renewed = Pick<OwnNote, 'outstandingCents' | 'renewal' | 'election' | 'pendingElection'> & {
  holder: { id: string }
}

/** @returns the verification page for the chosen renewal; with its amount if none is in progress */
export function verificationAddress(note: Renewed): string {
  const { holder, outstandingCents, renewal } = note
  const { renewCents = outstandingCents } = note.pendingElection ?? note.election ?? {}
  return withQuery(href('/profile/accreditation'), {
    holder: holder.id,
    renewal: renewal === 'needed' ? decimalCents(renewCents) : undefined,
  })
}
