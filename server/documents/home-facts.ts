import { type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { servedStates } from '../../rules/file-checks.ts'
import type { Database } from '../database/types.ts'

/** A document, as a sentence names it. `created_at` is UTC. */
export interface NamedDocument {
  id: string
  filename: string
  created_at: Date
}

/** @returns the newest document that someone else added for a person and they haven't opened yet, and how many there are */
export async function readUnread(
  tx: Transaction<Database>,
  personId: string,
): Promise<{ count: number; newest: NamedDocument | undefined }> {
  const row = await tx
    .selectFrom('documents')
    .select(['id', 'filename', 'created_at', sql<number>`count(*) over ()`.as('count')])
    .where('user_id', '=', personId)
    .where('read_at', 'is', null)
    .where(isFileFromOthers)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { count: 0, newest: undefined }
  const { count, ...newest } = row
  return { count, newest }
}

/** @returns the newest document that someone else added for a person */
export async function readNewestFromOthers(
  tx: Transaction<Database>,
  personId: string,
): Promise<NamedDocument | undefined> {
  return tx
    .selectFrom('documents')
    .select(['id', 'filename', 'created_at'])
    .where('user_id', '=', personId)
    .where(isFileFromOthers)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** @returns whether a person has a file from someone else, a signing link to sign, and one that they say is signed */
export async function readWhatWasSent(
  tx: Transaction<Database>,
  personId: string,
): Promise<{ hasFile: boolean; hasToSign: boolean; hasSigned: boolean }> {
  const { rows } = await sql<{ hasFile: boolean; hasToSign: boolean; hasSigned: boolean }>`
    select coalesce(bool_or(not is_external_link and uploaded_by is distinct from user_id), false) as "hasFile",
      coalesce(bool_or(signing_state in ('sent', 'opened')), false) as "hasToSign",
      coalesce(bool_or(signing_state in ('said_signed', 'confirmed')), false) as "hasSigned"
    from documents where user_id = ${personId}`.execute(tx)
  return rows[0] ?? { hasFile: false, hasToSign: false, hasSigned: false }
}

/** Signing links wait to be signed rather than read. */
function isFileFromOthers({ and, eb }: ExpressionBuilder<Database, 'documents'>) {
  return and([
    eb('is_external_link', '=', false),
    eb('check_state', 'in', [...servedStates]),
    sql<SqlBool>`uploaded_by is distinct from user_id`,
  ])
}
