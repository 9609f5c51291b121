import { parse } from 'hono/utils/cookie'
import type { Actor } from '../../../server/access/actor.ts'
import type { Client } from '../../../server/access/client.ts'
import { isId } from '../../../server/access/ids.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { Config } from '../../../server/platform/config.ts'
import { cookiePrefix } from '../../identity/server/cookie-prefix.ts'
import { allAccounts } from '../../people/accounts.ts'
import { personFirst } from '../holders.ts'
import { holdersOf } from './holders-list.ts'

/** A person's holder in the account switcher. */
export interface Account {
  id: string
  name: string
  /** In the person's own name: includes documents filed with the person instead of a holder. */
  isPerson: boolean
}

export interface Accounts {
  accounts: Account[]
  /** The id of one of them, or `allAccounts`. */
  chosen: string
}

/**
 * @param asked account in the address or cookie
 * @returns the actor's accounts, the person first; undefined for fewer than two
 */
export async function getAccounts(actor: Actor, requested?: string): Promise<Accounts | undefined> {
  const [held] = await readAs(actor, holdersOf(actor.id))
  if (held.length < 2) return undefined
  return {
    accounts: personFirst(held).map(({ id, legalName, kind }) => ({
      id,
      name: legalName,
      isPerson: kind === 'individual',
    })),
    chosen: held.some(({ id }) => id === requested) ? String(requested) : allAccounts,
  }
}

/**
 * The account requested for a portal page: `holder` in its address, else the last one chosen in this browser. It only
 * narrows a page: operations ignore a holder that isn't the actor's.
 * @returns the account, and the Set-Cookie header that remembers a new choice until the browser is closed
 */
export function requestedAccount(
  url: URL,
  { cookie }: Client,
  config: Config,
): { account: string | undefined; cookie: string | undefined } {
  const name = `${cookiePrefix(config)}promissory.account`
  const isAccount = (value: string | null | undefined): value is string => value === allAccounts || isId(value ?? '')
  const kept = parse(cookie, name)[name]
  const requested = /^\/profile(?!\/admin)/.test(url.pathname) ? url.searchParams.get('holder') : null
  if (!isAccount(requested)) return { account: isAccount(kept) ? kept : undefined, cookie: undefined }
  const attributes = `Path=/; HttpOnly; SameSite=Lax${config.secure ? '; Secure' : ''}`
  return { account: requested, cookie: requested === kept ? undefined : `${name}=${requested}; ${attributes}` }
}
