import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isSignatureValid, type SignedHead } from './signed-head.ts'

/** A deviation from the chain. */
export interface Finding {
  kind: 'changed' | 'removed' | 'added' | 'head'
  /** `audit_log.id` of the entry; undefined if unknown. */
  entry?: number
  sentence: string
}

export interface Verification {
  /** Links of the chain. */
  entries: number
  /** Of the last one, in hex. */
  hash: string
  /** Entries from which a logged erasure removed personal details. */
  redacted: number
  /** Number of these erasures. */
  erasures: number
  findings: Finding[]
}

/** A link of the chain, with its entry if it exists. */
interface Link {
  position: number
  entry_id: number
  salt: Buffer | null
  personal_hash: Buffer
  previous_hash: Buffer
  hash: Buffer
  id: number | null
  action: string
  at: Date
  personal_text: string
  entry_text: string
  actor_id: string | null
  subject_id: string | null
  /** The owner of the affected row, from the details; those aren't hashed separately. */
  owner_id: string | null
  is_blank: boolean
  /** The newest erasure that redacted it, by the id of its entry, and the hash of the remainder. */
  redaction: number | null
  left_hash: Buffer | null
}

/** An entry `audit.redacted`: an erasure that removed personal details from other entries. */
interface Redaction {
  id: number
  /** In the chain; null if not in it. */
  position: number | null
  person: string
  /** Number of entries it claims to have redacted, and their positions in the chain, such as '3-5,9'. */
  entries: number
  positions: string
  /** Of their remainders; null for erasures by an earlier version of the site, which left nothing. */
  digest: string | null
  /** Whether it was written by the erasure of that person, in the same transaction. */
  is_erasure: boolean
  /** Digest and number of the entries recorded in the database. */
  listed: number
  listed_digest: string
}

const batchSize = 5000
const emptyHash = createHash('sha256').digest()

/**
 * Walks the whole chain and compares it with the log. It computes every hash here from raw rows, so manipulated
 * functions or triggers can't hide anything.
 * @param owner a connection that may take the role app_audit; it is left in its own role
 * @param heads signed heads from outside, which reveal whether the end of the log was removed, or all of it rewritten
 */
export async function verifyChain(owner: pg.Client, heads: readonly SignedHead[] = []): Promise<Verification> {
  // One snapshot, whatever is added meanwhile.
  await owner.query('begin isolation level repeatable read read only')
  try {
    await owner.query('set local role app_audit')
    const walk = new Walk(heads, await readRedactions(owner))
    for (let after = 0; ; ) {
      const links = await readLinks(owner, after)
      for (const link of links) walk.visit(link)
      if (links.length < batchSize) break
      after = links.at(-1)?.position ?? after
    }
    const { rows } = await owner.query(
      `select a.id::float8 as id, a.action, a.at from public.audit_log a
      where not exists (select from audit.chain c where c.entry_id = a.id) order by a.id limit 1000`,
    )
    return walk.finish(rows)
  } finally {
    await owner.query('rollback')
  }
}

async function readLinks(owner: pg.Client, after: number): Promise<Link[]> {
  const { rows } = await owner.query(
    `select c.position::float8 as position, c.entry_id::float8 as entry_id, c.salt, c.personal_hash, c.previous_hash,
      c.hash, a.id::float8 as id, a.action, a.at, ${personalText} as personal_text, ${entryText} as entry_text,
      a.actor_id, a.subject_id, a.details ->> 'user_id' as owner_id,
      a.actor_email is null and a.ip is null and a.user_agent is null and a.details - 'user_id' = '{}' as is_blank,
      r.redaction::float8 as redaction, r.left_hash
    from audit.chain c left join public.audit_log a on a.id = c.entry_id
      left join lateral (select r.redaction, r.left_hash from audit.redactions r where r.position = c.position
        order by r.redaction desc limit 1) r on true
    where c.position > $1 order by c.position limit ${batchSize}`,
    [after],
  )
  return rows
}

