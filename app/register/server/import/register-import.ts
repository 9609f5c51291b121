import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { oneLine } from '../../../../rules/text.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { perform, type Work } from '../../../../server/access/perform.ts'
import type { Database } from '../../../../server/database/types.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { decodeText } from '../../../../server/tables/decode-text.ts'
import { areAccreditedFor, relyOnAccreditation } from '../../../accreditation/server/reliance.ts'
import type { RequestedApproval } from '../../../approvals/server/approval-kind.ts'
import { requestCommand } from '../../../approvals/server/request-command.ts'
import { holderKinds } from '../../../holders/holders.ts'
import { ledgerCodes } from '../../../ledger/server/post-entry.ts'
import { checkImportCommand, requestImportCommand } from '../../register.commands.ts'
import type { HistoryDifference } from './compare-history.ts'
import { differenceInWords } from './difference-words.ts'
import { holderKey, type ImportPlan, type NewHolder, planImport, type RegisterFacts } from './plan-import.ts'
import type { ImportProblem } from './read-notes.ts'
import { readNoteFile } from './read-notes.ts'
import { readFacts } from './register-facts.ts'
import { writeImport } from './write-import.ts'

/** A holder who becomes new. */
export interface ImportedName extends Pick<NewHolder, 'name' | 'kind' | 'memberEmail' | 'notes' | 'alsoWritten'> {
  state: string
}

/** A holder of the register that gets notes from the file. */
export interface KnownName {
  /** Such as 'H-0001'. */
  number: string
  name: string
  /** The numbers of its notes. */
  notes: string[]
}

/** A note that isn't history: its sale could have been made here, where its holder is verified and signs. */
export interface NewSale {
  line: number
  note: string
  holder: string
  /** 'YYYY-MM-DD' */
  issued: string
  cents: string
  /** Whether a verification of its holder covers the sale on that day; the note then relies on it, as one that is sold here. */
  isVerified: boolean
}

/** What an import would do. Amounts are cents. */
export interface ImportCheck {
  /** Of the file, in hex. */
  sha256: string
  notes: number
  newHolders: number
  /** By name: what becomes new. */
  holders: ImportedName[]
  knownHolders: KnownName[]
  /** From which day of issue a note counts as new, 'YYYY-MM-DD'. */
  newFrom: string
  /** With any, the import takes a reason, and another administrator who reads it. */
  newNotes: (NewSale & { words: string })[]
  payments: number
  principal: bigint
  paid: bigint
  /** With any, nothing can be imported. */
  problems: ImportProblem[]
  differences: (HistoryDifference & { words: string })[]
}

/** Compares a file of existing notes with their schedules, cent by cent, and with the register. Changes nothing. */
export const checkImport = perform(checkImportCommand, async ({ tx }, _, { file }) => {
  const { check } = await checkFile(tx, file)
  return { check, filename: file.name }
})

async function checkFile(tx: Transaction<Database>, file: File) {
  const content = decodeText(new Uint8Array(await file.arrayBuffer()))
  const planned = await plan(tx, content)
  return { content, planned, check: toCheck(content, planned, await readNewSales(tx, planned)) }
}

/** Requests the import of a file that was checked. */
export const requestImport = requestCommand(requestImportCommand, {
  async ask({ tx, refuse }, _, { file, sha256, reason }) {
    const { content, planned, check } = await checkFile(tx, file)
    if (check.sha256 !== sha256) throw refuse('IMPORT_CHANGED')
    if (check.problems.length > 0) throw refuse('IMPORT_PROBLEMS')
    const isNew = check.newNotes.length > 0
    if (isNew && !reason) throw refuse('IMPORT_NEW_NOTES')
    const id = randomUUID()
    const name = oneLine(file.name).slice(-255) || 'notes.csv'
    await tx
      .insertInto('import_batches')
      .values({
        id,
        filename: name,
        content,
        sha256,
        members: JSON.stringify(Object.fromEntries(planned.facts.members)),
      })
      .execute()
    return {
      subjectId: id,
      holderId: null,
      content: {
        ...asContent(name, check, isNew ? reason : undefined),
        concerns: concernedBy(planned),
      } as ImportContent,
      summary: `Import ${countOf(check.notes, 'note')} from ${name}, with ${countOf(check.payments, 'payment')}`,
    }
  },
  title: 'Import of notes',
  describe: describeImport,
  apply: applyImport,
  codes: {
    ...ledgerCodes,
    notes_number_key: 'IMPORT_STALE',
    imported_note_is_history: 'IMPORT_STALE',
    member_has_access: 'MEMBER_CLOSED',
  },
  link: () => href('/profile/admin/register/import'),
})

