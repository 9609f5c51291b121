import { sql } from 'kysely'
import { taxPapers } from '../../../content/tax-papers.ts'
import { partsOf } from '../../../rules/days.ts'
import { newsShown } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { type FromOthers, homeFacts } from '../../documents/server/home-facts.ts'
import { nextForm, type PayeeOnFile } from '../../tax/promised-form.ts'
import { payeesOnFile, toPayee } from '../../tax/server/promised-form.ts'
import { hideStepsCommand, skipDetailsCommand } from '../home.commands.ts'
import { type InvestingStep, stepReached } from '../investing-steps.ts'

/** What an investor's home says above their documents. */
export interface Home {
  /** Documents that someone else added and the investor hasn't opened. */
  unread: number
  /** The newest that someone else added: of those that no one has opened, or where there are none, of all. No links to sign. */
  news: { id: string; filename: string; createdAt: Date }[]
  /** The newest document that the fund has filed under Tax. */
  tax: { id: string; filename: string; createdAt: Date } | undefined
  /** What decides about the next Form 1099-INT of each holder that a member acts for, or sees the tax documents of, and which form that is. */
  nextForm: { year: number; due: string; payees: PayeeOnFile[] } | undefined
  /** How many holders show them something as their delegate, and how many invite them to. */
  shares: number
  invitations: number
  /** Whether to ask for their name and organization. */
  asksDetails: boolean
  /** The step of investing that a new person has reached; undefined for everyone else. */
  step: InvestingStep | undefined
  /** Whether an offering is open to them. */
  canInvest: boolean
}

/** @returns what the actor's home says */
export async function getHome(actor: Actor): Promise<Home> {
  const today = fundDay()
  const { year } = partsOf(today)
  // A member of no holder gets no form.
  const forms = actor.isMember ? [payeesOnFile(year - 1, year)] : []
  const [[facts], onFile = []] = await readAs(actor, homeFacts(actor.id), ...forms)
  if (!facts)
    return {
      ...{ unread: 0, news: [], tax: undefined, nextForm: undefined, shares: 0, invitations: 0 },
      ...{ asksDetails: false, step: undefined, canInvest: false },
    }
  const found = facts.fromOthers ?? []
  const news = newsOf(found)
  const newestTax = found.filter(({ isTax }) => isTax).map(toNamed)[0]
  const { reached } = facts
  const step = reached && { hasFile: news.length > 0, ...reached }
  const isThisYears = newestTax !== undefined && newestTax.createdAt >= new Date(`${year}-01-01`)
  const next = taxPapers && nextForm(today, taxPapers.until, isThisYears)
  return {
    unread: facts.unread,
    news,
    tax: newestTax,
    nextForm: next && { ...next, payees: onFile.filter(row => row.year === next.year).map(toPayee) },
    shares: facts.shares,
    invitations: facts.invitations,
    asksDetails: !facts.fullName && !facts.detailsAskedAt,
    step: step ? stepReached(step) : undefined,
    canInvest: facts.canInvest,
  }
}

/** @param found the newest first */
function newsOf(found: FromOthers[]): Home['news'] {
  const files = found.filter(({ isLink }) => !isLink)
  const unread = files.filter(({ isUnread }) => isUnread)
  return (unread.length > 0 ? unread.slice(0, newsShown) : files.slice(0, 1)).map(toNamed)
}

function toNamed({ id, filename, createdAt }: FromOthers): Home['news'][number] {
  return { id, filename, createdAt: new Date(createdAt) }
}

/** The actor doesn't want to tell their name and organization; the settings still have the fields. */
export const skipDetails = perform(skipDetailsCommand, work => setOnce(work, 'details_asked_at'))

/** The actor doesn't want to see the four steps of investing any more. */
export const hideSteps = perform(hideStepsCommand, work => setOnce(work, 'steps_hidden_at'))

async function setOnce({ tx, actor }: Pick<Work, 'tx' | 'actor'>, column: 'details_asked_at' | 'steps_hidden_at') {
  await tx
    .updateTable('user_profiles')
    .set({ [column]: sql<Date>`now()` })
    .where('id', '=', actor.id)
    .where(column, 'is', null)
    .execute()
}
