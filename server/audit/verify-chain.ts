import { createHash } from 'node:crypto'
import type pg from 'pg'
import { entryText, personalText } from './canonical-text.ts'
import { isSignatureValid, type SignedHead } from './signed-head.ts'

/** Something that isn't as the chain says. */
export interface Finding {
  kind: 'changed' | 'removed' | 'added' | 'head'
  /** `audit_log.id` of the entry; undefined where not even that is known. */
  entry?: number
  sentence: string
}

export interface Verification {
  /** Links of the chain. */
  entries: number
  /** Of the last one, in hex. */
  hash: string
  /** Entries whose personal details were erased, with an entry that says so. */
  redacted: number
  findings: Finding[]
}

/** A link of the chain, with its entry where there is one. */
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
  /** Whether an entry `audit.redacted` accounts for the missing salt, and nothing personal is left. */
  is_redacted: boolean
}

const batchSize = 5000
const emptyHash = createHash('sha256').digest()

/**
 * Walks the whole chain and compares it with the log. It takes only rows from the database and computes every hash here,
 * so functions or triggers that somebody changed can't hide anything.
 * @param owner a connection that may take the role app_audit; it is left in its own role
 * @param heads signed heads from outside, which show whether the end of the log was removed, or all of it rewritten
 */
export async function verifyChain(owner: pg.Client, heads: readonly SignedHead[] = []): Promise<Verification> {
  // One snapshot, however many entries the site adds meanwhile.
  await owner.query('begin isolation level repeatable read read only')
  try {
    await owner.query('set local role app_audit')
    const walk = new Walk(heads)
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
      c.salt is null and a.actor_email is null and a.ip is null and a.user_agent is null
        and a.details - 'user_id' = '{}' and exists (
          select from public.audit_log r where r.action = 'audit.redacted' and r.id > a.id
            and r.subject_id in (a.actor_id::text, a.subject_id, a.details ->> 'user_id')) as is_redacted
    from audit.chain c left join public.audit_log a on a.id = c.entry_id
    where c.position > $1 order by c.position limit ${batchSize}`,
    [after],
  )
  return rows
}

class Walk {
  readonly #findings: Finding[] = []
  readonly #heads: readonly SignedHead[]
  /** Hashes at the heads' positions. */
  readonly #hashes = new Map<number, string>()
  #entries = 0
  #redacted = 0
  #previous: { link: Link; found: boolean } | undefined

  constructor(heads: readonly SignedHead[]) {
    this.#heads = heads
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
      // This link is consistent in itself, so the one before was replaced together with its hash.
      if (before) this.#report('changed', before.entry_id, `${describe(before)} was changed, and its hash with it`)
      else this.#report('changed', link.entry_id, `${describe(link)} doesn’t begin the chain as the first link must`)
    }
    this.#previous = { link, found: isBroken }
  }

  #problemOf(link: Link): Finding | undefined {
    const { entry_id: entry, salt, personal_hash, previous_hash, hash } = link
    if (link.id === null) return { kind: 'removed', entry, sentence: `${describe(link)} was removed from the log` }
    if (salt === null && link.is_redacted) this.#redacted++
    const isPersonalRight = salt === null ? link.is_redacted : sha256(salt, link.personal_text).equals(personal_hash)
    if (isPersonalRight && sha256(previous_hash, link.entry_text).equals(hash)) return undefined
    return { kind: 'changed', entry, sentence: `${describe(link)} was changed` }
  }

  finish(unchained: { id: number; action: string; at: Date }[]): Verification {
    for (const { id, action, at } of unchained) {
      this.#report(
        'added',
        id,
        `Entry ${id} (${action}, ${at.toISOString()}) was added past the chain, or its link removed`,
      )
    }
    for (const head of this.#heads) this.#compareHead(head)
    const last = this.#previous?.link
    return {
      entries: this.#entries,
      hash: (last?.hash ?? emptyHash).toString('hex'),
      redacted: this.#redacted,
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
