import { sql, type Transaction } from 'kysely'
import { paperless } from '../../../content/paperless.ts'
import { partsOf } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { queryAs, readAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { getHoldersOf, type HeldAs } from '../../holders/server/holders-list.ts'
import type { DataExport } from '../../people/server/data-export.ts'
import type { NoticeKind } from '../b-notices.ts'
import type { CertificationState, TaxForm, TaxState } from '../profile.ts'
import type { PayeeOnFile } from '../promised-form.ts'
import type { TinKind } from '../tin.ts'
import { taxCategory } from './certifications.ts'
import { isInForce } from './consents.ts'
import { payeesOnFile, toPayee } from './promised-form.ts'

/** What a member sees of a holder's taxes. Days are 'YYYY-MM-DD'. */
export interface OwnTax {
  holders: HeldAs[]
  /** Null where the person acts for no holder. */
  holder: { id: string; legalName: string; canAct: boolean; isFrozen: boolean } | null
  /** What decides whether it gets a form for each of these years: the last one and this one. */
  onFile: { year: number; payee: PayeeOnFile }[]
  state: TaxState
  form: TaxForm | null
  /** The number that is on file, by its end: no one is shown more of it. */
  tin: { last4: string; kind: TinKind } | null
  certifiedOn: string | null
  /** The form that was sent last, unless it is the one on file. */
  sent: { form: TaxForm; state: CertificationState; filename: string; at: Date; reason: string | null } | null
  /** The newest B-notice, where it isn't answered. */
  notice: { kind: NoticeKind; withholdFrom: string } | null
  /** Own uploads of the category that were not sent yet. */
  unused: { id: string; filename: string; isPending: boolean }[]
  consent: OwnConsent
  /** Tax documents of the holder, the newest first. */
  documents: { id: string; filename: string; at: Date }[]
}

/** The reader's consent to paperless forms for the holder. */
export type OwnConsent =
  | { state: 'none' }
  /** Of another disclosure: what a reader needs has changed since. */
  | { state: 'outdated' }
  | { state: 'asked'; id: string }
  | { state: 'given'; id: string; at: Date }

const nothing = {
  holder: null,
  state: 'missing',
  form: null,
  tin: null,
  certifiedOn: null,
  sent: null,
  notice: null,
  unused: [],
  consent: { state: 'none' },
  documents: [],
  onFile: [],
} as const satisfies Omit<OwnTax, 'holders'>

const documentsShown = 20

/** @param holderId one of those that the actor acts for; the first one by default */
export async function getOwnTax(actor: Actor, holderId?: string): Promise<OwnTax> {
  const holders = await getHoldersOf(actor, actor.id)
  const holder = holders.find(({ id }) => id === holderId) ?? holders[0]
  if (!holder) return { holders, ...nothing, unused: [], documents: [], onFile: [] }
  const { id, legalName, right, isFrozen } = holder
  const thisYear = partsOf(fundDay()).year
  const [ofYears] = await readAs(actor, payeesOnFile(thisYear - 1, thisYear))
  const onFile = ofYears.flatMap(row => (row.holderId === id ? { year: row.year, payee: toPayee(row) } : []))
  return queryAs(actor, async tx => {
    const profile = await tx.selectFrom('tax_profiles').selectAll().where('holder_id', '=', id).executeTakeFirst()
    const { tin_last4: last4 = null, tin_kind: kind = null } = profile ?? {}
    const state = profile?.state ?? 'missing'
    return {
      holders,
      holder: { id, legalName, isFrozen, canAct: right !== 'viewer' && !isFrozen },
      onFile,
      state,
      form: profile?.form ?? null,
      tin: last4 && kind ? { last4, kind } : null,
      certifiedOn: profile?.certified_on ?? null,
      sent: await findSent(tx, id),
      notice: state === 'first_notice' || state === 'second_notice' ? await findNotice(tx, id) : null,
      unused: await findUnused(tx, actor),
      consent: await findConsent(tx, actor, id),
      documents: await findTaxDocuments(tx, id),
    }
  })
}

async function findSent(tx: Transaction<Database>, holderId: string): Promise<OwnTax['sent']> {
  const newest = await tx
    .selectFrom('tax_certifications')
    .select(['form', 'state', 'filename', 'submitted_at as at', 'reason'])
    .where('holder_id', '=', holderId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return newest && newest.state !== 'accepted' ? newest : null
}

async function findNotice(tx: Transaction<Database>, holderId: string): Promise<OwnTax['notice']> {
  const newest = await tx
    .selectFrom('tin_notices')
    .select(['kind', 'withhold_from as withholdFrom'])
    .where('holder_id', '=', holderId)
    .where('withdrawn_at', 'is', null)
    .orderBy('notice_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? null
}

function findUnused(tx: Transaction<Database>, actor: Actor): Promise<OwnTax['unused']> {
  return tx
    .selectFrom('documents as d')
    .select(['d.id', 'd.filename'])
    .select(({ eb }) => eb('d.check_state', '=', 'waiting').as('isPending'))
    .where('d.owner_id', '=', actor.id)
    .where('d.uploaded_by', '=', actor.id)
    .where('d.category', '=', taxCategory)
    .where('d.check_state', '<>', 'infected')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tax_certifications as c').select('c.id').whereRef('c.document_id', '=', 'd.id'))),
    )
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id')
    .limit(20)
    .$castTo<OwnTax['unused'][number]>()
    .execute()
}

async function findConsent(tx: Transaction<Database>, actor: Actor, holderId: string): Promise<OwnConsent> {
  const open = await tx
    .selectFrom('tax_consents as c')
    .select(['c.id', 'c.given_at as at', 'c.version', isInForce.as('isInForce')])
    .where('c.holder_id', '=', holderId)
    .where('c.user_id', '=', actor.id)
    .where('c.withdrawn_at', 'is', null)
    .where('c.superseded_at', 'is', null)
    .executeTakeFirst()
  if (!open) return { state: 'none' }
  const { id, at, version } = open
  if (at) return open.isInForce ? { state: 'given', id, at } : { state: 'outdated' }
  return version === paperless.version ? { state: 'asked', id } : { state: 'none' }
}

function findTaxDocuments(tx: Transaction<Database>, holderId: string): Promise<OwnTax['documents']> {
  return tx
    .selectFrom('documents')
    .select(['id', 'filename', 'created_at as at'])
    .where('owner_id', '=', holderId)
    .where('category', '=', taxCategory)
    .where('unreleased', '=', false)
    .where(sql<boolean>`check_state in ('unchecked', 'clean')`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(documentsShown)
    .execute()
}

interface ExportedConsent {
  number: string
  version: string
  word: string
  asked_at: Date
  given_at: Date | null
  withdrawn_at: Date | null
}

/** For the export of a person's data: tax forms that they sent, and what they have agreed to. */
export const taxExport: DataExport = {
  name: 'taxes.json',
  about: 'the tax forms you sent, and your consents to paperless ones',
  read: actor =>
    actAs(actor, async tx => {
      const forms = await sql<{
        number: string
        form: TaxForm
        state: CertificationState
        filename: string
        submitted_at: Date
      }>`
        select h.number, c.form, c.state, c.filename, c.submitted_at from tax_certifications c join holders h on h.id = c.holder_id
        where c.submitted_by = ${actor.id}
          -- A document that the office filed for a person is theirs.
          and exists (select from holder_members m where m.holder_id = c.holder_id and m.user_id = c.submitted_by)
        order by c.submitted_at, c.id`.execute(tx)
      const consents = await sql<ExportedConsent>`
        select h.number, c.version, c.word, c.asked_at, c.given_at, c.withdrawn_at from tax_consents c
          join holders h on h.id = c.holder_id where c.user_id = ${actor.id} order by c.asked_at, c.id`.execute(tx)
      if (forms.rows.length + consents.rows.length === 0) return undefined
      return { forms: forms.rows, consents: consents.rows }
    }),
}
