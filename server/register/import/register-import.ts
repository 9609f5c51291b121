import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { holderKinds } from '../../../rules/holders.ts'
import { formatCents } from '../../../rules/notes/money.ts'
import { countOf } from '../../../rules/number.ts'
import { oneLine } from '../../../rules/text.ts'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../../approvals/approval-kind.ts'
import { askForApproval } from '../../approvals/ask-for-approval.ts'
import type { Database } from '../../database/types.ts'
import { ledgerCodes } from '../../ledger/post-entry.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { decodeText, type FileContent } from '../../tables/decode-text.ts'
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

/** What an import would do. Amounts are cents. */
export interface ImportCheck {
  /** Of the file, in hex. */
  sha256: string
  notes: number
  newHolders: number
  /** By name: what becomes new. */
  holders: ImportedName[]
  payments: number
  principal: bigint
  paid: bigint
  /** With any, nothing can be imported. */
  problems: ImportProblem[]
  differences: (HistoryDifference & { words: string })[]
}

/**
 * Compares a file of existing notes with their schedules, cent by cent, and with the register. Changes nothing.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; IMPORT_EMPTY; TABLE_NOT_TEXT
 */
export async function checkImport(actor: Actor, file: FileContent): Promise<ImportCheck> {
  requireAdministrator(actor)
  const content = decodeText(file)
  return asAdministrator(actor, async tx => toCheck(content, await plan(tx, content)))
}

/**
 * Asks for the import of a file that was checked; another person approves it.
 * @param sha256 of the file as it was checked
 * @throws PortalError as `checkImport`; IMPORT_CHANGED where it isn't that file; IMPORT_PROBLEMS where it can't be
 *   imported as it is; as `askForApproval`
 */
export async function requestImport(
  actor: Actor,
  { filename, sha256, ...file }: { filename: string; content: FileContent; sha256: string },
): Promise<void> {
  requireAdministrator(actor)
  const content = decodeText(file.content)
  return asAdministrator(actor, async tx => {
    const { facts, ...planned } = await plan(tx, content)
    const check = toCheck(content, planned)
    if (check.sha256 !== sha256) throw new PortalError('IMPORT_CHANGED')
    if (check.problems.length > 0) throw new PortalError('IMPORT_PROBLEMS')
    const id = randomUUID()
    const name = oneLine(filename).slice(-255) || 'notes.csv'
    await tx
      .insertInto('import_batches')
      .values({ id, filename: name, content, sha256, members: JSON.stringify(Object.fromEntries(facts.members)) })
      .execute()
    await askForApproval(tx, actor, {
      kind: 'register.import',
      subjectId: id,
      holderId: null,
      content: { ...asContent(name, check), concerns: concernedBy(planned, facts) },
      summary: `Import ${countOf(check.notes, 'note')} from ${name}, with ${countOf(check.payments, 'payment')}`,
    })
  })
}

/** For `server/approval-kinds.ts`. */
export const importApprovals: ApprovalKinds<ImportContent> = {
  'register.import': {
    title: 'Import of notes',
    describe: describeImport,
    apply: applyImport,
    codes: { ...ledgerCodes, notes_number_key: 'IMPORT_STALE', member_has_access: 'MEMBER_CLOSED' },
    link: () => href('/profile/admin/register/import'),
  },
}

