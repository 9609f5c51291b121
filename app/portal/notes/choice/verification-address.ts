import { href } from 'react-router'
import { decimalCents } from '../../../../rules/notes/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { OwnNote } from '../../../../server/holdings/note-facts.ts'

/** @returns where a note's holder verifies for the renewal that was chosen: with its amount, where nothing is begun yet */
export function verificationAddress(note: OwnNote): string {
  const { holder, outstandingCents, renewal } = note
  const { renewCents = outstandingCents } = note.pendingElection ?? note.election ?? {}
  return withQuery(href('/profile/accreditation'), {
    holder: holder.id,
    renewal: renewal === 'needed' ? decimalCents(renewCents) : undefined,
  })
}
