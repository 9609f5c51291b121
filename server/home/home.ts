import { sql } from 'kysely'
import { type InvestingStep, stepReached } from '../../rules/investing-steps.ts'
import { newPersonTime } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { actAs } from '../database/act-as.ts'
import { readAs } from '../database/read-as.ts'
import { type HomeFacts, homeFacts } from '../documents/home-facts.ts'

/** What an investor's home says above their documents. */
export interface Home {
  /** Documents that someone else added and the investor hasn't opened. */
  unread: number
  /** The newest that someone else added: of those that nobody has opened, or where there are none, of all. No links to sign. */
  news: { id: string; filename: string; created_at: Date }[]
  /** The newest paper that is filed under Tax. */
  tax: { id: string; filename: string; created_at: Date } | undefined
  /** How many holders show them something as their delegate, and how many invite them to. */
  shares: number
  invitations: number
  /** Whether to ask for their name and organization. */
  asksDetails: boolean
  /** The step of investing that a new person has reached; undefined for everyone else. */
  step: InvestingStep | undefined
}

/** @returns what the actor's home says */
export async function getHome(actor: Actor): Promise<Home> {
  const [[facts]] = await readAs(actor, homeFacts(actor.id))
  if (!facts)
    return { unread: 0, news: [], tax: undefined, shares: 0, invitations: 0, asksDetails: false, step: undefined }
  const news = withDates(facts.news)
  const isNew = !facts.steps_hidden_at && facts.created_at.getTime() > Date.now() - newPersonTime
  const reached = {
    hasFile: news.length > 0,
    hasToSign: facts.has_to_sign ?? false,
    hasSigned: facts.has_signed ?? false,
  }
  return {
    unread: facts.unread,
    news,
    tax: withDates(facts.tax)[0],
    shares: facts.shares,
    invitations: facts.invitations,
    asksDetails: !facts.full_name && !facts.details_asked_at,
    step: isNew ? stepReached(reached) : undefined,
  }
}

function withDates(found: HomeFacts['news']): Home['news'] {
  return (found ?? []).map(({ created_at, ...rest }) => ({ ...rest, created_at: new Date(created_at) }))
}

/** The actor doesn't want to tell their name and organization; the settings still have the fields. */
export async function skipDetails(actor: Actor): Promise<void> {
  return setOnce(actor, 'details_asked_at')
}

/** The actor doesn't want to see the four steps of investing any more. */
export async function hideSteps(actor: Actor): Promise<void> {
  return setOnce(actor, 'steps_hidden_at')
}

async function setOnce(actor: Actor, column: 'details_asked_at' | 'steps_hidden_at'): Promise<void> {
  await actAs(actor, tx =>
    tx
      .updateTable('user_profiles')
      .set({ [column]: sql<Date>`now()` })
      .where('id', '=', actor.id)
      .where(column, 'is', null)
      .execute(),
  )
}
