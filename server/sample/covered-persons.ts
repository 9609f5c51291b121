import type { Capacity } from '../../app/covered-persons/covered-persons.ts'
import { addCoveredPerson } from '../../app/covered-persons/server/change-register.ts'
import { answerQuestionnaire } from '../../app/covered-persons/server/own-questionnaires.ts'
import { coveredPersons } from '../../content/covered-persons.ts'
import type { Actor } from '../access/actor.ts'
import { consentToEsign } from './lives.ts'
import type { Owner } from './rows.ts'

const no = 'no' as const

/** Every question answered with no, by a person who signs in. */
export const nothingToDisclose = {
  ...{ i: no, ii: no, iii: no, iv: no, v: no, vi: no, vii: no, viii: no, details: '' },
  version: coveredPersons.version,
  typedName: 'Ada Ministrator',
}

/** An administrator enters a covered person, who signs the questionnaire. @returns the entry's id */
export async function enterCoveredPerson(
  owner: Owner,
  admin: Actor,
  name: string,
  capacity: Capacity,
  signer: Actor,
  since: string,
): Promise<string> {
  const id = await addCoveredPerson(admin, { name, capacity, since, email: signer.email ?? '' })
  await consentToEsign(owner, signer)
  await answerQuestionnaire(signer, id, { ...nothingToDisclose, typedName: signer.fullName ?? name })
  return id
}
