import { sql, type Transaction } from 'kysely'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { actAsJobs, withLock } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { repeatJob } from '../../../server/jobs/jobs.ts'
import { sendMail } from '../../../server/mail/mailer.ts'
import type { Config } from '../../../server/platform/config.ts'
import { auditHeadMail } from './audit-head-mail.ts'
import { signHead } from './signed-head.ts'
import type { AuditLine } from './sinks/audit-line.ts'
import { openSink, type Sink } from './sinks/open-sink.ts'

/** Batch size. */
const batchSize = 500
/** Seconds until the log is checked again for entries to send. */
const pause = 5
/** Interval of signed heads. Less than a day, because the job runs hourly. */
const headEveryMs = 23.5 * 60 * 60 * 1000
/** The row of `audit.deliveries` for the last signed head. */
const headRow = 'signed head'

let sink: Sink | undefined
/** Destination of signed heads, without a password. */
let destination: string = fund.emails.office

/** Prepares AUDIT_SINK, if it is set. */
export function openAuditSink({ auditSink }: Pick<Config, 'auditSink'>): void {
  sink = auditSink ? openSink(auditSink) : undefined
  destination = auditSink ? placeOf(new URL(auditSink)) : fund.emails.office
}

function placeOf({ protocol, host, pathname }: URL): string {
  return host ? `${protocol}//${host}` : pathname
}

/** The last signed head sent. */
export interface LastHead {
  /** Null before the first. */
  sentAt: Date | null
  /** Number of entries it covers. */
  entries: number
  /** AUDIT_SINK, or else the address of the fund's office. */
  to: string
  /** Whether the next one is overdue. */
  isLate: boolean
}

export async function getLastHead(actor: Actor): Promise<LastHead> {
  const { rows } = await queryAsAdministrator(actor, tx =>
    sql<{ sent_at: Date; position: number }>`select sent_at, position from app.last_head()`.execute(tx),
  )
  const [last] = rows
  const isLate = last !== undefined && Date.now() - last.sent_at.getTime() > 2 * headEveryMs
  return { sentAt: last?.sent_at ?? null, entries: Number(last?.position ?? 0), to: destination, isLate }
}

/**
 * Handler of the queue `send-audit`: sends unsent entries to AUDIT_SINK, in the order of the chain, and repeats soon.
 * An interrupted run sends its last batch again; entries have their positions.
 */
export async function sendAudit(): Promise<void> {
  const to = sink
  if (!to) return
  await withLock('audit sink', async () => {
    for (let full = true; full; ) {
      const lines = await actAsJobs(async tx => unsent(tx, await lastSent(tx, to.id)))
      const last = lines.at(-1)
      if (!last) break
      await to.send(lines)
      await actAsJobs(tx => remember(tx, to.id, Number(last.position)))
      full = lines.length === batchSize
    }
  })
  await repeatJob('send-audit', pause)
}

/**
 * Handler of the hourly queue `sign-audit-head`: once a day signs the chain's newest link and sends it to AUDIT_SINK,
 * or else by mail to the fund. Hourly, to catch up after downtime.
 */
export async function signAuditHead(): Promise<void> {
  await withLock('audit head', async () => {
    const { head, isDue } = await actAsJobs(async tx => ({ head: await readHead(tx), isDue: await headIsDue(tx) }))
    if (!head || !isDue) return
    const signed = signHead({ at: new Date().toISOString(), ...head })
    if (sink) await sink.send([{ ...signed }])
    else await sendMail(auditHeadMail(fund.emails.office, signed))
    await actAsJobs(tx => remember(tx, headRow, head.position))
  })
}

/** @returns the newest link of the log's chain and, if any, of the ledger's; undefined for an empty log */
async function readHead(tx: Transaction<Database>): Promise<Omit<Parameters<typeof signHead>[0], 'at'> | undefined> {
  const { rows } = await sql<{ position: number; hash: string }>`select position, hash from audit.head()`.execute(tx)
  const ledger = await tx
    .selectFrom('ledger_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ofLedger = ledger && { ledger_position: Number(ledger.position), ledger_hash: ledger.hash.toString('hex') }
  return rows[0] && { ...rows[0], ...ofLedger }
}

async function headIsDue(tx: Transaction<Database>): Promise<boolean> {
  const last = await tx
    .selectFrom('audit.deliveries')
    .select('updated_at')
    .where('sink', '=', headRow)
    .executeTakeFirst()
  return !last || Date.now() - last.updated_at.getTime() > headEveryMs
}

async function lastSent(tx: Transaction<Database>, id: string): Promise<number> {
  const row = await tx.selectFrom('audit.deliveries').select('position').where('sink', '=', id).executeTakeFirst()
  return row?.position ?? 0
}

async function unsent(tx: Transaction<Database>, after: number): Promise<AuditLine[]> {
  const { rows } = await sql<{ line: AuditLine }>`select line from audit.entries_after(${after}, ${batchSize})`.execute(
    tx,
  )
  return rows.map(({ line }) => line)
}

async function remember(tx: Transaction<Database>, id: string, position: number): Promise<void> {
  await tx
    .insertInto('audit.deliveries')
    .values({ sink: id, position })
    .onConflict(conflict => conflict.column('sink').doUpdateSet({ position, updated_at: new Date() }))
    .execute()
}
