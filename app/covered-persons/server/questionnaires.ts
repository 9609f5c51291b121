import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import type { CoveredEvent } from '../../../content/covered-persons-types.ts'
import { fund } from '../../../content/fund.ts'
import { addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { signedFrom } from '../../../server/access/signed-from.ts'
import type { CoveredPersonsTable, Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Answers, bringDownText, type Capacity, eventCodes, questionnaireText } from '../covered-persons.ts'

export type CoveredPerson = Omit<Selectable<CoveredPersonsTable>, 'capacity'> & { capacity: Capacity }

/** What is signed, in the portal or on paper. */
interface Signed {
  isBringDown: boolean
  text: string
  events: CoveredEvent[]
  details: string | null
}

/** @throws PortalError NOT_FOUND; COVERED_ENDED for a person who is no longer covered */
export async function lockCovered(tx: Transaction<Database>, id: string): Promise<CoveredPerson> {
  const person = await tx
    .selectFrom('covered_persons')
    .selectAll()
    .where('id', '=', id)
    .$castTo<CoveredPerson>()
    .executeTakeFirst()
  if (!person) throw new PortalError('NOT_FOUND')
  if (person.ended_on) throw new PortalError('COVERED_ENDED')
  return person
}

/** @returns a questionnaire's text with its answers; @throws PortalError where details don't fit the answers */
export function answered(person: CoveredPerson, answers: Answers, details: string, version: string): Signed {
  requireVersion(version)
  const events = eventCodes.filter(code => answers[code] === 'yes')
  if (events.length > 0 && !details) throw new PortalError('COVERED_DETAILS')
  if (events.length === 0 && details) throw new PortalError('COVERED_NO_DETAILS')
  const text = questionnaireText(settings, signerOf(person), answers, details)
  return { isBringDown: false, text, events, details: details || null }
}

/**
 * @param day on which it is signed
 * @returns a bring-down's text; @throws PortalError COVERED_NOTHING_BEFORE without a questionnaire of the same questions
 */
export async function confirmed(
  tx: Transaction<Database>,
  person: CoveredPerson,
  version: string,
  day: string,
): Promise<Signed> {
  requireVersion(version)
  const before = await tx
    .selectFrom('covered_questionnaires')
    .select('signed_on')
    .where('person_id', '=', person.id)
    .where('is_bring_down', '=', false)
    .where('version', '=', settings.version)
    .where('signed_on', '<=', day)
    .orderBy('signed_on', 'desc')
    .executeTakeFirst()
  if (!before) throw new PortalError('COVERED_NOTHING_BEFORE')
  const text = bringDownText(settings, signerOf(person), before.signed_on)
  return { isBringDown: true, text, events: [], details: null }
}

function requireVersion(version: string): void {
  if (version !== settings.version) throw new PortalError('COVERED_CHANGED')
}

function signerOf({ name, capacity }: CoveredPerson) {
  return { name, capacity, fund: fund.name }
}

/** @returns facts for the log */
export async function insertQuestionnaire(
  tx: Transaction<Database>,
  actor: Actor,
  person: CoveredPerson,
  {
    typedName,
    signedOn,
    documentId,
    consentId,
    ...signed
  }: Signed & { typedName: string; signedOn: string; documentId?: string; consentId?: string },
): Promise<Record<string, unknown>> {
  const id = randomUUID()
  const { isBringDown, text, events, details } = signed
  await tx
    .insertInto('covered_questionnaires')
    .values({
      ...{ id, person_id: person.id, is_bring_down: isBringDown, version: settings.version, text, events, details },
      ...{ signed_on: signedOn, typed_name: typedName, document_id: documentId ?? null, recorded_by: actor.id },
      due_on: addMonths(signedOn, settings.bringDownMonths),
      consent_id: consentId ?? null,
      ...(documentId === undefined && signedFrom(actor)),
    })
    .execute()
  return {
    questionnaire_id: id,
    version: settings.version,
    signed_on: signedOn,
    events,
    document_id: documentId,
    consent_id: consentId,
  }
}
