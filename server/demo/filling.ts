import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import type { Day } from '../../rules/days.ts'
import type { Actor } from '../access/actor.ts'
import { fundDay } from '../platform/fund-day.ts'
import { sessions } from '../sample/people.ts'
import { atFund } from './sample-terms.ts'

const emails = {
  desk: atFund('admin'),
  controller: atFund('controller'),
  elena: 'elena.marsh@example.com',
  paul: 'paul.okafor@example.com',
  ruth: 'ruth.lindqvist@example.com',
  karl: 'karl.lindqvist@example.com',
  carla: 'carla.nguyen@example.com',
}

/** Context of the register's sample data: the actors, and the owner, who queries earlier steps. */
export interface Filling extends Record<keyof typeof emails, Actor> {
  owner: pg.Client
  /** The day it started: an interrupted run resumes as of that day. */
  today: Day
  /** Whether an earlier start was interrupted. */
  isResumed: boolean
}

/** Prefix of the token hash of sessions that fill the register. While there are any, it isn't complete. */
const mark = 'the sample fund '
const ofFilling = 'starts_with(token_hash, $1)'

/**
 * Starts to fill the register, or resumes an interrupted run. The site listens only after that, so an incomplete
 * register is entirely the sample fund's.
 * @returns undefined if it is complete or not the sample fund's, or if the sample fund's people are missing
 */
export async function beginFilling(owner: pg.Client): Promise<Filling | undefined> {
  const { rows } = await owner.query(
    `select (select count(*)::int from user_profiles where email = any ($2)) as people,
      exists (select from auth.sessions where ${ofFilling}) as begun, exists (select from holders) as filled`,
    [mark, Object.values(emails)],
  )
  const { people, begun, filled } = rows[0]
  if (people < Object.keys(emails).length || (filled && !begun)) return undefined
  const actors: [string, Actor][] = []
  for (const [name, email] of Object.entries(emails)) actors.push([name, await actorOf(owner, email)])
  const began = await owner.query(`select min(created_at) as at from auth.sessions where ${ofFilling}`, [mark])
  return {
    ...(Object.fromEntries(actors) as Record<keyof typeof emails, Actor>),
    owner,
    today: fundDay(began.rows[0].at),
    isResumed: begun,
  }
}

/** @returns a person with a session that has just started, which operations with fresh proof need */
async function actorOf(owner: pg.Client, email: string): Promise<Actor> {
  const { rows } = await owner.query(
    'select id, full_name, organization, is_admin from user_profiles where email = $1',
    [email],
  )
  const { id, full_name, organization, is_admin } = rows[0]
  const session = {
    ...{ user_id: id, token_hash: mark + randomBytes(24).toString('base64url') },
    expires_at: new Date(Date.now() + 10 * 60_000),
  }
  const sessionId = await sessions.insert(owner, session)
  return { id, email, fullName: full_name, organization, isAdmin: is_admin, sessionId }
}

/** Ends the filling in one transaction: removes notifications of past events and their jobs, but not those from before. */
export async function endFilling(owner: pg.Client): Promise<void> {
  await owner.query(
    `with begun as (select min(created_at) as at from auth.sessions where ${ofFilling}),
      untold as (delete from notices where taken_at is null and created_at >= (select at from begun)),
      undone as (delete from jobs.job where name in ('send-mail', 'send-notices', 'prepare-run',
          'tell-of-grant')
        and state < 'active' and created_on >= (select at from begun))
    delete from auth.sessions where ${ofFilling}`,
    [mark],
  )
}

/** A request: its kind, and identifying content. */
interface Requested {
  kind: string
  subject_id?: string
  content?: Record<string, string>
}

/** Has a colleague approve a request, unless done before an interruption. */
export async function approve({ owner, controller }: Filling, requested: Requested, ask: () => Promise<unknown>) {
  await askOnce(owner, requested, ask)
  const found = await findRequest(owner, requested)
  if (found?.decision === null) await decideApproval(controller, found.id, 'approved')
}

/** Submits a request, unless done before an interruption. */
export async function askOnce(owner: pg.Client, requested: Requested, ask: () => Promise<unknown>): Promise<void> {
  if (!(await findRequest(owner, requested))) await ask()
}

async function findRequest(
  owner: pg.Client,
  requested: Requested,
): Promise<{ id: string; decision: string | null } | undefined> {
  const { rows } = await owner.query('select id, decision from approvals a where to_jsonb(a) @> $1::jsonb', [
    JSON.stringify(requested),
  ])
  return rows[0]
}
