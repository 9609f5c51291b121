import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import { addMonths, formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { letterRunSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Database, HoldersTable, LetterRunsTable, LettersTable } from '../../../server/database/types.ts'
import { missingLetters } from '../../../server/pdf/glyph-runs.ts'
import type { PdfContent } from '../../../server/pdf/pdf-content.ts'
import { openPdfWorker, type PdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { firstMemberOf } from '../../holders/server/first-member.ts'
import { ledgerHead, readHolderBooks } from '../../ledger/server/holder-books.ts'
import { findHoldersWithNotes } from '../../ledger/server/holders-with-notes.ts'
import { fileDocument, type PreparedKind, plannedStamp, prepareItems } from '../../runs/server/prepare-run.ts'
import { recallCommand } from '../../runs/server/recall-documents.ts'
import { type Recalled, recalledOf } from '../../runs/server/recalled.ts'
import { digestOf, newsOf, type Releasable, releaseCommand, showDocuments } from '../../runs/server/release-run.ts'
import { allAgain, lockRun, type PreparedRuns, prepareRunAgain, startRun } from '../../runs/server/start-run.ts'
import { statementYears } from '../../statements/statements.ts'
import {
  beginLettersCommand,
  filledIn,
  hasOnlyPlaceholders,
  type LetterState,
  leaveOutLetterCommand,
  letterRunTitle,
  lettersPerPage,
  recallLettersCommand,
  releaseLettersCommand,
  rewriteLettersCommand,
  takeBackLetterCommand,
} from '../letters.commands.ts'

type Run = Selectable<LetterRunsTable>
type Letter = Selectable<LettersTable>

const letterRuns = {
  kind: 'letters',
  runs: 'letter_runs',
  items: 'letters',
  steps: letterRunSteps,
} as const satisfies PreparedRuns

/** @returns the holders who had a note in a year */
const holdersOf = (tx: Transaction<Database>, year: number) =>
  findHoldersWithNotes(tx, { start: `${year}-01-01`, end: `${year}-12-31` })

/** Begins the letters of a year: a job prepares them. @returns the run's id */
export const beginLetters = perform(
  beginLettersCommand,
  async ({ tx, refuse, audit }, _, { year: typed, subject, text }) => {
    if (!/^(19|20|21)\d\d$/.test(typed) || typed >= fundDay().slice(0, 4)) throw refuse('LETTER_YEAR')
    if (!hasOnlyPlaceholders(subject + text)) throw refuse('LETTER_PLACEHOLDER')
    const year = Number(typed)
    if ((await holdersOf(tx, year)).length === 0) throw refuse('LETTER_NOBODY')
    const id = await startRun(tx, letterRuns, { year, subject, text })
    await audit('letters.begun', id, { year, subject })
    return id
  },
  { codes: { letter_runs_once: 'LETTER_EXISTS' } },
)

/** Changes what the letters say, and prepares all of them again. */
export const rewriteLetters = perform(rewriteLettersCommand, async ({ tx, refuse, audit }, runId, written) => {
  if (!hasOnlyPlaceholders(written.subject + written.text)) throw refuse('LETTER_PLACEHOLDER')
  const { id, year } = await prepareRunAgain(tx, letterRuns, runId, 'LETTER_STATE', { ...allAgain, ...written })
  await audit('letters.rewritten', id, { year, subject: written.subject })
})

export const leaveOutLetter = perform(leaveOutLetterCommand, async ({ tx, audit }, runId, { letter, reason }) => {
  const { id } = await prepareRunAgain(tx, letterRuns, runId, 'LETTER_STATE', {})
  await audit('letters.left_out', id, { holder_id: await changeLetter(tx, id, letter, reason), reason })
})

export const takeBackLetter = perform(takeBackLetterCommand, async ({ tx, audit }, runId, { letter }) => {
  const { id } = await prepareRunAgain(tx, letterRuns, runId, 'LETTER_STATE', {})
  await audit('letters.taken_back', id, { holder_id: await changeLetter(tx, id, letter, null) })
})

/**
 * Has one letter prepared again.
 * @returns its holder
 * @throws PortalError LETTER_STATE while a job prepares it, which waits for the run
 */
async function changeLetter(tx: Transaction<Database>, run: string, id: string, left_out: string | null) {
  const free = tx.selectFrom('letters').select('id').where('id', '=', assertId(id)).where('run_id', '=', run)
  const changed = await tx
    .updateTable('letters')
    .set({ left_out, prepared_at: null })
    .where('id', 'in', free.forUpdate().skipLocked())
    .returning('holder_id')
    .executeTakeFirst()
  if (!changed) throw new PortalError('LETTER_STATE')
  return changed.holder_id
}

/** Prepares a run's letters, for the queue `prepare-run`. */
export function prepareLetters({ run }: { run: string }): Promise<void> {
  return prepareItems(letters, run)
}

const letters: PreparedKind<Run, Letter, PdfWorker> = {
  ...letterRuns,
  open: openPdfWorker,
  async plan(tx, { id, year }) {
    await sql`insert into letters (run_id, holder_id, user_id, file_stamp)
      select ${id}, h.id, m.user_id, ${plannedStamp(sql`h.number`)} from holders h
        cross join lateral (${firstMemberOf(sql.ref('h.id'))}) m
      where h.id = any (${await holdersOf(tx, year)}::uuid[]) on conflict (run_id, holder_id) do nothing`.execute(tx)
  },
  async prepare(tx, letter, worker) {
    // The person who rewrites it waits, and has it prepared again.
    const runs = tx.selectFrom('letter_runs').selectAll().where('id', '=', letter.run_id)
    const run = await runs.forShare().executeTakeFirstOrThrow()
    return letter.left_out ? nothing : makeLetter(tx, run, letter, worker)
  },
  async problems(tx, id) {
    const { year } = await tx.selectFrom('letter_runs').select('year').where('id', '=', id).executeTakeFirstOrThrow()
    const { rows } = await sql<{ number: string }>`select h.number from holders h
      where h.id = any (${await holdersOf(tx, year)}::uuid[])
        and not exists (select from letters l where l.run_id = ${id} and l.holder_id = h.id) order by 1 limit 20`.execute(
      tx,
    )
    return rows.map(({ number }) => `${number}: no authorized person, no letter.`)
  },
}

const nothing: Updateable<LettersTable> = {
  ...{ name: null, principal_cents: null, interest_cents: null, ledger_seq: null },
  ...{ sha256: null, document_id: null },
}

/** @returns what the letter's row says; or why it can't be made */
async function makeLetter(
  tx: Transaction<Database>,
  run: Run,
  letter: Letter,
  worker: PdfWorker,
): Promise<Updateable<LettersTable> | string> {
  const { year } = run
  const [holderId, head] = [letter.holder_id, await ledgerHead(tx)]
  const holder = await tx.selectFrom('holders').selectAll().where('id', '=', holderId).executeTakeFirstOrThrow()
  const period = { start: `${year}-01-01`, end: `${year}-12-31`, head, withLater: true }
  const { closing, paidThisYear } = await readHolderBooks(tx, { holderId, ...period })
  const content = toPdfContent(run, holder, { principal: closing.principal, interest: paidThisYear })
  const missing = missingLetters(JSON.stringify([content.addressee, content.heading, content.blocks]))
  if (missing.length > 0) return `the letter’s font has no ${missing.join(' ')}.`
  const { id, sha256 } = await fileDocument(tx, letter, {
    bytes: await worker.render(content),
    type: 'pdf',
    name: `Letter, ${year}`,
    category: 'Statements',
    folder: letter.user_id,
    retainUntil: addMonths(period.end, 12 * statementYears),
  })
  const figures = { principal_cents: closing.principal, interest_cents: paidThisYear, ledger_seq: head }
  return { name: holder.legal_name, ...figures, sha256, document_id: id }
}

function toPdfContent(
  { year, subject, text }: Run,
  { number, legal_name, address_lines }: Selectable<HoldersTable>,
  { principal, interest }: { principal: bigint; interest: bigint },
): PdfContent {
  const issued = fundDay()
  const amounts = { principal: formatCents(principal, true), interest: formatCents(interest, true) }
  const says = (words: string) => filledIn(words, { holder: legal_name, year: String(year), ...amounts })
  return {
    language: fund.language,
    title: `Letter ${year}`,
    subject: says(subject),
    letterhead,
    addressee: [legal_name, ...(address_lines ?? '').split('\n').filter(line => line.trim())],
    facts: [
      { label: 'Holder', value: number },
      { label: 'Issued', value: formatDay(issued) },
    ],
    heading: { text: says(subject) },
    blocks: says(text)
      .split(/\n\s*\n/)
      .map(paragraph => ({ kind: 'paragraph', text: paragraph.replaceAll('\n', ' ') })),
    dated: new Date(`${issued}T12:00:00Z`),
  }
}

/** The request's content: the letters' text, and their sums, as cents in text. */
interface ReleaseContent {
  title: string
  subject: string
  text: string
  letters: number
  leftOut: number
  principal: string
  interest: string
  /** SHA-256 of the holders and PDFs of all. */
  digest: string
}

/** Of the letters `l` of a run `r`. */
const counted = sql`count(l.document_id)::int as letters, count(l.left_out)::int as "leftOut",
  coalesce(sum(l.principal_cents), 0)::text as principal, coalesce(sum(l.interest_cents), 0)::text as interest`

/** Whether a letter of the run `r` would say something else today. */
const isStale = sql<boolean>`exists (select from letters l join holders h on h.id = l.holder_id
  where l.run_id = r.id and l.left_out is null and (h.legal_name <> l.name or exists (select from ledger_entries e
    join ledger_chain c on c.entry_id = e.id where e.holder_id = l.holder_id and c.position > l.ledger_seq
      and least(e.booked_on, e.relates_to) <= make_date(r.year, 12, 31))))`

async function lockPrepared(tx: Transaction<Database>, id: string): Promise<Releasable<Run, ReleaseContent>> {
  const run = await lockRun(tx, 'letter_runs', id, letterRunSteps.release, 'LETTER_STATE')
  const { rows } = await sql<Omit<ReleaseContent, 'title' | 'subject' | 'text'> & { isStale: boolean }>`
    select c.*, ${isStale} as "isStale" from letter_runs r cross join lateral (select ${counted},
      ${digestOf(sql`l.holder_id || ' ' || coalesce(l.sha256, '')`, sql`l.holder_id`)} as digest
      from letters l where l.run_id = r.id) c
    where r.id = ${id}`.execute(tx)
  const [{ isStale: differs, ...sums }] = rows as [(typeof rows)[number]]
  const { year, subject, text } = run
  const content = { title: letterRunTitle(year), subject, text, ...sums }
  return { run, holderId: null, content, documents: sums.letters, isStale: differs }
}

/** Requests a run's release. Another person reads the letter and decides. */
export const requestLetterRelease = releaseCommand(releaseLettersCommand, {
  isOfLedger: true,
  lock: lockPrepared,
  empty: 'LETTER_NONE',
  stale: 'LETTER_STALE',
  summary: ({ title, letters }) => `${title}: ${countOf(letters, 'document')}`,
  title: 'Release of letters',
  describe: ({ title, subject, text, letters, leftOut, principal, interest }) => [
    `${title}: ${countOf(letters, 'document')}, ${leftOut} left out. They say:`,
    subject,
    ...text.split(/\n\s*\n/),
    `Together they name ${formatCents(BigInt(principal), true)} of principal and ${formatCents(BigInt(interest), true)} of interest.`,
    'Holders’ members see them at once and are notified by e-mail.',
  ],
  async release({ tx, actor }, { id }, { id: approval_id }) {
    await showDocuments(tx, id)
    await tx.updateTable('letter_runs').set({ state: 'released', approval_id }).where('id', '=', id).execute()
    return newsOf(tx, 'letters', id, actor)
  },
  entry: 'letters.released',
  facts: ({ title, letters, leftOut, digest }) => ({ title, letters, leftOut, digest }),
  link: ({ subjectId }) => href('/profile/admin/letters/:id', { id: subjectId }),
})

/** Hides a run's letters at once. One person is enough, because it has to be quick. */
export const recallLetters = recallCommand(recallLettersCommand, {
  runs: 'letter_runs',
  lock: (tx, id) => lockRun(tx, 'letter_runs', id, letterRunSteps.recall, 'LETTER_STATE'),
  entry: 'letters.recalled',
})

/** A run of letters on its page. Cents, as text. */
export interface LetterRun extends Omit<ReleaseContent, 'digest' | 'title'> {
  id: string
  year: number
  state: LetterState
  problem: string | null
  items: number
  prepared: number
  isRequested: boolean
  isStale: boolean
  recalled: Recalled | null
}

export interface LetterEntry {
  id: string
  holderId: string
  holder: string
  principal: string | null
  interest: string | null
  leftOut: string | null
  documentId: string | null
}

/**
 * @param page from 0
 * @returns a run with a page of its letters, by the holder's number
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function getLetterRun(
  actor: Actor,
  runId: string,
  page = 0,
): Promise<{ run: LetterRun; entries: LetterEntry[] }> {
  const id = assertId(runId)
  return queryAsAdministrator(actor, async tx => {
    const { rows } =
      await sql<LetterRun>`select r.id, r.year, r.subject, r.text, r.state, r.problem, ${recalledOf('r')} as recalled,
        c.*, r.state = 'prepared' and ${isStale} as "isStale", exists (select from approvals a
          where a.kind = ${releaseLettersCommand.name} and a.subject_id = r.id and a.decision is null) as "isRequested"
      from letter_runs r cross join lateral (select ${counted}, count(*)::int as items,
        count(*) filter (where l.prepared_at >= r.begun_at)::int as prepared from letters l where l.run_id = r.id) c
      where r.id = ${id}`.execute(tx)
    const [run] = rows
    if (!run) throw new PortalError('NOT_FOUND')
    const entries =
      await sql<LetterEntry>`select l.id, l.holder_id as "holderId", h.number || ' ' || h.legal_name as holder,
        l.principal_cents::text as principal, l.interest_cents::text as interest, l.left_out as "leftOut",
        l.document_id as "documentId"
      from letters l join holders h on h.id = l.holder_id where l.run_id = ${id}
      order by h.number limit ${lettersPerPage} offset ${page * lettersPerPage}`.execute(tx)
    return { run, entries: entries.rows }
  })
}
