import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import { electronicRecords } from '../../../content/electronic-records.ts'
import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely, type WorkLike } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { signedFrom } from '../../../server/access/signed-from.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database, EsignConsentsTable } from '../../../server/database/types.ts'
import type { MadeFile } from '../../../server/http/made-file.ts'
import type { PdfContent } from '../../../server/pdf/pdf-content.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import {
  giveEsignConsentCommand,
  requestEsignConsentCommand,
  withdrawEsignConsentCommand,
  withdrawEsignConsentForCommand,
} from '../consent.commands.ts'
import { typedWord } from '../sample-words.ts'
import { mailEsignConsent } from './consent-mail.ts'
import { disclosureHash, newWord, wrongWord } from './consent-word.ts'
import { makeSample } from './sample.ts'

type Consent = Selectable<EsignConsentsTable>

const { version } = electronicRecords
const textHash = disclosureHash(electronicRecords)

/** The reader's own consent. */
export type OwnEsignConsent =
  | { state: 'none' }
  /** To an earlier disclosure. */
  | { state: 'outdated' }
  | { state: 'asked'; id: string }
  | { state: 'given'; id: string; at: Date }

/** A person's consent, for the office. */
export interface EsignConsent {
  id: string
  version: string
  givenAt: Date
  withdrawnAt: Date | null
  isInForce: boolean
}

/**
 * Required by every signature in the portal.
 * @returns the actor's consent to the current disclosure; the database compares it again
 * @throws PortalError ESIGN_CONSENT_NEEDED, which leads to the page that asks for it
 */
export async function requireConsent(
  tx: Transaction<Database>,
  actor: Pick<Actor, 'id'>,
): Promise<{ id: string; version: string }> {
  const open = await findOpen(tx, actor.id)
  if (!open || !isInForce(open)) throw new PortalError('ESIGN_CONSENT_NEEDED')
  return { id: open.id, version: open.version }
}

const isInForce = (open: Pick<Consent, 'given_at' | 'withdrawn_at' | 'superseded_at' | 'version'>) =>
  open.given_at !== null && open.withdrawn_at === null && open.superseded_at === null && open.version === version

