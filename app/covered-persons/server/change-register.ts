import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import {
  addCoveredPersonCommand,
  endCoveredPersonCommand,
  recordConfirmationCommand,
  recordQuestionnaireCommand,
} from '../covered-persons.commands.ts'
import { mailQuestionnaire } from './covered-mail.ts'
import { answered, confirmed, insertQuestionnaire, lockCovered } from './questionnaires.ts'

/** Adds a person or company that the rule covers. One with an account is notified of the questionnaire. @returns their id */
export const addCoveredPerson = perform(
  addCoveredPersonCommand,
  async ({ tx, actor, refuse, audit }, _, { name, capacity, since, email }) => {
    if (since > fundDay()) throw refuse('COVERED_DAY_AHEAD')
    const account = email ? await findAccount(tx, email) : undefined
    if (email && !account) throw refuse('COVERED_ACCOUNT')
    const id = randomUUID()
    await tx
      .insertInto('covered_persons')
      .values({ id, name, capacity, since, user_id: account ?? null, added_by: actor.id })
      .execute()
    await audit('covered_person.added', id, { name, capacity, user_id: account ?? null })
    if (account) await mailQuestionnaire(tx, { person: account }, 'asked')
    return id
  },
  { before: requireFreshProof, codes: { covered_persons_once: 'COVERED_TWICE' } },
)

async function findAccount(tx: Transaction<Database>, email: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('user_profiles')
    .select('id')
    // Row-level security keeps an index from serving `lower(email)`, so the search finds who it may be.
    .where(sql<boolean>`id = any(array(select unnest(ids) from app.find_users(array[${email}], 0, 20)))`)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}

/** Records since when a person is no longer covered. Their entry and what they signed stay. */
export const endCoveredPerson = perform(
  endCoveredPersonCommand,
  async ({ tx, refuse, audit }, personId, { endedOn, reason }) => {
    const person = await lockCovered(tx, assertId(personId))
    if (endedOn > fundDay()) throw refuse('COVERED_DAY_AHEAD')
    if (endedOn < person.since) throw refuse('COVERED_END_EARLY')
    const end = { ended_on: endedOn, end_reason: reason }
    await tx.updateTable('covered_persons').set(end).where('id', '=', person.id).execute()
    await audit('covered_person.ended', person.id, { name: person.name, ended_on: endedOn, reason })
  },
  { before: requireFreshProof },
)

/** Files the questionnaire that someone without an account signed on paper. */
export const recordQuestionnaire = perform(
  recordQuestionnaireCommand,
  async ({ tx, actor, refuse, audit }, personId, { document, signedOn, typedName, details, version, ...answers }) => {
    const person = await lockCovered(tx, assertId(personId))
    if (person.user_id) throw refuse('COVERED_OWN')
    if (signedOn > fundDay()) throw refuse('COVERED_DAY_AHEAD')
    const signed = answered(person, answers, details, version)
    const documentId = await retainDocument(tx, actor.id, document)
    if (!documentId) throw refuse('COVERED_FILE')
    const facts = await insertQuestionnaire(tx, actor, person, { ...signed, typedName, signedOn, documentId })
    await audit('covered_person.answered', person.id, facts)
  },
  { before: requireFreshProof },
)

/** Files a bring-down that someone without an account signed on paper. */
export const recordConfirmation = perform(
  recordConfirmationCommand,
  async ({ tx, actor, refuse, audit }, personId, { document, signedOn, typedName, version }) => {
    const person = await lockCovered(tx, assertId(personId))
    if (person.user_id) throw refuse('COVERED_OWN')
    if (signedOn > fundDay()) throw refuse('COVERED_DAY_AHEAD')
    const signed = await confirmed(tx, person, version, signedOn)
    const documentId = await retainDocument(tx, actor.id, document)
    if (!documentId) throw refuse('COVERED_FILE')
    const facts = await insertQuestionnaire(tx, actor, person, { ...signed, typedName, signedOn, documentId })
    await audit('covered_person.confirmed', person.id, facts)
  },
  { before: requireFreshProof },
)

/** Keeps a PDF that the administrator uploaded themself, which leaves their portal. @returns its id; undefined for another document */
async function retainDocument(
  tx: Transaction<Database>,
  adminId: string,
  document: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update documents set unreleased = true,
      retain_until = greatest(retain_until, (app.fund_day() + make_interval(years => ${settings.keepYears}::integer))::date)
    where id = ${assertId(document)} and uploaded_by = ${adminId} and user_id = ${adminId} and holder_id is null
      and file_type = 'pdf' returning id`.execute(tx)
  return rows[0]?.id
}