async function applyImport(
  { tx, actor, refuse, audit }: Work<typeof requestImportCommand>,
  approval: RequestedApproval<ImportContent>,
): Promise<void> {
  const batch = await tx
    .selectFrom('import_batches')
    .select(['content', 'sha256', 'filename', 'members'])
    .where('id', '=', approval.subjectId)
    .where('imported_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!batch || batch.sha256 !== approval.content.sha256) throw new PortalError('APPROVAL_GONE')
  const planned = await plan(tx, batch.content, batch.members)
  const named = new Map(approval.content.new_notes?.map(({ note, isVerified }) => [note, isVerified]))
  // The register has changed since: a number was taken, a holder was added, or a note was sold here for the first time.
  if (planned.problems.length > 0 || planned.newNotes.some(({ number }) => !named.has(number)))
    throw refuse('IMPORT_STALE')
  const { entries, ids } = await writeImport({ tx, actor, approvalId: approval.id, facts: planned.facts }, planned)
  const verified = planned.newNotes.filter(({ number }) => named.get(number))
  await relyOnVerifications(tx, actor, { ...planned, newNotes: verified }, ids)
  const unverified = [...named].flatMap(([number, isVerified]) => (isVerified ? [] : [number]))
  await tx.updateTable('import_batches').set({ imported_at: new Date() }).where('id', '=', approval.subjectId).execute()
  await audit('register.imported', approval.subjectId, {
    filename: batch.filename,
    sha256: batch.sha256,
    notes: planned.notes.length,
    new_holders: planned.newHolders.size,
    ledger_entries: entries,
    differences: planned.differences.length,
    ...(named.size > 0 && { not_verified_here: unverified, reason: approval.content.reason }),
  })
}

/** @returns the holders of the file that are on the register, and the people who come with those that aren't yet */
function concernedBy({ notes, newHolders, facts: { holders, members } }: Planned): string[] {
  const known = notes.flatMap(({ note }) => holders.get(holderKey(note.holder))?.id ?? [])
  return [
    ...new Set([...known, ...[...newHolders.values()].flatMap(({ memberEmail }) => members.get(memberEmail) ?? [])]),
  ]
}

/** @returns the notes of a plan that are no history, with their holders' facts */
async function readNewSales(tx: Transaction<Database>, { newNotes, facts }: Planned): Promise<NewSale[]> {
  const known = newNotes.map(({ holder }) => facts.holders.get(holder.number ?? ''))
  const sales = newNotes.map(({ terms: { principalCents, issueDate: day } }, i) => {
    const holder = known[i]
    return holder && { holderId: holder.id, principalCents, day }
  })
  const verified = await areAccreditedFor(tx, sales)
  return newNotes.map(({ line, number, holder, terms }, i) => ({
    ...{ line, note: number, holder: known[i]?.name ?? holder.name, issued: terms.issueDate },
    ...{ cents: String(terms.principalCents), isVerified: verified[i] ?? false },
  }))
}

/**
 * Lets new notes rely on the verifications that the approval says they have.
 * @throws PortalError IMPORT_STALE where one covers its note no more
 */
async function relyOnVerifications(
  tx: Transaction<Database>,
  actor: Actor,
  { newNotes, facts }: Planned,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { number, holder, terms } of newNotes) {
    const [noteId, holderId] = [ids.get(number) ?? '', facts.holders.get(holder.number ?? '')?.id ?? '']
    const sale = { noteId, holderId, principalCents: terms.principalCents, day: terms.issueDate }
    await relyOnAccreditation(tx, actor, sale).catch(error => {
      const isGone = error instanceof PortalError && ['NOT_ACCREDITED', 'NOTE_VERIFIED_LATE'].includes(error.code)
      throw isGone ? new PortalError('IMPORT_STALE', { cause: error }) : error
    })
  }
}

type Planned = ImportPlan & { facts: RegisterFacts }

async function plan(tx: Transaction<Database>, content: string, members?: Record<string, string>): Promise<Planned> {
  if (!content.trim()) throw new PortalError('IMPORT_EMPTY')
  const file = readNoteFile(content)
  const facts = await readFacts(tx, file, members)
  return { facts, ...planImport(file, facts) }
}

function toCheck(
  content: string,
  { notes, newHolders, problems, differences, facts }: Planned,
  newSales: readonly NewSale[],
): ImportCheck {
  const payments = notes.flatMap(({ note }) => note.payments)
  return {
    sha256: createHash('sha256').update(content).digest('hex'),
    notes: notes.length,
    newHolders: newHolders.size,
    holders: [...newHolders.values()].map(({ name, kind, memberEmail, state = '', notes, alsoWritten }) => ({
      ...{ name, kind, memberEmail, state, notes, alsoWritten },
    })),
    knownHolders: [...facts.holders].flatMap(([number, { name }]) => {
      const theirs = notes.filter(({ note }) => note.holder.number === number).map(({ note }) => note.number)
      return theirs.length > 0 ? [{ number, name, notes: theirs }] : []
    }),
    newFrom: facts.newFrom,
    newNotes: newSales.map(sale => ({ ...sale, words: newSaleInWords(sale) })),
    payments: payments.length,
    principal: notes.reduce((sum, { note }) => sum + note.terms.principalCents, 0n),
    paid: payments.reduce((sum, { cents }) => sum + cents, 0n),
    problems,
    differences: differences.map(difference => ({ ...difference, words: differenceInWords(difference) })),
  }
}