function findOpen(tx: Transaction<Database>, personId: string): Promise<Consent | undefined> {
  return tx
    .selectFrom('esign_consents')
    .selectAll()
    .where('user_id', '=', personId)
    .where('withdrawn_at', 'is', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
}

/** @returns whether what the actor signs next finds a consent in force */
export async function hasConsent(tx: Transaction<Database>, actor: Pick<Actor, 'id'>): Promise<boolean> {
  const open = await findOpen(tx, actor.id)
  return open !== undefined && isInForce(open)
}

export async function getOwnEsignConsent(actor: Actor): Promise<OwnEsignConsent> {
  return queryAs(actor, async (tx): Promise<OwnEsignConsent> => {
    const open = await findOpen(tx, actor.id)
    if (!open) return { state: 'none' }
    const { id, given_at: at } = open
    if (at) return isInForce(open) ? { state: 'given', id, at } : { state: 'outdated' }
    return open.version === version && open.text_sha256 === textHash ? { state: 'asked', id } : { state: 'none' }
  })
}

/** Begins a consent: the disclosure is shown, and a sample with a word of its own. @returns its id */
export const requestEsignConsent = perform(
  requestEsignConsentCommand,
  async ({ tx, actor, refuse, audit }) => {
    const open = await findOpen(tx, actor.id)
    if (open && isInForce(open)) throw refuse('CONSENT_GIVEN')
    if (open && !open.given_at && open.version === version && open.text_sha256 === textHash) return open.id
    if (open) await change(tx, open.id, { superseded_at: sql<Date>`now()` })
    const consent = { id: randomUUID(), user_id: actor.id, version, text_sha256: textHash, word: newWord() }
    await tx.insertInto('esign_consents').values(consent).execute()
    await audit('esign.consent_asked', actor.id, { consent_id: consent.id, version })
    return consent.id
  },
  { codes: { esign_consents_open: 'CONSENT_GONE' } },
)

/** Gives a consent: the word on the sample was typed, which shows that the person could open it. */
export const giveEsignConsent = performFreely(
  giveEsignConsentCommand,
  async ({ actor, refuse, transact }, consentId, { word: typed }) => {
    const id = assertId(consentId)
    const refusal = await transact(async ({ tx, audit }) => {
      const consent = await lockOwn(tx, actor, id)
      const isCurrent = consent.version === version && consent.text_sha256 === textHash
      if (consent.given_at || consent.superseded_at || !isCurrent) return 'CONSENT_GONE'
      const word = typedWord(typed)
      if (word !== consent.word) {
        const wrong = wrongWord(consent.tries)
        await change(tx, id, wrong.columns)
        return wrong.refusal
      }
      await change(tx, id, { typed: word, given_at: sql<Date>`now()`, ...signedFrom(actor) })
      await audit('esign.consent_given', actor.id, { consent_id: id, version, text_sha256: textHash, word })
      await mailEsignConsent(tx, actor.id, 'given')
      return undefined
    })
    // After the failed attempt is counted.
    if (refusal) throw refuse(refusal)
  },
)

async function change(
  tx: Transaction<Database>,
  id: string,
  columns: UpdateObject<Database, 'esign_consents'>,
): Promise<void> {
  await tx.updateTable('esign_consents').set(columns).where('id', '=', id).execute()
}

/** @throws PortalError NOT_FOUND for a consent of another person */
async function lockOwn(tx: Transaction<Database>, actor: Actor, id: string): Promise<Consent> {
  const consent = await lock(tx, id)
  if (consent?.user_id !== actor.id) throw new PortalError('NOT_FOUND')
  return consent
}

function lock(tx: Transaction<Database>, id: string): Promise<Consent | undefined> {
  return tx.selectFrom('esign_consents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Withdraws the actor's consent, from this moment on; that is confirmed by e-mail. What was signed before stays valid. */
export const withdrawEsignConsent = perform(withdrawEsignConsentCommand, async (work, consentId) =>
  withdraw(work, await lockOwn(work.tx, work.actor, assertId(consentId))),
)

/** Records that a person has withdrawn their consent by telephone, e-mail or letter; it is confirmed to them by e-mail. */
export const withdrawEsignConsentFor = perform(withdrawEsignConsentForCommand, async (work, consentId) => {
  const consent = await lock(work.tx, assertId(consentId))
  if (!consent) throw work.refuse('NOT_FOUND')
  await withdraw(work, consent)
})

async function withdraw(
  { tx, actor, refuse, audit }: WorkLike<typeof withdrawEsignConsentCommand>,
  { id, user_id, given_at, withdrawn_at }: Consent,
): Promise<void> {
  if (!given_at || withdrawn_at) throw refuse('CONSENT_GONE')
  await change(tx, id, { withdrawn_at: sql<Date>`now()`, withdrawn_by: actor.id })
  await audit('esign.consent_withdrawn', user_id, { consent_id: id })
  await mailEsignConsent(tx, user_id, 'withdrawn')
}

/** @returns the consents that a person has given, for administrators, the newest first */
export async function getEsignConsentsOf(actor: Actor, personId: string): Promise<EsignConsent[]> {
  const id = assertId(personId)
  return queryAsAdministrator(actor, async tx => {
    const given = await tx
      .selectFrom('esign_consents')
      .selectAll()
      .where('user_id', '=', id)
      .where('given_at', 'is not', null)
      .orderBy('given_at', 'desc')
      .limit(20)
      .execute()
    return given.map(consent => ({
      id: consent.id,
      version: consent.version,
      givenAt: consent.given_at as Date,
      withdrawnAt: consent.withdrawn_at,
      isInForce: isInForce(consent),
    }))
  })
}

/**
 * Makes the sample of a requested consent, with its word.
 * @param left aborted when the actor leaves
 * @throws PortalError NOT_FOUND for a consent of another person; CONSENT_GONE unless it is still requested; SAMPLE_BUSY
 */
export async function makeEsignSample(
  actor: Actor,
  consentId: string,
  left: AbortSignal,
): Promise<MadeFile<Uint8Array<ArrayBuffer>>> {
  const id = assertId(consentId)
  const { word } = await actAs(actor, async tx => {
    const consent = await lockOwn(tx, actor, id)
    if (consent.given_at || consent.superseded_at) throw new PortalError('CONSENT_GONE')
    return consent
  })
  return makeSample(actor, samplePdf(word), left)
}

function samplePdf(word: string): PdfContent {
  const today = fundDay()
  return {
    language: fund.language,
    title: 'Sample document',
    subject: 'A sample of a document to sign, to show that it can be opened',
    letterhead,
    addressee: ['Jane Sample', '1 Example Lane', 'Sampletown, TX 00000'],
    facts: [],
    heading: { text: 'Sample', below: 'of a document to sign' },
    blocks: [
      { kind: 'figures', title: 'The word to type', figures: [{ label: 'The word on this sample', value: word }] },
      {
        kind: 'paragraph',
        text: 'If you can read the word above, you can open what there is to sign in your portal, and what you’ve signed: type it on the page that you came from.',
      },
    ],
    dated: new Date(`${today}T12:00:00Z`),
  }
}

/** For the export of a person's data. */
export const esignExport: DataExport = {
  name: 'electronic-signatures.json',
  about: 'your consents to electronic records and signatures',
  read: actor =>
    actAs(actor, async tx => {
      const consents = await tx
        .selectFrom('esign_consents')
        .select(['version', 'word', 'asked_at', 'given_at', 'withdrawn_at', 'ip', 'user_agent'])
        .where('user_id', '=', actor.id)
        .orderBy('asked_at')
        .orderBy('id')
        .execute()
      return consents.length > 0 ? consents : undefined
    }),
}
