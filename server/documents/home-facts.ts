import { sql } from 'kysely'
import { servedStates } from '../../rules/file-checks.ts'
import { newPersonTime, newsShown } from '../../rules/limits.ts'
import { prepared } from '../database/prepared.ts'
import { askOwnersOf } from './readers.ts'

/** A document from others. `created_at` is ISO 8601. */
export interface FromOthers {
  id: string
  filename: string
  created_at: string
  isUnread: boolean
  isTax: boolean
  /** Whether it is a signing link, which is to be signed rather than read. */
  isLink: boolean
}

/** What a person's home is made of: their profile, and what their documents say. */
export interface HomeFacts {
  full_name: string | null
  details_asked_at: Date | null
  /** Documents that someone else added and nobody has read. */
  unread: number
  /** The newest documents from others, of each of `kinds` and each owner, newest first. */
  from_others: FromOthers[] | null
  /** How many holders show them something as their delegate, and how many invite them to. */
  shares: number
  invitations: number
  /** The steps a new person has reached; null for everyone else, and where they have hidden the steps. */
  reached: Reached | null
}

export interface Reached {
  /** Whether there is a signing link to sign. */
  has_to_sign: boolean
  /** Whether they say that one is signed, or a holder that they act for has a note that is. */
  has_signed: boolean
  /** Whether such a holder has, or had, a note that was funded. */
  has_funded: boolean
}

/** Kinds of documents from others, and how many of each a home can name. */
const kinds = sql.join(
  [
    { isUnread: true, isTax: false, isLink: false, most: newsShown },
    { isUnread: true, isTax: true, isLink: false, most: newsShown },
    { isUnread: false, isTax: false, isLink: false, most: 1 },
    { isUnread: false, isTax: true, isLink: false, most: 1 },
    { isUnread: true, isTax: true, isLink: true, most: 1 },
    { isUnread: false, isTax: true, isLink: true, most: 1 },
  ].map(
    ({ isUnread, isTax, isLink, most }) =>
      sql`(${sql.lit(isUnread)}::boolean, ${sql.lit(isTax)}::boolean, ${sql.lit(isLink)}::boolean, ${sql.lit(most)}::integer)`,
  ),
)

/** One scan of `documents` serves all kinds, since each scan evaluates the policies again. */
export const homeFacts = prepared(
  'home_facts',
  (_, personId: string) => sql<HomeFacts>`
    ${askOwnersOf(personId)}
    select me.full_name, me.details_asked_at, me.shares, me.invitations, asked.unread,
      (select jsonb_agg(found order by created_at desc) from (
        select id, filename, created_at, kind."isUnread", kind."isTax", kind."isLink"
        from unnest(asked.owners) as whose(one) cross join (values ${kinds}) as kind("isUnread", "isTax", "isLink", most)
          cross join lateral (select * from documents
            where owner_id = whose.one and uploaded_by is distinct from user_id and (read_at is null) = kind."isUnread"
              and (category = 'Tax') = kind."isTax" and is_external_link = kind."isLink"
              and companion_of is null and check_state in (${sql.join(servedStates.map(state => sql.lit(state)))})
            order by created_at desc limit kind.most) documents) found) as from_others,
      case when me.steps_since > now() - make_interval(secs => ${sql.lit(newPersonTime / 1000)})
        then (select to_jsonb(r) from app.investing_reached(asked.owners) r) end as reached
    from app.my_home() me cross join asked`,
)
