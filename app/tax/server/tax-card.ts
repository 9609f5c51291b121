import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { recordView } from '../../../server/access/audit-view.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import type { NoticeKind } from '../b-notices.ts'
import { enterProfileCommand } from '../card.commands.ts'
import type { CertificationState, Classification, ExemptCode, TaxForm, TaxState, Validation } from '../profile.ts'
import type { TinKind } from '../tin.ts'
import type { MatchingCode } from '../tin-matching.ts'
import { isInForce } from './consents.ts'

/** A form that was sent for a holder. */
export interface SentForm {
  id: string
  form: TaxForm
  state: CertificationState
  /** Null once its document was deleted. */
  documentId: string | null
  filename: string
  reason: string | null
  sentBy: string
  sentAt: Date
  decidedAt: Date | null
}

/** A B-notice. Days are 'YYYY-MM-DD'. */
export interface TinNotice {
  id: string
  kind: NoticeKind
  noticeDate: string
  receivedOn: string
  sendBy: string
  withholdFrom: string
  postedOn: string | null
  withdrawnAt: Date | null
  /** About the number that is on file now. */
  isCurrent: boolean
}

/** A member's consent to paperless forms. */
export interface MemberConsent {
  id: string
  name: string
  version: string
  givenAt: Date
  withdrawnAt: Date | null
  /** Replaced, or to a form that needed other software. */
  isInForce: boolean
}

/** A holder's tax data on file, for administrators. */
export interface TaxCard {
  holder: { id: string; number: string; legalName: string; kind: HolderKind; isFrozen: boolean; address: string | null }
  members: { id: string; name: string }[]
  state: TaxState
  form: TaxForm | null
  nameLine1: string | null
  nameLine2: string | null
  classification: Classification | null
  exemptCode: ExemptCode | null
  tin: { id: string; last4: string; kind: TinKind } | null
  certifiedOn: string | null
  validatedBy: Validation | null
  match: { code: MatchingCode; on: string } | null
  /** The newest first. */
  forms: SentForm[]
  notices: TinNotice[]
  consents: MemberConsent[]
  /** The request for a second person's approval of a form's data, with the pending number in the vault. */
  open: { id: string; isOwn: boolean; numberId: string | null } | null
  /** Documents that the people who act for it have uploaded as tax forms, and that are none of `forms`. */
  unused: { id: string; filename: string; addedAt: Date }[]
}

/** Opens a holder's tax details, which the log says. */
export async function getTaxCard(actor: Actor, holderId: string): Promise<TaxCard> {
  const id = assertId(holderId)
  const found = await queryAsAdministrator(actor, async tx => {
    const { number, legalName, kind, isFrozen, members } = await findHolderFacts(tx, id)
    const { address_lines: address } = await tx
      .selectFrom('holders')
      .select('address_lines')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const profile = await tx.selectFrom('tax_profiles').selectAll().where('holder_id', '=', id).executeTakeFirst()
    const forms = await sql<SentForm>`
      select c.id, c.form, c.state, c.document_id as "documentId", c.filename, c.reason,
        coalesce(p.full_name, p.email) as "sentBy", c.submitted_at as "sentAt", c.decided_at as "decidedAt"
      from tax_certifications c join user_profiles p on p.id = c.submitted_by
      where c.holder_id = ${id} order by c.submitted_at desc, c.id limit 50`.execute(tx)
    const notices = await sql<TinNotice>`
      select id, kind, notice_date as "noticeDate", received_on as "receivedOn", send_by as "sendBy",
        withhold_from as "withholdFrom", posted_on as "postedOn", withdrawn_at as "withdrawnAt",
        withdrawn_at is null and number_id is not distinct from ${profile?.number_id ?? null}::uuid as "isCurrent"
      from tin_notices where holder_id = ${id} order by notice_date desc, recorded_at desc limit 50`.execute(tx)
    const consents = await sql<MemberConsent>`
      select c.id, coalesce(p.full_name, p.email) as name, c.version, c.given_at as "givenAt",
        c.withdrawn_at as "withdrawnAt", ${isInForce} as "isInForce"
      from tax_consents c join user_profiles p on p.id = c.user_id
      where c.holder_id = ${id} and c.given_at is not null order by c.given_at desc, c.id limit 50`.execute(tx)
    const open = await tx
      .selectFrom('approvals')
      .select(['id', 'asked_by', sql<string | null>`content ->> 'numberId'`.as('numberId')])
      .where('kind', '=', enterProfileCommand.name)
      .where('subject_id', '=', id)
      .where('decision', 'is', null)
      .executeTakeFirst()
    const unused = await sql<TaxCard['unused'][number]>`
      select d.id, d.filename, d.created_at as "addedAt" from documents d
      where d.owner_id = any (${members.map(({ userId }) => userId)}::uuid[]) and d.category = 'Tax' and d.holder_id is null
        and not d.is_external_link and d.check_state in ('unchecked', 'clean')
        and not exists (select from tax_certifications c where c.document_id = d.id)
      order by d.created_at desc, d.id limit 20`.execute(tx)
    return {
      holder: { id, number, legalName, kind, isFrozen, address },
      members: members.filter(({ right }) => right !== 'viewer').map(({ userId, name }) => ({ id: userId, name })),
      state: profile?.state ?? 'missing',
      form: profile?.form ?? null,
      nameLine1: profile?.name_line1 ?? null,
      nameLine2: profile?.name_line2 ?? null,
      classification: profile?.classification ?? null,
      exemptCode: (profile?.exempt_code ?? null) as ExemptCode | null,
      tin:
        profile?.tin_last4 && profile.tin_kind && profile.number_id
          ? { id: profile.number_id, last4: profile.tin_last4, kind: profile.tin_kind }
          : null,
      certifiedOn: profile?.certified_on ?? null,
      validatedBy: profile?.validated_by ?? null,
      match:
        profile?.checked_on && profile.match_code !== null
          ? { code: profile.match_code as MatchingCode, on: profile.checked_on }
          : null,
      forms: forms.rows,
      notices: notices.rows,
      consents: consents.rows,
      open: open ? { id: open.id, isOwn: open.asked_by === actor.id, numberId: open.numberId } : null,
      unused: unused.rows,
    }
  })
  await recordView(actor, 'tax.viewed', id)
  return found
}
