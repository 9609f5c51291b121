import { type Selectable, sql, type Transaction } from 'kysely'
import { profileTimeout } from '../../../rules/limits.ts'
import { oneLine } from '../../../rules/text.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { isRefusedByDatabase, isUniqueViolation } from '../../../server/database/errors.ts'
import type { Database, UserProfilesTable } from '../../../server/database/types.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** A person's columns that the portal's pages show. */
export const profileColumns = [
  'id',
  'email',
  'full_name',
  'organization',
  'is_admin',
  'is_approver',
  'created_at',
  'updated_at',
] as const satisfies (keyof UserProfilesTable)[]

/** A person with access to the portal (specification section 3). Times are UTC. */
export type UserProfile = Pick<Selectable<UserProfilesTable>, (typeof profileColumns)[number]>

/** Called in the transaction that creates a profile, acting as that person. */
type OnSignUp = (tx: Transaction<Database>) => Promise<void>

let onSignUp: OnSignUp | undefined

/** @param handler of `notifications/`, which can't be imported here; undefined at the end */
export function setSignUpHandler(handler: OnSignUp | undefined): void {
  onSignUp = handler
}

/**
 * Finds the profile of a session's person, or creates it: at the first sign-in, or whenever it is missing
 * (specification section 4). A signed-in person always has exactly one.
 * @param userId `auth.users.id` of the session
 * @returns the profile, or undefined if reading it failed or took longer than five seconds (section 8)
 */
export async function loadProfile(userId: string): Promise<UserProfile | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, profileTimeout, undefined)
  })
  try {
    return await Promise.race([findOrCreate(userId), timeout])
  } catch (error) {
    if (isAccessClosed(error)) throw error
    log.error('a profile could not be loaded', error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** @returns whether the error says that the person was disabled */
export function isAccessClosed(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'ACCESS_CLOSED'
}

async function findOrCreate(userId: string): Promise<UserProfile | undefined> {
  const existing = await readProfile(userId)
  if (existing) return existing
  const user = await authDatabase()
    .selectFrom('auth.users')
    .select(['email', 'name', 'metadata'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return undefined
  const { metadata } = user
  try {
    return await actAs({ id: userId }, async tx => {
      const profile = await tx
        .insertInto('user_profiles')
        .values({
          id: userId,
          email: user.email || textOrNull(metadata.email) || `${userId}@placeholder.invalid`,
          full_name: textOrNull(metadata.full_name) ?? textOrNull(metadata.name) ?? textOrNull(user.name),
          organization: textOrNull(metadata.organization),
          is_admin: false,
        })
        .returning(profileColumns)
        .executeTakeFirstOrThrow()
      await onSignUp?.(tx)
      return profile
    })
  } catch (error) {
    const isThere = isUniqueViolation(error)
    // The profile exists, hidden by row-level security.
    if ((isThere || isRefusedByDatabase(error)) && (await isDisabled(userId)))
      throw new PortalError('ACCESS_CLOSED', { cause: error })
    // Another request created it between our read and our insert (section 4).
    if (isThere) return readProfile(userId)
    throw error
  }
}

async function isDisabled(id: string): Promise<boolean> {
  const { rows } = await sql`
    select from public.user_profiles where id = ${id} and disabled_at is not null`.execute(authDatabase())
  return rows.length > 0
}

function readProfile(id: string): Promise<UserProfile | undefined> {
  return actAs({ id }, tx =>
    tx.selectFrom('user_profiles').select(profileColumns).where('id', '=', id).executeTakeFirst(),
  )
}

function textOrNull(value: unknown): string | null {
  return (typeof value === 'string' && oneLine(value)) || null
}

/** @returns the actor that a profile describes */
export function actorOf({ id, email, full_name, organization, is_admin, is_approver }: UserProfile): Actor {
  return { id, email, fullName: full_name, organization, isAdmin: is_admin, isApprover: is_approver }
}

/** @returns a person as actor, with their current rights, for work that continues without their session */
export async function loadActor(id: string): Promise<Actor> {
  return actorOf(
    await actAs({ id }, tx =>
      tx.selectFrom('user_profiles').select(profileColumns).where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  )
}

/** @returns a person's e-mail address; undefined if the person is gone or has no known one */
export async function findMailAddress(id: string): Promise<string | undefined> {
  const email = (await actAs({ id }, tx => emailsOf(tx, [id]))).get(id)
  return email?.endsWith('@placeholder.invalid') ? undefined : email
}

/** @returns e-mail addresses by id, for people visible to the transaction */
export async function emailsOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const people = await tx.selectFrom('user_profiles').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(people.map(({ id, email }) => [id, email]))
}
