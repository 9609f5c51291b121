import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderKind } from '../../holders/holders.ts'

/** A possible holder of a new note: a holder in the register, or an accepted person who is to become one. */
export interface NoteCandidate {
  holderId: string | null
  personId: string | null
  /** The holder's, else the person's. */
  name: string
  number: string | null
  kind: HolderKind | null
  state: string | null
  /** The holder's members, else the person's e-mail address. */
  detail: string
  isFrozen: boolean
}

/** Candidates of each kind offered for a search; one more is read, to say that there are more. */
const candidatesShown = 12

/** What a search for a note's holder finds. */
export interface NoteCandidates {
  candidates: NoteCandidate[]
  /** Whether there are more than those. */
  hasMore: { holders: boolean; people: boolean }
}

/** @param condition on holders `h`, with their members' names as `detail` */
function holdersWhere(condition: RawBuilder<boolean>) {
  return unprepared<NoteCandidate>(
    () => sql<NoteCandidate>`
      select h.id as "holderId", null::uuid as "personId", h.legal_name as name, h.number, h.kind, h.state, m.detail,
        h.frozen_at is not null as "isFrozen"
      from holders h cross join lateral (
        select coalesce(string_agg(coalesce(p.full_name, p.email), ', '::text order by m.added_at), ''::text) as detail
        from holder_members m join user_profiles p on p.id = m.user_id
        where m.holder_id = h.id and m.ended_at is null) m
      where ${condition} order by h.created_at desc, h.id limit ${candidatesShown + 1}`,
  )
}

/** @param condition on profiles `p` */
function peopleWhere(condition: RawBuilder<boolean>) {
  return unprepared<NoteCandidate>(
    () => sql<NoteCandidate>`
      select null::uuid as "holderId", p.id as "personId", coalesce(p.full_name, p.email) as name, null::text as number,
        null::text as kind, null::text as state, p.email as detail, false::boolean as "isFrozen"
      from user_profiles p where p.accepted_at is not null and p.disabled_at is null and ${condition}
      order by p.created_at desc, p.id limit ${candidatesShown + 1}`,
  )
}

/**
 * @param search part of a name, number or e-mail address; without it the newest
 * @returns holders, then accepted people, who may act for several holders: the newest of each
 */
export async function findNoteCandidates(actor: Actor, search: string): Promise<NoteCandidates> {
  requireAdministrator(actor)
  const pattern = containing(search)
  const [holders, people] = await readAs(
    actor,
    holdersWhere(
      sql`(app.folded(h.legal_name) like ${pattern} or app.folded(h.number) like ${pattern} or app.folded(m.detail) like ${pattern})`,
    ),
    peopleWhere(sql`(app.folded(p.full_name) like ${pattern} or app.folded(p.email) like ${pattern})`),
  )
  return {
    candidates: [...holders.slice(0, candidatesShown), ...people.slice(0, candidatesShown)],
    hasMore: { holders: holders.length > candidatesShown, people: people.length > candidatesShown },
  }
}

/** @param id of a holder, or of an accepted person */
export async function getNoteCandidate(actor: Actor, id: string): Promise<NoteCandidate> {
  requireAdministrator(actor)
  const chosen = assertId(id)
  const [holders, people] = await readAs(actor, holdersWhere(sql`h.id = ${chosen}`), peopleWhere(sql`p.id = ${chosen}`))
  const found = holders[0] ?? people[0]
  if (!found) throw new PortalError('NOT_FOUND')
  return found
}
