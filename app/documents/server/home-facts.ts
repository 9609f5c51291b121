import { sql } from 'kysely'
import { newPersonTime, newsShown } from '../../../rules/limits.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { servedStates } from '../../file-checks/file-checks.ts'
import { askOwnersOf } from './readers.ts'

/** A document from others. `createdAt` is ISO 8601. */
export interface FromOthers {
  id: string
  filename: string
  createdAt: string
  isUnread: boolean
  isTax: boolean
  /** Whether it is a signing link, to be signed rather than read. */
  isLink: boolean
}

/** Data of a person's home: profile and documents. */
export interface HomeFacts {
  fullName: string | null
  detailsAskedAt: Date | null
  /** Documents from others that are unread. */
  unread: number
  /** The newest documents from others for each kind and owner, newest first. */
  fromOthers: FromOthers[] | null
  /** Number of holders that share access with them, and of open invitations to share. */
  shares: number
  invitations: number
  /** Onboarding progress of a new person; null for everyone else, and if hidden. */
  reached: Reached | null
  /** Whether an offering is open to them. */
  canInvest: boolean
}

export interface Reached {
  /** Whether there is a signing link to sign. */
  hasToSign: boolean
  /** Whether they reported one as signed, or a holder of theirs has a signed note. */
  hasSigned: boolean
  /** Whether a holder of theirs ever had a funded note. */
  hasFundedNote: boolean
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
    select me.full_name as "fullName", me.details_asked_at as "detailsAskedAt", me.shares, me.invitations, asked.unread,
      (select jsonb_agg(found order by "createdAt" desc) from (
        select id, filename, created_at as "createdAt", kind."isUnread", kind."isTax", kind."isLink"
        from unnest(asked.owners) as whose(one) cross join (values ${kinds}) as kind("isUnread", "isTax", "isLink", most)
          cross join lateral (select * from documents
            where owner_id = whose.one and uploaded_by is distinct from user_id and (read_at is null) = kind."isUnread"
              and (category = 'Tax') = kind."isTax" and is_external_link = kind."isLink"
              and companion_of is null and check_state in (${sql.join(servedStates.map(state => sql.lit(state)))})
            order by created_at desc limit kind.most) documents) found) as "fromOthers",
      case when me.steps_since > now() - make_interval(secs => ${sql.lit(newPersonTime / 1000)})
        then (
          select jsonb_build_object('hasToSign', has_to_sign, 'hasSigned', has_signed, 'hasFundedNote', has_funded)
          from app.investing_reached(asked.owners)) end as reached,
      exists (select from offerings o where o.state = 'open'::text) as "canInvest"
    from app.my_home() me cross join asked`,
)
