import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { derivedSecret, openSeal } from '../../server/platform/seal.ts'
import { insertPerson } from '../../server/sample/people.ts'
import { asOwner } from '../helpers/owner.ts'
import type { Site } from '../helpers/server.ts'
import { newSession } from '../helpers/sessions.ts'

let people = 0

/** A person with a profile who is signed in, without a browser yet. */
export interface SignedInPerson {
  /** Id of the person and of their profile. */
  id: string
  email: string
  /** Cookies of a signed-in browser. */
  cookies: { name: string; value: string; url: string; httpOnly: boolean }[]
}

/** @returns the Cookie header of a browser with these cookies */
export function cookieOf(cookies: readonly { name: string; value: string }[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** An e-mail address that no other test uses. */
export function newEmailAddress(who: string): string {
  return `${who}-${process.pid}-${people++}@example.com`
}

/** An IP address that no other visitor of this site has: rate limits apply to each separately. */
export function newClientIp(): string {
  const number = people++
  return `10.${process.pid % 250}.${number >> 8}.${number & 255}`
}

/** Creates a person with a profile and an open session, directly in the site's database. */
export async function newPerson(
  site: Site,
  { isAdmin = false, isApprover = false, guest = false } = {},
): Promise<SignedInPerson> {
  const email = newEmailAddress(isAdmin ? 'administrator' : isApprover ? 'approver' : 'investor')
  const owner = { query: (statement: string) => asOwner(site, statement) }
  const accepted = guest ? { accepted_at: null } : {}
  const id = await insertPerson(owner, { email, is_admin: isAdmin, is_approver: isApprover, ...accepted })
  return { id, email, cookies: await newSessionCookies(site, id) }
}

/**
 * Creates another session for a person, as for another browser.
 * @param userAgent user agent string of that browser
 */
export async function newSessionCookies(
  site: Site,
  personId: string,
  userAgent?: string,
): Promise<SignedInPerson['cookies']> {
  const owner = { query: (statement: string, values: unknown[]) => asOwner(site, statement, values) }
  const { id, cookie } = await newSession(owner as Pick<pg.Client, 'query'>, await sessionSecret(site), personId)
  if (userAgent) await asOwner(site, 'update auth.sessions set user_agent = $2 where id = $1', [id, userAgent])
  const [name = '', value = ''] = cookie.split('=')
  return [
    { name, value, url: site.url, httpOnly: true },
    // Tells the pages' scripts that it is worth requesting the session.
    { name: 'promissory_signed_in', value: '1', url: site.url, httpOnly: false },
  ]
}

/** The secret that a site signs its sessions with, derived from the one in its data folder. */
async function sessionSecret({ dataDir }: Site): Promise<string> {
  openSeal((await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim())
  return derivedSecret('sessions')
}

/** Moves a person's sign-ins and proofs into the past, so that what is sensitive needs fresh proof. */
export async function makeStale(site: Site, email: string, minutes = 11): Promise<void> {
  const of = 'where user_id = (select id from auth.users where email = $1)'
  const old = `now() - interval '${minutes} minutes'`
  await asOwner(site, `update auth.sessions set created_at = ${old} ${of}`, [email])
  await asOwner(
    site,
    `update auth.session_proofs set proved_at = ${old} where session_id in (select id from auth.sessions ${of}) and proved_at is not null`,
    [email],
  )
}
