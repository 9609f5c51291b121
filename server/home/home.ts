import { sql } from 'kysely'
import { type InvestingStep, stepReached } from '../../rules/investing-steps.ts'
import { newPersonTime } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { actAs } from '../database/act-as.ts'
import { prepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import { linksSent, type NamedDocument, newestFromOthers, newestUnread } from '../documents/home-facts.ts'

/** What an investor's home says above their documents. */
export interface Home {
  /** Documents that someone else added and the investor hasn't opened. */
  unread: number
  /** The newest of those; where there are none, the newest that someone else added. */
  newest: NamedDocument | undefined
  /** Whether to ask for their name and organization. */
  asksDetails: boolean
  /** The step of investing that a new person has reached; undefined for everyone else. */
  step: InvestingStep | undefined
}

/** @returns what the actor's home says */
export async function getHome(actor: Actor): Promise<Home> {
  const { id } = actor
  const [[person], [unread], [newest], [sent]] = await readAs(
    actor,
    homeOf(id),
    newestUnread(id),
    newestFromOthers(id),
    linksSent(id),
  )
  const isNew = person && !person.steps_hidden_at && person.created_at.getTime() > Date.now() - newPersonTime
  return {
    unread: unread?.count ?? 0,
    newest: unread ? { id: unread.id, filename: unread.filename, created_at: unread.created_at } : newest,
    asksDetails: person !== undefined && !person.full_name && !person.details_asked_at,
    step: isNew && sent ? stepReached({ hasFile: newest !== undefined, ...sent }) : undefined,
  }
}

const homeOf = prepared('home_of', (db, personId: string) =>
  db
    .selectFrom('user_profiles')
    .select(['created_at', 'full_name', 'details_asked_at', 'steps_hidden_at'])
    .where('id', '=', personId),
)

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
