import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { verifyChain } from '../../app/audit/server/verify-chain.ts'
import { verifyPdf } from '../../app/sealing/server/verify.ts'
import { checkPdf } from '../helpers/pdf-tools.ts'
import { opensslVerify, pdfsig } from '../helpers/seals.ts'

/** How often the site has acknowledged what people did with an envelope. */
export interface Acknowledged {
  signed: number
  countersigned: number
  voided: number
  declined: number
}

interface Found {
  id: string
  number: string
  state: string
  original_sha256: string
  sealed_sha256: string | null
  seats: string[]
  files: number
  documents: number
  level: 'B-B' | 'B-T' | null
  path: string | null
  original_path: string
  /** Entries of the log. */
  entries: Record<'envelope.signed' | 'envelope.countersigned' | 'seal.sealed', number | undefined>
  sent: { sha256: string } | null
  sealed: { sha256: string; original_sha256: string } | null
}

const query = `
  select e.id, e.number, e.state, e.original_sha256, e.sealed_sha256, o.file_path as original_path, d.file_path as path,
    array(select s.state from envelope_signers s where s.envelope_id = e.id order by s.turn) as seats, f.level,
    (select count(*)::int from sealed_files x where x.kind = 'envelope' and x.subject_id = e.id) as files,
    (select count(*)::int from documents x where x.id = f.document_id and x.sha256 = e.sealed_sha256) as documents,
    (select coalesce(jsonb_object_agg(action, n), '{}') from (select action, count(*) as n from audit_log a
      where a.subject_id in (e.id::text, f.id::text) group by action) counted) as entries,
    (select a.details from audit_log a where a.action = 'envelope.sent' and a.subject_id = e.id::text) as sent,
    (select a.details from audit_log a where a.action = 'seal.sealed' and a.subject_id = f.id::text) as sealed
  from envelopes e join documents o on o.id = e.document_id
    left join sealed_files f on f.kind = 'envelope' and f.subject_id = e.id left join documents d on d.id = f.document_id`

/**
 * Compares envelopes with what the site has acknowledged, and each sealed file with its rows, the log, and what other
 * programs say of it.
 * @returns a sentence for each difference, and how many ended in which way
 */
export async function checkEnvelopes(
  owner: pg.Client,
  dataDir: string,
  roots: readonly string[],
  acknowledged: ReadonlyMap<string, Acknowledged>,
): Promise<{ problems: string[]; figures: string }> {
  const { rows } = await owner.query<Found>(query)
  const problems: string[] = []
  const ends = new Map<string, number>()
  const count = (what: string) => ends.set(what, (ends.get(what) ?? 0) + 1)
  for (const found of rows) {
    count(found.state)
    if (found.level) count(found.level)
    const known = acknowledged.get(found.id)
    const wrong = [
      ...(known ? promisesBroken(found, known) : []),
      ...recordsOff(found),
      ...(await fileOff(found, dataDir, roots)),
    ]
    problems.push(...wrong.map(sentence => `${found.number}, ${found.state}: ${sentence}`))
  }
  for (const id of acknowledged.keys()) if (!rows.some(row => row.id === id)) problems.push(`${id} is gone`)
  problems.push(...(await verifyChain(owner)).findings.map(({ sentence }) => sentence))
  return { problems, figures: [...ends].map(([what, n]) => `${n} ${what}`).join(', ') }
}

/** What was acknowledged is so, and one of those who raced has won. */
function promisesBroken({ state, seats }: Found, { signed, countersigned, voided, declined }: Acknowledged): string[] {
  const isSealed = state === 'sealed'
  return sentences([
    [signed > 1, `its holder signed ${signed} times`],
    [signed > 0 && seats[0] !== 'signed', `a signature was acknowledged, and its seat is ${seats[0]}`],
    [countersigned > 1, `the fund signed ${countersigned} times`],
    [countersigned > 0 && !isSealed, 'the fund’s signature was acknowledged'],
    [voided > 0 && state !== 'voided', 'its end was acknowledged'],
    [declined > 0 && state !== 'declined', 'its decline was acknowledged'],
  ])
}

/** One sealed file or none, nothing pending, and an entry for each signature. */
function recordsOff({ state, seats, files, documents, entries, original_sha256, sent, ...row }: Found): string[] {
  const isSealed = state === 'sealed'
  const one = (is: boolean) => (is ? 1 : 0)
  const entriesOf = (what: keyof Found['entries']) => entries[what] ?? 0
  return sentences([
    [state === 'sent' || state === 'signed', 'it is pending'],
    [files !== one(isSealed) || documents !== one(isSealed), `it has ${files} sealed files, ${documents} documents`],
    [isSealed && seats.some(seat => seat !== 'signed'), `its seats are ${seats}`],
    [entriesOf('envelope.signed') !== one(seats[0] === 'signed'), 'the log has other signatures'],
    [entriesOf('envelope.countersigned') !== one(isSealed), 'the log has other countersignatures'],
    [entriesOf('seal.sealed') !== one(isSealed), 'the log has other seals'],
    [sent !== null && sent.sha256 !== original_sha256, 'the log has another hash of what was sent'],
    [isSealed && row.sealed?.sha256 !== row.sealed_sha256, 'the log has another hash of the sealed file'],
    [isSealed && row.sealed?.original_sha256 !== original_sha256, 'the log has another hash of the original'],
  ])
}

/** The bytes are those of the records, and strangers find the seal valid. */
async function fileOff(found: Found, dataDir: string, roots: readonly string[]): Promise<string[]> {
  const original = await readFile(join(dataDir, 'files', found.original_path))
  const problems = sentences([[hashOf(original) !== found.original_sha256, 'its original has other bytes']])
  if (!found.path) return problems
  const bytes = await readFile(join(dataDir, 'files', found.path))
  const checked = await verifyPdf(bytes, roots)
  const isWhole = checked.found === 'sealed' && checked.isExact && checked.appended === 0
  const said = await pdfsig(bytes)
  problems.push(
    ...sentences([
      [hashOf(bytes) !== found.sealed_sha256, 'its file has other bytes'],
      [!isWhole, `its seal is ${checked.found}`],
      [
        checked.found === 'sealed' && checked.isTimeTrusted !== (found.level === 'B-T'),
        `it isn’t of level ${found.level}`,
      ],
      [!said.includes('Signature is Valid') || !said.includes('Total document signed'), said],
    ]),
  )
  const others = [() => checkPdf(bytes), () => opensslVerify(bytes)]
  for (const check of others)
    await Promise.resolve()
      .then(check)
      .catch(error => problems.push(String(error.message)))
  return problems
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const sentences = (all: readonly [isWrong: boolean, sentence: string][]): string[] =>
  all.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
