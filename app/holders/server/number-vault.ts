import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { revealNumberCommand } from '../../../rules/vault.commands.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import type { Config } from '../../../server/platform/config.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { asApprover, requireApprover } from '../../approvals/server/approver-rights.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { readAccountNumber } from '../holders.ts'
import { findsEquals, sealNumber, unsealNumber } from './sealed-numbers.ts'

export type NumberKind = 'custodian_account' | 'tin' | 'bank_account' | 'wire_account'

let vaultKeys: readonly Buffer[] = []

/** @param config with the keys that encrypt numbers from now on, the newest first; without any, none can be stored */
export function openNumberVault(config: Pick<Config, 'numberKeys'>): void {
  vaultKeys = config.numberKeys ?? []
}

/** @returns whether this site can store account numbers */
export function canStoreNumbers(): boolean {
  return vaultKeys.length > 0
}

/**
 * Stores a number in the vault, pending approval; `putInForce` puts a holder's in force.
 * @param holderId null for an account of the fund's own
 * @returns its id, and its last characters
 */
export async function storeNumber(
  tx: Transaction<Database>,
  actor: Actor,
  holderId: string | null,
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
  // The log contains no digit of a tax number.
  await audit(tx, actor, 'vault.kept', holderId ?? id, kind === 'tin' ? { kind } : { kind, last4 })
  return { id, last4 }
}

/**
 * Keys to find the holders of numbers in documents without comparing plain numbers.
 * @param kept keys of the stored numbers, in hexadecimal
 * @returns a function from a number to its key: the stored one under any VAULT_KEY, or else one that no stored number
 * has
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
 * Puts in force the number named by an approval of a holder's identity or tax form, in its transaction. The previous
 * number is retained with its last day.
 */
export async function putInForce(tx: Transaction<Database>, holderId: string): Promise<void> {
  await sql`select app.put_number_in_force(${holderId})`.execute(tx)
}

/**
 * Reveals a number to an administrator, or to an approver comparing the number of a pending tax form. The database
 * checks the fresh proof again and writes the audit entry.
 */
export const revealNumber = perform(
  revealNumberCommand,
  async ({ tx, actor, refuse }, numberId) => {
    const id = assertId(numberId)
    const number = (await revealNumbers(tx, actor, [id])).get(id)
    if (number === undefined) throw refuse('VAULT_GONE')
    return { number }
  },
  { before: requireProvenApprover, in: asApprover },
)

async function requireProvenApprover(actor: Actor): Promise<void> {
  requireApprover(actor)
  await requireFreshProof(actor)
}

/**
 * Reveals many numbers, each with an audit entry.
 * @param tx of an administrator with a fresh proof, which the database checks again
 * @returns the numbers by their ids, without deleted ones
 * @throws PortalError VAULT_LOCKED if the site no longer has the key of one
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
  return new Map(rows.map(row => [row.id, openNumber(row)]))
}

/**
 * @param row of a function that reveals a number
 * @returns the number
 * @throws PortalError VAULT_LOCKED if the site no longer has its key
 */
export function openNumber({ id, ciphertext, key_id }: { id: string; ciphertext: Buffer; key_id: Buffer }): string {
  const number = unsealNumber(vaultKeys, id, { ciphertext, keyId: key_id })
  if (number === undefined) throw new PortalError('VAULT_LOCKED')
  return number
}

/** A masked number in the vault. */
export interface StoredNumber {
  id: string
  kind: Exclude<NumberKind, 'wire_account'>
  last4: string
  createdAt: Date
  /** Null while pending approval. */
  inForceFrom: Date | null
  /** When it was replaced. */
  endedAt: Date | null
  /** Other holders with the same number. */
  sameAs: string[]
}

/** @returns a holder's masked numbers, oldest first, for an administrator */
export async function storedNumbersOf(tx: Transaction<Database>, holderId: string): Promise<StoredNumber[]> {
  const { rows } = await sql<StoredNumber>`
    select id, kind, last4, created_at as "createdAt", in_force_from as "inForceFrom", ended_at as "endedAt",
      same_as as "sameAs" from app.numbers_of(${holderId})`.execute(tx)
  return rows
}