/** Differences that the person who approves reads one by one; the file has the rest. */
const differencesDescribed = 50

function asContent(filename: string, check: ImportCheck, reason: string | undefined) {
  return {
    filename,
    sha256: check.sha256,
    notes: check.notes,
    new_holders: check.newHolders,
    payments: check.payments,
    principal_cents: String(check.principal),
    paid_cents: String(check.paid),
    differences: check.differences.length,
    holders_in_words: check.holders.map(holderInWords),
    known_in_words: check.knownHolders.map(({ name, number, notes }) => `${name} (${number}), ${notesInWords(notes)}`),
    new_from: check.newFrom,
    // The database compares the numbers with the notes that are written.
    new_notes: check.newNotes.map(({ words: _, ...sale }) => sale),
    ...(reason && { reason }),
    differences_in_words: check.differences
      .slice(0, differencesDescribed)
      .map(({ note, words }) => `${note}: ${words}`),
  }
}

type Added = 'holders_in_words' | 'known_in_words' | 'new_from' | 'new_notes'
/** Requests of earlier versions have less. */
type ImportContent = Omit<ReturnType<typeof asContent>, Added> & Partial<Pick<ReturnType<typeof asContent>, Added>>

function holderInWords({ name, kind, state, memberEmail, notes, alsoWritten }: ImportedName): string {
  const also = alsoWritten.length > 0 ? `, also written ${alsoWritten.join(', ')}` : ''
  return `${name}${also} (${holderKinds[kind]}${state && `, ${state}`}), ${notesInWords(notes)}, authorized ${memberEmail}`
}

/** Notes of a holder that are named one by one. */
const notesNamed = 12

/** @returns such as '2 notes of one holder: LK-1, LK-2', so that two holders of one name are noticed */
function notesInWords(notes: readonly string[]): string {
  const named = notes.slice(0, notesNamed).join(', ')
  const rest = notes.length - notesNamed
  const all = rest > 0 ? `${named} and ${rest} more` : named
  return notes.length === 1 ? `1 note: ${all}` : `${countOf(notes.length, 'note')} of one holder: ${all}`
}

function newSaleInWords({ holder, issued, cents, isVerified }: Omit<NewSale, 'line'>): string {
  const verified = isVerified
    ? 'Its holder is verified here for that day, and the note will rely on that'
    : 'Its holder isn’t verified here'
  return `${formatCents(BigInt(cents))} of ${holder}, issued on ${formatDay(issued)}. ${verified}, and no one here has seen a signature or the money.`
}

function newNotesInWords({ new_notes = [], new_from = '', reason }: ImportContent): string[] {
  if (new_notes.length === 0) return []
  return [
    `${countOf(new_notes.length, 'note')} issued on or after ${formatDay(new_from)} could have been written, verified and signed here:`,
    ...new_notes.map(sale => `${sale.note}: ${newSaleInWords(sale)}`),
    `The reason given: ${reason ?? ''}`,
    ...(new_notes.every(({ isVerified }) => isVerified)
      ? []
      : ['Approve only if you know that each of these holders was verified as accredited before the sale.']),
  ]
}

function describeImport(content: ImportContent): string[] {
  const { filename, sha256, notes, new_holders, payments, principal_cents, paid_cents, differences } = content
  const listed = content.differences_in_words
  const rest = differences - listed.length
  return [
    `${countOf(notes, 'note')} from the file ${filename}, ${formatCents(BigInt(principal_cents))} of principal in all, with ${countOf(new_holders, 'new holder')}.`,
    ...newNotesInWords(content),
    ...(content.holders_in_words ?? []).map(holder => `New holder: ${holder}.`),
    ...(content.known_in_words ?? []).map(holder => `Holder in the register: ${holder}.`),
    `${countOf(payments, 'payment')} already made, ${formatCents(BigInt(paid_cents))} in all, go into the ledger as paid.`,
    differences === 0
      ? 'Every payment is the schedule’s, to the cent and to the day.'
      : `${countOf(differences, 'difference')} from the schedules:`,
    ...listed,
    ...(rest > 0 ? [`And ${countOf(rest, 'more difference')}.`] : []),
    `SHA-256 of the file: ${sha256}.`,
  ]
}