async function readRedactions(owner: pg.Client): Promise<Redaction[]> {
  const { rows } = await owner.query(
    `select r.id::float8 as id, c.position::float8 as position, r.subject_id as person,
      (r.details ->> 'entries')::float8 as entries, coalesce(r.details ->> 'positions', '') as positions,
      r.details ->> 'digest' as digest,
      r.actor_role in ('administrator', 'operator') and exists (select from public.user_profiles p
          where p.id::text = r.subject_id and p.erased_at is not null)
        and exists (select from public.audit_log e where e.action = 'person.erased' and e.subject_id = r.subject_id
          and e.at = r.at and e.actor_id is not distinct from r.actor_id) as is_erasure,
      left_over.listed, left_over.text
    from public.audit_log r left join audit.chain c on c.entry_id = r.id
      cross join lateral (select count(*)::float8 as listed,
          coalesce(string_agg(l.position || ':' || encode(l.left_hash, 'hex'), ',' order by l.position), '') as text
        from audit.redactions l where l.redaction = r.id) left_over
    where r.action = 'audit.redacted' order by r.id`,
  )
  return rows.map(({ text, ...row }) => ({ ...row, listed_digest: createHash('sha256').update(text).digest('hex') }))
}

/** Actions that never concern a person by their details alone, and so aren't redacted for them. */
const ofTheBooks = /^(approval|payment|note|vault|ledger|register|statements|administrator|approver)[.]/

/** @returns whether an entry is by or about a person, by the separately hashed fields */
function concerns({ actor_id, subject_id, owner_id, action }: Link, person: string): boolean {
  return actor_id === person || subject_id === person || (owner_id === person && !ofTheBooks.test(action))
}

/** @returns whether an erasure claims to have redacted the entry at a position */
function names({ positions }: Redaction, position: number): boolean {
  return positions.split(',').some(range => {
    const [from, to = from] = range.split('-').map(Number)
    return from !== undefined && to !== undefined && from <= position && position <= to
  })
}

class Walk {
  readonly #findings: Finding[] = []
  readonly #heads: readonly SignedHead[]
  /** Hashes at the heads' positions. */
  readonly #hashes = new Map<number, string>()
  readonly #redactions: ReadonlyMap<number, Redaction>
  /** Number of saltless entries explained by each erasure that has no digest. */
  readonly #blank = new Map<Redaction, number>()
  #entries = 0
  #redacted = 0
  #previous: { link: Link; found: boolean } | undefined

  constructor(heads: readonly SignedHead[], redactions: readonly Redaction[]) {
    this.#heads = heads
    this.#redactions = new Map(redactions.map(each => [each.id, each]))
    for (const { position } of heads) this.#hashes.set(position, '')
  }

  visit(link: Link): void {
    this.#entries++
    if (this.#hashes.has(link.position)) this.#hashes.set(link.position, link.hash.toString('hex'))
    const problem = this.#problemOf(link)
    const isBroken = problem !== undefined
    if (problem) this.#findings.push(problem)
    const { link: before, found = false } = this.#previous ?? {}
    const expected = (before?.position ?? 0) + 1
    if (link.position !== expected) {
      const missing = link.position - 1 === expected ? `Link ${expected}` : `Links ${expected} to ${link.position - 1}`
      this.#report('removed', undefined, `${missing} of the chain, before ${describe(link)}, was removed`)
    } else if (!isBroken && !found && !link.previous_hash.equals(before?.hash ?? emptyHash)) {
      // This link is consistent in itself, so the previous one was replaced together with its hash.
      if (before) this.#report('changed', before.entry_id, `${describe(before)} was changed, and its hash with it`)
      else this.#report('changed', link.entry_id, `${describe(link)} doesn’t begin the chain as the first link must`)
    }
    this.#previous = { link, found: isBroken }
  }

  #problemOf(link: Link): Finding | undefined {
    const { entry_id: entry, salt, personal_hash, previous_hash, hash } = link
    if (link.id === null) return { kind: 'removed', entry, sentence: `${describe(link)} was removed from the log` }
    if (salt === null) this.#redacted++
    const isPersonalRight =
      salt === null ? this.#isRedacted(link) : sha256(salt, link.personal_text).equals(personal_hash)
    if (isPersonalRight && sha256(previous_hash, link.entry_text).equals(hash)) return undefined
    return { kind: 'changed', entry, sentence: `${describe(link)} was changed` }
  }

