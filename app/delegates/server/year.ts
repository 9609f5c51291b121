import { type SqlBool, sql } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import type { OwnNote } from '../../holdings/server/note-facts.ts'
import { closedStates, isIn } from '../../notes/note-states.ts'
import { allAccounts } from '../../people/accounts.ts'
import type { LeftOutReason } from '../../tax/form-1099-int.ts'
import { unpromisedReason } from '../../tax/promised-form.ts'
import { payeesOnFile, toPayee } from '../../tax/server/promised-form.ts'
import { getSharedFigures } from './shared-figures.ts'
import { getShared } from './shared-with-me.ts'

/** What a note paid in a calendar year, and pays in the next. Cents. */
export interface YearOfNote {
  number: string
  principalCents: Cents
  rateBp: number
  /** By the day of payment, less returns: the sums of the office's list of interest paid. */
  interestCents: Cents
  /** Of it, tax that was withheld. */
  withheldCents: Cents
  /** Scheduled payments of the year after, by pay date. */
  nextInterestCents: Cents
  nextPrincipalCents: Cents
}

/** A calendar year of one holder, on one page. */
export interface YearOfHolder {
  holderId: string
  /** Its legal name. */
  holder: string
  /** Whether the reader is shown it as a delegate. */
  isShared: boolean
  /** Those that paid something in the year, or do in the next, by number. */
  notes: YearOfNote[]
  interestCents: Cents
  withheldCents: Cents
  nextInterestCents: Cents
  nextPrincipalCents: Cents
  /** Documents about this year, filed under Tax in the year after, newest first. */
  taxDocuments: { id: string; filename: string; created_at: Date }[]
  /** Why it gets no Form 1099-INT for the year; null where it does. */
  noForm: { reason: LeftOutReason; kind: HolderKind } | null
}

export interface Year {
  year: number
  /** 'YYYY-MM-DD', in the fund's zone. */
  today: string
  asOf: Date
  /** Those that the reader acts for before those that are shared with them. */
  holders: YearOfHolder[]
  /** Tax documents about the year that are filed with the reader, rather than with a holder. */
  taxDocuments: YearOfHolder['taxDocuments']
  /** Years of which there is something to show, newest first. */
  years: number[]
}

/**
 * @param asked a year, as in the address
 * @param account one of the actor's holders, by its id, to see it alone
 * @returns the year of every holder that the actor acts for, or that shows them its figures and its tax documents
 * @throws PortalError NOT_FOUND for anyone else, for no year, and for one that hasn't begun
 */
export async function getYear(
  actor: Actor,
  requested: string,
  today = fundDay(),
  account = allAccounts,
): Promise<Year> {
  const year = /^20\d\d$/.test(requested) ? Number(requested) : 0
  const thisYear = Number(today.slice(0, 4))
  if (year === 0 || year > thisYear) throw new PortalError('NOT_FOUND')
  const [holdings, shared] = await Promise.all([getHoldings(actor, today, account), getShared(actor)])
  const own = (holdings?.holders ?? []).map(({ id, name }) => ({ holderId: id, holder: name, isShared: false }))
  // What others share is no account of the reader's.
  const alone = holdings?.holders.find(({ id }) => id === account)
  const shown = alone ? [] : shared.holders.filter(({ figures, categories }) => figures && categories.includes('Tax'))
  const figures = await Promise.all(shown.map(({ holderId }) => getSharedFigures(actor, holderId, today)))
  const of = [...own, ...figures.map(({ holderId, holder }) => ({ holderId, holder, isShared: true }))]
  if (of.length === 0) throw new PortalError('NOT_FOUND')
  const notes = [...(holdings?.notes ?? []), ...figures.flatMap(each => each.notes)]
  const owners = [actor.id, ...of.map(({ holderId }) => holderId)]
  const [documents, onFile] = await readAs(actor, taxDocumentsOf(owners, year + 1), payeesOnFile(year, year))
  const payees = new Map(onFile.map(row => [row.holderId, toPayee(row)]))
  const documentsOf = (owner: string) =>
    documents.filter(({ owner_id }) => owner_id === owner).map(({ owner_id: _, ...document }) => document)
  return {
    year,
    today,
    asOf: new Date(),
    holders: of.map(each => {
      const ofHolder = notes.filter(({ holder }) => holder.id === each.holderId)
      const payee = payees.get(each.holderId)
      const reason = payee && unpromisedReason(payee, ofHolder, year, today, tax)
      return {
        ...each,
        ...yearOf(ofHolder, year, today),
        taxDocuments: documentsOf(each.holderId),
        noForm: reason ? { reason, kind: payee.kind } : null,
      }
    }),
    taxDocuments: alone && alone.kind !== 'individual' ? [] : documentsOf(actor.id),
    years: yearsWithInterest(notes, thisYear),
  }
}

function yearOf(notes: readonly OwnNote[], year: number, today: string) {
  const rows = notes
    .map(note => ({
      number: note.number,
      principalCents: note.principalCents,
      rateBp: note.rateBp,
      interestCents: note.interestByYear[year] ?? 0n,
      withheldCents: note.withheldByYear[year] ?? 0n,
      ...nextOf(note, year + 1, today),
    }))
    .filter(row => row.interestCents !== 0n || row.nextInterestCents + row.nextPrincipalCents > 0n)
    .toSorted((one, other) => one.number.localeCompare(other.number))
  return {
    notes: rows,
    interestCents: sumCents(rows.map(row => row.interestCents)),
    withheldCents: sumCents(rows.map(row => row.withheldCents)),
    nextInterestCents: sumCents(rows.map(row => row.nextInterestCents)),
    nextPrincipalCents: sumCents(rows.map(row => row.nextPrincipalCents)),
  }
}

/**
 * The unpaid part of a year's payments; in a year that has begun, and for a closed note, without payments due before.
 */
function nextOf({ payments, state }: OwnNote, year: number, today: string) {
  const open = isIn(closedStates, state)
    ? []
    : payments.filter(
        ({ payDate, state }) =>
          payDate.startsWith(`${year}-`) && payDate >= today && state !== 'paid' && state !== 'renewed',
      )
  return {
    nextInterestCents: sumCents(open.map(({ interestCents }) => interestCents)),
    nextPrincipalCents: sumCents(open.map(({ principalCents }) => principalCents)),
  }
}

function yearsWithInterest(notes: readonly OwnNote[], thisYear: number): number[] {
  const paid = notes.flatMap(({ interestByYear }) => Object.keys(interestByYear).map(Number))
  return [...new Set([thisYear, ...paid])].filter(year => year <= thisYear).toSorted((one, other) => other - one)
}

interface NoteDocument {
  id: string
  owner_id: string
  filename: string
  created_at: Date
}

/** A paper about a year is filed in the one after. */
const taxDocumentsOf = (owners: string[], filedIn: number) =>
  unprepared<NoteDocument>(db =>
    db
      .selectFrom('documents')
      .select(['id', 'filename', 'created_at', 'owner_id'])
      .where(sql<SqlBool>`owner_id = any (${owners}::uuid[]) and category = 'Tax' and companion_of is null
          and not unreleased and check_state in ('unchecked', 'clean') and not is_external_link
          and extract(year from app.fund_day(created_at)) = ${filedIn}::integer`)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