async function applyImport(
  tx: Transaction<Database>,
  actor: Actor,
  approval: AskedApproval<ImportContent>,
): Promise<void> {
  const batch = await tx
    .selectFrom('import_batches')
    .select(['content', 'sha256', 'filename', 'members'])
    .where('id', '=', approval.subjectId)
    .where('imported_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!batch || batch.sha256 !== approval.content.sha256) throw new PortalError('APPROVAL_GONE')
  const { facts, ...planned } = await plan(tx, batch.content, batch.members)
  // The register has changed since: a number was taken, a holder was added.
  if (planned.problems.length > 0) throw new PortalError('IMPORT_STALE')
  const { entries } = await writeImport({ tx, actor, approvalId: approval.id, facts }, planned)
  await tx.updateTable('import_batches').set({ imported_at: new Date() }).where('id', '=', approval.subjectId).execute()
  await audit(tx, actor, 'register.imported', approval.subjectId, {
    filename: batch.filename,
    sha256: batch.sha256,
    notes: planned.notes.length,
    new_holders: planned.newHolders.size,
    ledger_entries: entries,
    differences: planned.differences.length,
  })
}

/** @returns the holders of the file that are on the register, and the people who come with those that aren't yet */
function concernedBy({ notes, newHolders }: ImportPlan, { holders, members }: RegisterFacts): string[] {
  const known = notes.flatMap(({ note }) => holders.get(holderKey(note.holder))?.id ?? [])
  return [
    ...new Set([...known, ...[...newHolders.values()].flatMap(({ memberEmail }) => members.get(memberEmail) ?? [])]),
  ]
}

async function plan(tx: Transaction<Database>, content: string, members?: Record<string, string>) {
  if (!content.trim()) throw new PortalError('IMPORT_EMPTY')
  const file = readNoteFile(content)
  const facts = await readFacts(tx, file, members)
  return { facts, ...planImport(file, facts) }
}

function toCheck(content: string, { notes, newHolders, problems, differences }: ImportPlan): ImportCheck {
  const payments = notes.flatMap(({ note }) => note.payments)
  return {
    sha256: createHash('sha256').update(content).digest('hex'),
    notes: notes.length,
    newHolders: newHolders.size,
    holders: [...newHolders.values()].map(({ name, kind, memberEmail, state = '', notes, alsoWritten }) => ({
      ...{ name, kind, memberEmail, state, notes, alsoWritten },
    })),
    payments: payments.length,
    principal: notes.reduce((sum, { note }) => sum + note.terms.principalCents, 0n),
    paid: payments.reduce((sum, { cents }) => sum + cents, 0n),
    problems,
    differences: differences.map(difference => ({ ...difference, words: differenceInWords(difference) })),
  }
}

/** Differences that the person who approves reads one by one; the file has the rest. */
const differencesDescribed = 50

function asContent(filename: string, check: ImportCheck) {
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
    differences_in_words: check.differences
      .slice(0, differencesDescribed)
      .map(({ note, words }) => `${note}: ${words}`),
  }
}

type ImportContent = Omit<ReturnType<typeof asContent>, 'holders_in_words'> & { holders_in_words?: string[] }

function holderInWords({ name, kind, state, memberEmail, notes, alsoWritten }: ImportedName): string {
  const also = alsoWritten.length > 0 ? `, also written ${alsoWritten.join(', ')}` : ''
  return `${name}${also} (${holderKinds[kind]}${state && `, ${state}`}), ${countOf(notes, 'note')}, authorized ${memberEmail}`
}

function describeImport(content: ImportContent): string[] {
  const { filename, sha256, notes, new_holders, payments, principal_cents, paid_cents, differences } = content
  const listed = content.differences_in_words
  const rest = differences - listed.length
  // Requests of earlier versions have no names.
  const named = (content.holders_in_words ?? []).map(holder => `New holder: ${holder}.`)
  return [
    `${countOf(notes, 'note')} from the file ${filename}, ${formatCents(BigInt(principal_cents))} of principal in all, with ${countOf(new_holders, 'new holder')}.`,
    ...named,
    `${countOf(payments, 'payment')} already made, ${formatCents(BigInt(paid_cents))} in all, go into the ledger as paid.`,
    differences === 0
      ? 'Every payment is the schedule’s, to the cent and to the day.'
      : `${countOf(differences, 'difference')} from the schedules:`,
    ...listed,
    ...(rest > 0 ? [`And ${countOf(rest, 'more difference')}.`] : []),
    `SHA-256 of the file: ${sha256}.`,
  ]
}
