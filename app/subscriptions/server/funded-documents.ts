import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import { retention } from '../../../content/retention.ts'
import { addMonths, formatDay } from '../../../rules/days.ts'
import { formatCents, formatRate } from '../../../rules/money.ts'
import type { Database } from '../../../server/database/types.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'
import { orBlank } from '../../../server/pdf/glyph-runs.ts'
import type { Block, PdfContent } from '../../../server/pdf/pdf-content.ts'
import { openPdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { describeTerms } from '../../notes/describe.ts'
import { scheduleOf } from '../../notes/schedule.ts'
import { type NoteRow, readNote, termsOf } from '../../notes/server/note-row.ts'
import type { Drawn, SealKind } from '../../sealing/server/seal-kinds.ts'
import { queueSeal } from '../../sealing/server/sealed-files.ts'
import { certificateContent } from '../../signing/server/pdf/certificate.ts'
import { mailInvestor } from './subscription-mail.ts'
import { toSubscription } from './subscription-row.ts'

/* What follows from the funds of a subscription: the note with its dates, which the fund alone signs, and its confirmation.
 * The subject of both is the ledger's entry of the funds: funds that are undone and arrive again make others. */

interface Funded {
  note: NoteRow
  issueDate: string
  fundedAt: Date
  /** In whose folder it is filed. */
  personId: string
  /** The holder's signatures on the agreement, in their order. */
  signed: { capacity: string; at: Date }[]
}

/** @returns undefined where the funds were undone meanwhile: there is nothing to sign */
async function readFunded(tx: Transaction<Database>, entryId: string): Promise<Funded | undefined> {
  const { rows } = await sql<{ noteId: string; personId: string }>`
    select e.note_id as "noteId", s.person_id as "personId" from ledger_entries e join subscriptions s on s.note_id = e.note_id
    where e.id = ${entryId} and not exists (select from ledger_entries r where r.reverses = e.id)`.execute(tx)
  const note = rows[0] && (await readNote(tx, rows[0].noteId))
  if (!note?.issueDate || !note.fundedAt) return undefined
  const { rows: signed } = await sql<Funded['signed'][number]>`
    select g.capacity, g.signed_at as at from envelope_signers g join envelopes e on e.id = g.envelope_id
      join subscriptions s on s.id = e.subject_id
    where s.note_id = ${note.id} and e.kind = 'agreement' and e.state in ('signed', 'sealed') order by g.turn`.execute(
    tx,
  )
  return { note, issueDate: note.issueDate, fundedAt: note.fundedAt, personId: rows[0]?.personId ?? '', signed }
}

function pageOf({ note, issueDate }: Funded, title: string, below: string, blocks: readonly Block[]): PdfContent {
  const investor = orBlank(String(note.terms?.holder ?? ''))
  return {
    language: fund.language,
    title: `${title} ${note.number}`,
    subject: `${title} of ${fund.name}`,
    letterhead,
    addressee: [investor],
    facts: [
      { label: 'Note', value: note.number },
      { label: 'Issued', value: formatDay(issueDate) },
      { label: 'Matures', value: note.maturityDate ? formatDay(note.maturityDate) : '' },
    ],
    heading: { text: title, below },
    blocks,
    dated: new Date(`${issueDate}T12:00:00Z`),
  }
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text: orBlank(text) })

/** The note's terms in words, with its dates, and its schedule. */
function noteBlocks({ note, issueDate }: Funded): Block[] {
  const terms = termsOf(note, issueDate)
  const also = [...(note.earlyRedemption ? [note.earlyRedemption] : []), ...(note.clauses ?? [])]
  const holder = String(note.terms?.holder ?? '')
  return [
    paragraph(`${fund.name} promises to pay ${holder} the principal and the interest of this note, as it says below.`),
    ...describeTerms(terms, { holder, offering: note.offering, also }).map(paragraph),
    {
      kind: 'table',
      title: 'Schedule',
      columns: [
        { label: 'Due', share: 1 },
        { label: 'Interest', share: 1, align: 'right' },
        { label: 'Principal', share: 1, align: 'right' },
      ],
      rows: scheduleOf(terms).map(({ due, interestCents, principalCents }) => ({
        cells: [formatDay(due), formatCents(interestCents), formatCents(principalCents)],
      })),
    },
    paragraph(`Signed for ${fund.name} alone, by the seal of this file, once two people had confirmed the funds.`),
  ]
}

