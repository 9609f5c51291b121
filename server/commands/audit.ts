import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findHeads, type SignedHead } from '../../app/audit/server/signed-head.ts'
import { verifyChain } from '../../app/audit/server/verify-chain.ts'
import { notesPayable } from '../../app/ledger/ledger-accounts.ts'
import { type LedgerHead, verifyLedger } from '../../app/ledger/server/verify-ledger.ts'
import { differencesOf, type SumsRow, sumsOfRegister, toSums } from '../../app/register/server/compare-register.ts'
import { formatCents } from '../../rules/money.ts'
import { countOf } from '../../rules/number.ts'
import { actAsRole } from '../database/act-as-role.ts'
import { settingsOf } from '../database/settings.ts'
import { openDatabase } from '../open-database.ts'
import { readConfig } from '../platform/config.ts'
import { fundDay } from '../platform/fund-day.ts'
import { runOnce } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'
import { openSeal } from '../platform/seal.ts'
import { StartError } from '../platform/start-error.ts'
import usages from './usages.json' with { type: 'json' }

const usage = usages.audit.join('\n')

type Options = { head?: string; from?: string; to?: string; out?: string }

// The command's output is its own; the database's start matters only if it fails.
const quiet = createLog({ write: () => {} })

await runOnce(async closers => {
  const { verb, options } = readArguments()
  const { ownerUrl, secret } = await openDatabase(readConfig(process.env), closers, quiet)
  openSeal(secret)
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  closers.add('the connection', () => owner.end())
  if (verb === 'verify') await verify(owner, options)
  else await exportLog(owner, options)
})

function readArguments(): { verb: string; options: Options } {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { head: text, from: text, to: text, out: text },
    })
    const [verb = '', ...rest] = positionals
    const allowed = verb === 'verify' ? ['head'] : verb === 'export' ? ['from', 'to', 'out'] : []
    const isKnown = allowed.length > 0 && Object.keys(values).every(name => allowed.includes(name))
    if (isKnown && rest.length === 0) return { verb, options: values }
  } catch {
    // An unknown option.
  }
  throw new StartError(usage)
}

async function verify(owner: pg.Client, { head }: Options): Promise<void> {
  const heads = head === undefined ? [] : await readHeads(head)
  const { entries, hash, redacted, erasures, findings } = await verifyChain(owner, heads)
  for (const { sentence } of findings) console.log(`${sentence}.`)
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}`
  const erased = redacted ? `, ${redacted} of them without personal details since ${countOf(erasures, 'erasure')}` : ''
  const ledger = await verifyLedger(owner, heads.flatMap(ledgerHeadOf))
  for (const finding of ledger.findings) console.log(`${finding}.`)
  const { differences, principal } = await compareSums(owner)
  for (const difference of differences) console.log(`${difference}.`)
  if (findings.length > 0) throw new StartError(`The audit log is not as it was written: ${findings.length} found.`)
  if (ledger.findings.length > 0)
    throw new StartError(`The ledger is not as it was written: ${ledger.findings.length} found.`)
  if (differences.length > 0)
    throw new StartError(`The register, its ledger and the due list disagree: ${differences.length} found.`)
  console.log(`The audit log is complete and unchanged: ${counted}${erased}. Last hash: ${hash}`)
  if (heads.length > 0) console.log(`It agrees with ${heads.length} signed ${heads.length === 1 ? 'head' : 'heads'}.`)
  if (ledger.entries + ledger.notes > 0) {
    const of = `${ledger.entries} ${ledger.entries === 1 ? 'entry' : 'entries'}`
    const notes = `${ledger.notes} signed ${ledger.notes === 1 ? 'note' : 'notes'}`
    console.log(`The ledger is complete and unchanged: ${of}, and the terms of ${notes}. Last hash: ${ledger.hash}`)
    console.log(
      `The register, account ${notesPayable} and the due list agree: ${formatCents(principal, true)} is owed.`,
    )
  }
}

/** @returns what the register, its ledger and the due list disagree on, and the principal that they have, in cents */
async function compareSums(owner: pg.Client): Promise<{ differences: string[]; principal: bigint }> {
  const { rows } = await actAsRole(owner, 'app_audit', () => owner.query<SumsRow>(sumsOfRegister, [fundDay()]))
  const sums = toSums(rows[0] as SumsRow)
  return { differences: differencesOf(sums), principal: sums.ledger }
}

/** @returns what a signed head says about the ledger, as a list of one; empty for one from before there was a ledger */
function ledgerHeadOf({ at, ledger_position: position, ledger_hash: hash }: SignedHead): LedgerHead[] {
  return position !== undefined && hash !== undefined ? [{ at, position, hash }] : []
}

async function readHeads(path: string): Promise<SignedHead[]> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw new StartError(`${path} cannot be read (${error.message}).`)
  })
  const heads = findHeads(text)
  if (heads.length === 0) throw new StartError(`${path} contains no signed head.`)
  return heads
}

async function exportLog(owner: pg.Client, { from, to, out }: Options): Promise<void> {
  const [since, until] = [readTime('from', from), readTime('to', to)]
  const target = out === undefined ? process.stdout : createWriteStream(out, { flags: 'wx', mode: 0o600 })
  const details = JSON.stringify({ from: since, to: until, by: 'an operator, on the server' })
  const entry = "insert into audit_log (action, details) values ('audit.exported', $1)"
  await actAsRole(owner, 'app_operator', () => owner.query(entry, [details]))
  await owner.query('set role app_audit')
  for (let after = 0, full = true; full; ) {
    const { rows } = await owner.query('select line from audit.entries_after($1, 2000, $2, $3)', [after, since, until])
    const text = rows.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
    if (text && !target.write(text)) await once(target, 'drain')
    after = rows.at(-1)?.line.position ?? after
    full = rows.length === 2000
  }
  if (target !== process.stdout) await new Promise<void>(resolve => target.end(() => resolve()))
}

function readTime(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new StartError(`--${name} is not a time. For example: --${name} 2026-11-22`)
  return time.toISOString()
}
