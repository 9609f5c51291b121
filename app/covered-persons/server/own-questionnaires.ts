import { sql } from 'kysely'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import { hasConsent, requireConsent } from '../../signing/server/consents.ts'
import { answerQuestionnaireCommand, confirmQuestionnaireCommand } from '../covered-persons.commands.ts'
import type { Capacity, Standing } from '../covered-persons.ts'
import { mailQuestionnaire } from './covered-mail.ts'
import { answered, type CoveredPerson, confirmed, insertQuestionnaire, lockCovered } from './questionnaires.ts'

/** A capacity in which the reader is covered. */
export interface OwnCovered {
  id: string
  name: string
  capacity: Capacity
  state: Standing
  dueOn: string
  /** The day of the questionnaire that they can confirm; null where it has to be answered. */
  confirms: string | null
  /** What they signed last. */
  text: string | null
  signedOn: string | null
  /** Whether they have agreed to sign in the portal. */
  hasConsent: boolean
}

/** @returns each capacity in which the actor is covered, those that wait for them first */
export async function getOwnCovered(actor: Actor): Promise<OwnCovered[]> {
  return queryAs(actor, async tx => {
    const { rows } = await sql<Omit<OwnCovered, 'hasConsent'>>`
      select p.id, p.name, p.capacity, s.state, s.due_on::text as "dueOn", q.text, q.signed_on::text as "signedOn",
        (select max(f.signed_on)::text from covered_questionnaires f where f.person_id = p.id and not f.is_bring_down
          and f.version = ${settings.version}) as confirms
      from covered_persons p join app.covered_standing() s on s.person_id = p.id
        left join lateral (select l.text, l.signed_on from covered_questionnaires l where l.person_id = p.id
          order by l.signed_on desc, l.recorded_at desc limit 1) q on true
      where p.user_id = ${actor.id} and p.ended_on is null
      order by s.due_on, p.name, p.id`.execute(tx)
    const consents = await hasConsent(tx, actor)
    return rows.map(row => ({ ...row, hasConsent: consents }))
  })
}

/** Signs a questionnaire in the portal, as the covered person, under their consent to electronic signatures. */
export const answerQuestionnaire = perform(
  answerQuestionnaireCommand,
  async ({ tx, actor, audit }, personId, { typedName, details, version, ...answers }) => {
    const person = await lockOwn(tx, actor, personId)
    const { id: consentId } = await requireConsent(tx, actor)
    const signed = answered(person, answers, details, version)
    const facts = await insertQuestionnaire(tx, actor, person, {
      ...signed,
      typedName,
      signedOn: fundDay(),
      consentId,
    })
    await audit('covered_person.answered', person.id, facts)
    if (signed.events.length > 0) await mailQuestionnaire(tx, 'office', 'to-decide')
  },
  { before: requireFreshProof },
)

/** Signs that nothing has changed since the questionnaire. */
export const confirmQuestionnaire = perform(
  confirmQuestionnaireCommand,
  async ({ tx, actor, audit }, personId, { typedName, version }) => {
    const person = await lockOwn(tx, actor, personId)
    const { id: consentId } = await requireConsent(tx, actor)
    const today = fundDay()
    const signed = await confirmed(tx, person, version, today)
    const facts = await insertQuestionnaire(tx, actor, person, {
      ...signed,
      typedName,
      signedOn: today,
      consentId,
    })
    await audit('covered_person.confirmed', person.id, facts)
  },
  { before: requireFreshProof },
)

/** @throws PortalError NOT_FOUND for another person's entry */
async function lockOwn(tx: Parameters<typeof lockCovered>[0], actor: Actor, personId: string): Promise<CoveredPerson> {
  const person = await lockCovered(tx, assertId(personId))
  if (person.user_id !== actor.id) throw new PortalError('NOT_FOUND')
  return person
}

/** For the export of a person's data: in which capacities they are covered, and what they signed. */
export const coveredExport: DataExport = {
  name: 'questionnaires.json',
  about: 'in which capacity Rule 506(d) covers you, and what you answered',
  read: actor =>
    queryAs(actor, async tx => {
      const { rows } = await sql<
        Record<string, unknown>
      >`select p.name, p.capacity, p.since, p.ended_on, q.text, q.details,
          q.signed_on, q.typed_name, q.ip, q.user_agent, q.finding, q.finding_reason
        from covered_persons p left join covered_questionnaires q on q.person_id = p.id
        where p.user_id = ${actor.id} order by p.since, p.id, q.signed_on, q.recorded_at`.execute(tx)
      return rows.length > 0 ? rows : undefined
    }),
}