function drawn(funded: Funded, name: string, bytes: Uint8Array, originalSha256: string): Drawn {
  const years = retention.find(({ documents }) => documents === 'added-by-fund')?.years ?? 7
  return {
    bytes,
    originalSha256,
    ...{ name: `${name} ${funded.note.number}`, category: 'Agreements' as const },
    ...{ holderId: funded.note.holderId, folder: funded.personId },
    retainUntil: addMonths(fundDay(funded.fundedAt), 12 * years),
    reason: `${name} ${funded.note.number} of ${fund.name}`,
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The note itself, sealed with a certificate of how it came to be. */
export const noteSeal: SealKind = {
  kind: 'note',
  label: 'Note',
  async draw(tx, entryId) {
    const funded = await readFunded(tx, entryId)
    if (!funded) return undefined
    const blocks = noteBlocks(funded)
    await using worker = openPdfWorker()
    const original = hashOf(await worker.render(pageOf(funded, 'Promissory note', funded.note.number, blocks)))
    const certificate = certificateContent({
      title: `Promissory note ${funded.note.number}`,
      originalSha256: original,
      holder: String(funded.note.terms?.holder ?? ''),
      signers: [],
      events: [
        ...funded.signed.map(({ capacity, at }) => ({ at, words: `The agreement was signed: ${capacity}` })),
        { at: funded.fundedAt, words: 'The funds were confirmed by two people at the fund' },
      ],
      verifyUrl: `${siteOrigin()}/verify`,
    })
    const whole: Block[] = [
      ...blocks,
      { kind: 'page' },
      { kind: 'heading', text: certificate.title },
      ...certificate.blocks,
    ]
    const bytes = await worker.render(pageOf(funded, 'Promissory note', funded.note.number, whole))
    return drawn(funded, 'Promissory note', bytes, original)
  },
  async sealed(tx, entryId) {
    const funded = await readFunded(tx, entryId)
    if (funded) await queueSeal(tx, { kind: confirmationSeal.kind, subjectId: entryId, holderId: funded.note.holderId })
  },
}

/** The letter that confirms the funds; with it, the subscription is done. */
export const confirmationSeal: SealKind = {
  kind: 'confirmation',
  label: 'Confirmation',
  async draw(tx, entryId) {
    const funded = await readFunded(tx, entryId)
    if (!funded) return undefined
    const { note, issueDate } = funded
    const [first] = scheduleOf(termsOf(note, issueDate))
    await using worker = openPdfWorker()
    const bytes = await worker.render(
      pageOf(funded, 'Confirmation', `of your note ${note.number}`, [
        paragraph(
          `Your ${formatCents(note.principal)} arrived on ${formatDay(issueDate)}, from which day interest runs.`,
        ),
        paragraph(`The note ${note.number} pays ${formatRate(note.rateBp)} a year for ${note.termMonths} months.`),
        ...(first
          ? [paragraph(`The first payment, ${formatCents(first.interestCents)}, is due on ${formatDay(first.due)}.`)]
          : []),
        paragraph('The signed note and its schedule are in your portal. If anything here is wrong, tell us at once.'),
      ]),
    )
    return drawn(funded, 'Confirmation', bytes, hashOf(bytes))
  },
  async sealed(tx, entryId) {
    const funded = await readFunded(tx, entryId)
    if (!funded) return
    const row = await tx
      .updateTable('subscriptions')
      .set({ state: 'confirmed' })
      .where('note_id', '=', funded.note.id)
      .where('state', '=', 'received')
      .returningAll()
      .executeTakeFirst()
    if (row) await mailInvestor(tx, toSubscription(row), 'confirmed')
  },
}
