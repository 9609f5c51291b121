import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { paperless } from '../../../content/paperless.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely, type WorkLike } from '../../../server/access/perform.ts'
import type { Database, TaxConsentsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireMember } from '../../accreditation/server/accreditation.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { typedWord } from '../../signing/sample-words.ts'
import { disclosureHash, newWord, wrongWord } from '../../signing/server/consent-word.ts'
import { withdrawConsentForCommand } from '../card.commands.ts'
import { giveConsentCommand, requestPaperlessCommand, withdrawConsentCommand } from '../own.commands.ts'
import { mailConsent } from './tax-mail.ts'

export type Consent = Selectable<TaxConsentsTable>

const textHash = disclosureHash(paperless)

/** A condition on a row of `tax_consents` under the name `c`: it is in force. One to a form that needed other software is not. */
export const isInForce = sql<boolean>`c.given_at is not null and c.withdrawn_at is null and c.superseded_at is null
  and c.software = ${paperless.softwareVersion}`

/** Begins a consent to paperless tax forms: the disclosure is shown, and a sample form with a word of its own. @returns its id */
export const requestPaperless = perform(
  requestPaperlessCommand,
  async ({ tx, actor, refuse, audit }, holderId) => {
    const id = assertId(holderId)
    requireMember(actor, await findHolderFacts(tx, id))
    const open = await findOpen(tx, actor, id)
    if (open?.given_at && open.software === paperless.softwareVersion) throw refuse('CONSENT_GIVEN')
    const isSame = open && !open.given_at && open.version === paperless.version && open.text_sha256 === textHash
    if (isSame) return open.id
    if (open) await supersede(tx, open.id)
    const consent = randomUUID()
    const { version, softwareVersion: software } = paperless
    await tx
      .insertInto('tax_consents')
      .values({
        id: consent,
        holder_id: id,
        user_id: actor.id,
        version,
        software,
        text_sha256: textHash,
        word: newWord(),
      })
      .execute()
    await audit('tax.consent_asked', id, { consent_id: consent, version })
    return consent
  },
  { codes: { tax_consents_open: 'CONSENT_GONE' } },
)

function findOpen(tx: Transaction<Database>, actor: Actor, holderId: string) {
  return tx
    .selectFrom('tax_consents')
    .selectAll()
    .where('holder_id', '=', holderId)
    .where('user_id', '=', actor.id)
    .where('withdrawn_at', 'is', null)
    .where('superseded_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function supersede(tx: Transaction<Database>, id: string): Promise<void> {
  await tx.updateTable('tax_consents').set({ superseded_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Gives a consent: the word on the sample form was typed, which shows that the person could open it. */
export const giveConsent = performFreely(
  giveConsentCommand,
  async ({ actor, refuse, transact }, consentId, { word: typed }) => {
    const id = assertId(consentId)
    const refusal = await transact(async ({ tx, audit }) => {
      const consent = await lockOwn(tx, actor, id)
      requireMember(actor, await findHolderFacts(tx, consent.holder_id))
      const isCurrent = consent.version === paperless.version && consent.text_sha256 === textHash
      if (consent.given_at || consent.superseded_at || !isCurrent) return 'CONSENT_GONE'
      const word = typedWord(typed)
      if (word !== consent.word) {
        const wrong = wrongWord(consent.tries)
        await tx.updateTable('tax_consents').set(wrong.columns).where('id', '=', id).execute()
        return wrong.refusal
      }
      await tx
        .updateTable('tax_consents')
        .set({ typed: word, given_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
      const { holder_id, version, software, text_sha256 } = consent
      const facts = { consent_id: id, version, software, text_sha256, word }
      await audit('tax.consent_given', holder_id, facts)
      await mailConsent(tx, actor.id, 'given')
      return undefined
    })
    // After the failed attempt is counted.
    if (refusal) throw refuse(refusal)
  },
)

/** @throws PortalError NOT_FOUND for a consent of another person */
export async function lockOwn(tx: Transaction<Database>, actor: Actor, id: string): Promise<Consent> {
  const row = await tx
    .selectFrom('tax_consents')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return row
}

/**
 * Withdraws the actor's consent, at any time and from this moment on; that is confirmed by e-mail. Also while the
 * holder is frozen: printed forms do no harm.
 */
export const withdrawConsent = perform(withdrawConsentCommand, async (work, consentId) =>
  withdraw(work, await lockOwn(work.tx, work.actor, assertId(consentId))),
)

/** Records that a person has withdrawn their consent by telephone, e-mail or letter; it is confirmed to them by e-mail. */
export const withdrawConsentFor = perform(withdrawConsentForCommand, async (work, consentId) => {
  const id = assertId(consentId)
  const row = await work.tx.selectFrom('tax_consents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw work.refuse('NOT_FOUND')
  await withdraw(work, row)
})

async function withdraw(
  { tx, actor, refuse, audit }: WorkLike<typeof withdrawConsentCommand>,
  { id, holder_id, user_id, ...row }: Consent,
): Promise<void> {
  if (!row.given_at || row.withdrawn_at) throw refuse('CONSENT_GONE')
  await tx
    .updateTable('tax_consents')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: actor.id })
    .where('id', '=', id)
    .execute()
  await audit('tax.consent_withdrawn', holder_id, { consent_id: id, user_id })
  await mailConsent(tx, user_id, 'withdrawn')
}
