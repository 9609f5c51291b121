import { getOwnAccreditation } from '../../app/accreditation/server/own-accreditation.ts'
import { signAccreditation } from '../../app/accreditation/server/sign.ts'
import { recordSignature, signNote } from '../../app/notes/server/sign-note.ts'
import { getOwnEsignConsent, giveEsignConsent, requestEsignConsent } from '../../app/signing/server/consents.ts'
import { giveConsent, requestPaperless } from '../../app/tax/server/consents.ts'
import type { TypedForm } from '../../app/tax/server/profile-changes.ts'
import type { Actor } from '../access/actor.ts'
import type { Owner } from './rows.ts'

/** A person's Form W-9, as the office enters it. */
export const typedW9: TypedForm = {
  ...{ nameLine1: 'Iris Vestor', nameLine2: '', classification: 'individual', exemptCode: '' },
  ...{ tinKind: 'ssn', tin: '123-45-6789', validatedBy: '', isNameConfirmed: false },
}

/** A person agrees to sign in the portal, with the word on the sample, unless they have. */
export async function consentToEsign(owner: Owner, person: Actor): Promise<void> {
  if ((await getOwnEsignConsent(person)).state === 'given') return
  const id = await requestEsignConsent(person)
  const { rows } = await owner.query('select word from esign_consents where id = $1', [id])
  await giveEsignConsent(person, id, { word: String(rows[0]?.word) })
}

/**
 * A member signs the statement of a holder's verification, whose answers are saved.
 * @param member with a session that counts as fresh proof
 */
export async function signVerification(owner: Owner, member: Actor, holderId: string, id: string): Promise<void> {
  await consentToEsign(owner, member)
  const { verification } = await getOwnAccreditation(member, holderId)
  await signAccreditation(member, id, { typedName: member.fullName ?? 'A person', text: verification?.text ?? '' })
}

/** A member and the fund sign a note's draft, which freezes its terms. */
export async function signByAll(admin: Actor, noteId: string, member: Actor, signedOn: string): Promise<void> {
  await recordSignature(admin, noteId, { userId: member.id, signedOn })
  await signNote(admin, noteId)
}

/** A member agrees to paperless tax forms, with the word on the sample form. @returns the consent's id */
export async function consentToPaperless(owner: Owner, member: Actor, holderId: string): Promise<string> {
  const id = await requestPaperless(member, holderId)
  await giveConsent(member, id, { word: await sampleFormWord(owner, id) })
  return id
}

/** @returns the word on a sample form, as shown to its reader */
export async function sampleFormWord(owner: Owner, consentId: string): Promise<string> {
  const { rows } = await owner.query('select word from tax_consents where id = $1', [consentId])
  return String(rows[0]?.word)
}
