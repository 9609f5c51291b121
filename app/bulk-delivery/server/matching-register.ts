import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { numberKeys } from '../../holders/server/number-vault.ts'
import type { TinKey } from '../page-keys.ts'
import { indexRegister, type RegisterHolder, type RegisterIndex, zipOf } from '../register-index.ts'

/** The register, indexed to match documents. */
export interface MatchingRegister {
  index: RegisterIndex
  tinKey: TinKey
  /** Of all who act for a holder, in lower case. */
  emails: ReadonlySet<string>
  /** Of all its keys: it differs once anything of it has changed. */
  sha256: Buffer
}

interface Row extends Omit<RegisterHolder, 'legalName' | 'zip' | 'lastFours' | 'canReceive'> {
  legal_name: string
  address_lines: string | null
  last_fours: string[]
  can_receive: boolean
}

/** @param tx of an administrator or of the queue */
export async function readMatchingRegister(tx: Transaction<Database>): Promise<MatchingRegister> {
  const rows = await readRows(tx)
  const holders = rows.map(
    ({ legal_name, address_lines, last_fours, can_receive, ...row }): RegisterHolder => ({
      ...row,
      legalName: legal_name,
      zip: zipOf(address_lines),
      lastFours: last_fours,
      canReceive: can_receive,
    }),
  )
  return {
    index: indexRegister(holders),
    tinKey: numberKeys('tin', new Set(holders.flatMap(({ tins }) => tins))),
    emails: new Set(holders.flatMap(({ emails }) => emails)),
    sha256: digestOf(rows),
  }
}

/** @returns SHA-256 of the register's keys as they are now */
export async function digestRegister(tx: Transaction<Database>): Promise<Buffer> {
  return digestOf(await readRows(tx))
}

async function readRows(tx: Transaction<Database>): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from app.paper_register()`.execute(tx)
  return rows
}

/** A holder's members may change meanwhile: the documents stay the holder's. */
function digestOf(rows: readonly Row[]): Buffer {
  const keys = rows.map(({ emails: _, can_receive: __, ...row }) => row)
  return createHash('sha256').update(JSON.stringify(keys)).digest()
}
