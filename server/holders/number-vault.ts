import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { readAccountNumber } from '../../rules/holders.ts'
import { revealNumberCommand } from '../../rules/vault.commands.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { asDecider, requireDecider } from '../approvals/who-decides.ts'
import type { Database } from '../database/types.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import type { Config } from '../platform/config.ts'
import { PortalError } from '../platform/portal-error.ts'
import { findsEquals, sealNumber, unsealNumber } from '../vault/sealed-numbers.ts'

/** What kinds of numbers the vault keeps. */
export type NumberKind = 'custodian_account' | 'tin' | 'bank_account'

let vaultKeys: readonly Buffer[] = []

/** @param config whose VAULT_KEY encrypts numbers from now on; without it, none are kept */
export function openNumberVault(config: Pick<Config, 'vaultKeys'>): void {
  vaultKeys = config.vaultKeys ?? []
}

/** @returns whether this site can keep account numbers */
export function canKeepNumbers(): boolean {
  return vaultKeys.length > 0
}

/**
 * Puts a number in the vault. It waits there for a second person, and is in force once `putInForce` says so.
 * @param typed the number, as typed
 * @returns its id, and its last characters
 * @throws PortalError VAULT_KEY_MISSING, ACCOUNT_NUMBER_INVALID; FORBIDDEN unless the actor is an administrator
 */
export async function keepNumber(
  tx: Transaction<Database>,
  actor: Actor,
  holderId: string,
  kind: NumberKind,
  typed: string,
): Promise<{ id: string; last4: string }> {
  const [first] = vaultKeys
  if (!first) throw new PortalError('VAULT_KEY_MISSING')
  const number = readAccountNumber(typed)
  if (!number) throw new PortalError('ACCOUNT_NUMBER_INVALID')
  const id = randomUUID()
  const { ciphertext, keyId, hmac, last4 } = sealNumber(first, id, kind, number)
  await sql`select app.keep_in_vault(${id}, ${holderId}, ${kind}, ${ciphertext}, ${keyId}, ${hmac}, ${last4})`.execute(
    tx,
  )
  // The log has no digit of a tax number.
  await audit(tx, actor, 'vault.kept', holderId, kind === 'tin' ? { kind } : { kind, last4 })
  return { id, last4 }
}

/**
 * For finding the holders of numbers that stand in documents: the numbers themselves are compared nowhere.
 * @param kept keys of the numbers that are kept, in hexadecimal
 * @returns of a number its key: the kept one that it has under any VAULT_KEY, or else one that no kept number has
 */
export function numberKeys(kind: NumberKind, kept: ReadonlySet<string>): (number: string) => string {
  const keys = vaultKeys.length > 0 ? vaultKeys : [randomBytes(32)]
  const [first, ...others] = keys.map(key => findsEquals(key, kind))
  return number => {
    const key = (first as (number: string) => Buffer)(number).toString('hex')
    if (kept.has(key)) return key
    return others.map(each => each(number).toString('hex')).find(other => kept.has(other)) ?? key
  }
}

/**
 * Puts the number in force that an approval of a holder's identity or tax form names, which this transaction carries out.
 * The number before is kept, with its last day.
 */
export async function putInForce(tx: Transaction<Database>, holderId: string): Promise<void> {
  await sql`select app.put_number_in_force(${holderId})`.execute(tx)
}

/**
 * Reveals a number, to an administrator, or to an approver for whom the number of a tax form waits to be compared. The database
 * checks the fresh proof again, and writes the entry in the audit log.
 */
export const revealNumber = performFreely(revealNumberCommand, async ({ actor, refuse }, numberId) => {
  const id = assertId(numberId)
  requireDecider(actor)
  await requireFreshProof(actor)
  return asDecider(actor, async tx => {
    const number = (await revealNumbers(tx, actor, [id])).get(id)
    if (number === undefined) throw refuse('VAULT_GONE')
    return { number }
  })
})

/**
 * Reveals many numbers, each with its entry in the audit log.
 * @param tx of an administrator with a fresh proof, which the database checks again
 * @returns the numbers by their ids; those that are no longer kept are left out
 * @throws PortalError VAULT_LOCKED where the site no longer has the key of one
 */
export async function revealNumbers(
  tx: Transaction<Database>,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; ciphertext: Buffer; key_id: Buffer }>`
    select asked.id, kept.ciphertext, kept.key_id
    from unnest(${ids}::uuid[]) with ordinality asked (id, n)
      cross join lateral app.reveal_vault(asked.id, ${actor.sessionId}) kept
    order by asked.n`.execute(tx)
  return new Map(
    rows.map(({ id, ciphertext, key_id }) => {
      const number = unsealNumber(vaultKeys, id, { ciphertext, keyId: key_id })
      if (number === undefined) throw new PortalError('VAULT_LOCKED')
      return [id, number]
    }),
  )
}

/** A number in the vault, without the number. */
export interface KeptNumber {
  id: string
  kind: NumberKind
  last4: string
  createdAt: Date
  /** Null while it waits for a second person. */
  inForceFrom: Date | null
  /** When another one took its place. */
  endedAt: Date | null
  /** Other holders with the same number. */
  sameAs: string[]
}

/** @returns what the vault keeps of a holder, for an administrator: the oldest first */
export async function keptNumbersOf(tx: Transaction<Database>, holderId: string): Promise<KeptNumber[]> {
  const { rows } = await sql<KeptNumber>`
    select id, kind, last4, created_at as "createdAt", in_force_from as "inForceFrom", ended_at as "endedAt",
      same_as as "sameAs" from app.numbers_of(${holderId})`.execute(tx)
  return rows
}