  /** @returns whether an erasure explains the remainder of a saltless entry */
  #isRedacted(link: Link): boolean {
    const earlier = [...this.#redactions.values()].filter(
      each => each.digest === null && each.id > link.entry_id && concerns(link, each.person),
    )
    for (const each of earlier) this.#blank.set(each, (this.#blank.get(each) ?? 0) + 1)
    if (link.redaction === null || link.left_hash === null) return link.is_blank && earlier.length > 0
    const by = this.#redactions.get(link.redaction)
    if (!by?.position || by.position <= link.position || !names(by, link.position)) return false
    if (!concerns(link, by.person)) return false
    return createHash('sha256').update(link.personal_text).digest().equals(link.left_hash)
  }

  #compareRedaction(redaction: Redaction): void {
    const { id, is_erasure, digest, entries, listed, listed_digest } = redaction
    const name = `Entry ${id} (audit.redacted)`
    if (!is_erasure) this.#report('changed', id, `${name} took details from the log, but erased no one`)
    if (digest === null) {
      const blank = this.#blank.get(redaction) ?? 0
      if (blank > entries)
        this.#report('changed', id, `${name} says that ${entries} entries lost their details, and ${blank} have none`)
    } else if (digest !== listed_digest || entries !== listed) {
      this.#report('changed', id, `What ${name} has left of other entries was changed`)
    }
  }

  finish(unchained: { id: number; action: string; at: Date }[]): Verification {
    for (const { id, action, at } of unchained) {
      this.#report(
        'added',
        id,
        `Entry ${id} (${action}, ${at.toISOString()}) was added past the chain, or its link removed`,
      )
    }
    for (const redaction of this.#redactions.values()) this.#compareRedaction(redaction)
    for (const head of this.#heads) this.#compareHead(head)
    const last = this.#previous?.link
    return {
      entries: this.#entries,
      hash: (last?.hash ?? emptyHash).toString('hex'),
      redacted: this.#redacted,
      erasures: this.#redactions.size,
      findings: this.#findings,
    }
  }

  #compareHead(head: SignedHead): void {
    const name = `The head signed on ${head.at}`
    if (!isSignatureValid(head)) {
      this.#report('head', undefined, `${name} isn’t signed with this installation’s AUTH_SECRET, or was changed`)
    } else if (this.#hashes.get(head.position) === '') {
      this.#report('removed', undefined, `${name} names entry ${head.position} of the chain, which was removed`)
    } else if (this.#hashes.get(head.position) !== head.hash) {
      this.#report(
        'changed',
        undefined,
        `${name} has another hash for link ${head.position}: it, or one before, was rewritten`,
      )
    }
  }

  #report(kind: Finding['kind'], entry: number | undefined, sentence: string): void {
    this.#findings.push({ kind, ...(entry !== undefined && { entry }), sentence })
  }
}

function describe({ position, entry_id, id, action, at }: Link): string {
  const what = id === null ? '' : `, ${action}, ${at.toISOString()}`
  return `Entry ${entry_id} (link ${position}${what})`
}

function sha256(before: Buffer, text: string): Buffer {
  return createHash('sha256').update(before).update(text).digest()
}

/*
 * The hashed texts of the chain, as SQL over the tables' columns (`a` is audit_log, `c` is audit.chain). Database
 * functions build the same (schema/audit-chain.sql), but the database's owner could change those.
 */

/** Personal details, hashed separately so that an erasure can remove them. */
const personalText = 'jsonb_build_array(a.actor_email, a.ip, a.user_agent, a.details)::text'

/** Everything else, with the hash of the personal details. */
const entryText = `jsonb_build_array(c.position, a.id,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.actor_id, a.actor_role, a.action, a.subject_id,
  a.session_id, a.outcome, encode(c.personal_hash, 'hex'))::text`
