import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { href } from 'react-router'
import type { Database } from '../../../server/database/types.ts'
import { batchStates } from '../../bulk-delivery/words.ts'
import { deliveryStates } from '../../deliveries/deliveries.ts'
import type { DocumentCategory } from '../../documents/documents.ts'
import { letterRunTitle, letterStates } from '../../letters/letters.commands.ts'
import { runStates } from '../../statements/statements.ts'
import { taxRunStates } from '../../tax/form-1099-int.ts'
import { statementRunTitle, taxRunTitle } from '../runs.ts'

/** A kind of run of documents, as lists show it. Its SQL is about a run `r` of its table. */
interface KindOfRun<Title, Own> {
  label: string
  /** What one of its documents is called. */
  noun: string
  /** Its states in words. */
  states: Record<string, string>
  /** Its state in words while a problem stops it; its own state otherwise. */
  blocked?: string
  /** The address of its page. */
  to: (id: string) => string
  title: (of: Title) => string
  table: keyof Database & string
  /** Its title as JSON, or what that is made of. */
  titleOf: RawBuilder<unknown>
  /** The number of its documents. */
  documents: RawBuilder<number>
  /** The number of those that their recipients have; all of them once it is released. */
  released?: RawBuilder<number>
  /** Whether it can be reviewed and its release requested. */
  isReady: RawBuilder<SqlBool>
  /** Columns that other kinds have under another name. */
  state?: RawBuilder<string>
  problem?: RawBuilder<string | null>
  by?: RawBuilder<string>
  releasedAt?: RawBuilder<Date>
  /** What only the list of this kind shows, as JSON. */
  own?: RawBuilder<Own>
}

const kind = <Title, Own = unknown>(of: KindOfRun<Title, Own>) => of

const blocked = 'Can’t be prepared'
const { ref } = sql

/** @returns what a bulk delivery is called: 'Tax form, 2025', or by its first file; `batch` is its alias */
export function titleOfBatch(batch: string): RawBuilder<string> {
  const [word, period] = [ref(`${batch}.word`), ref(`${batch}.period`)]
  return sql`case when ${period} <> '' then concat_ws(', ', nullif(${word}, ''), ${period})
    else (select regexp_replace(min(s.filename) filter (where s.n = 1), '[.][^.]*$', '') || case when count(*) > 1 then ' and more' else '' end
      from paper_sources s where s.batch_id = ${ref(`${batch}.id`)}) end`
}

/** Every kind. */
export const kindsOfRuns = {
  statements: kind({
    label: 'Statements',
    noun: 'statement',
    states: runStates,
    blocked,
    to: id => href('/profile/admin/statements/:id', { id }),
    title: statementRunTitle,
    table: 'statement_runs',
    titleOf: sql`json_build_object('kind', r.kind, 'rhythm', r.rhythm, 'end', r.period_end,
      'corrects', (select s.number from statements s where s.id = r.corrects),
      'holderNumber', (select h.number from holders h where h.id = r.holder_id))`,
    documents: sql`(select count(*) from statements s where s.run_id = r.id)`,
    isReady: sql`r.state = 'prepared' and exists (select from statements s where s.run_id = r.id)`,
  }),
  tax: kind({
    label: 'Form 1099-INT',
    noun: 'form',
    states: { ...taxRunStates, preparing: 'Being prepared' },
    blocked,
    to: id => href('/profile/admin/tax/forms/:id', { id }),
    title: taxRunTitle,
    table: 'tax_runs',
    titleOf: sql`json_build_object('year', r.year, 'isCorrection', r.corrects is not null,
      'number', (select h.number from holders h where h.id = r.holder_id))`,
    documents: sql`(select count(f.document_id) from tax_returns f where f.run_id = r.id)`,
    isReady: sql`r.state in ('draft', 'reviewed') and r.prepared_at >= r.begun_at
      and exists (select from tax_returns f where f.run_id = r.id and f.document_id is not null)`,
    state: sql`case when r.state = 'draft' and r.prepared_at >= r.begun_at is not true then 'preparing' else r.state end`,
    releasedAt: sql`r.furnished_at`,
    own: sql<{ interest: string }>`json_build_object('interest', (select coalesce(sum(f.interest_cents), 0)::text
      from tax_returns f where f.run_id = r.id and f.document_id is not null))`,
  }),
  letters: kind({
    label: 'Yearly letter',
    noun: 'letter',
    states: letterStates,
    blocked,
    to: id => href('/profile/admin/letters/:id', { id }),
    title: letterRunTitle,
    table: 'letter_runs',
    titleOf: sql`to_json(r.year)`,
    documents: sql`(select count(l.document_id) from letters l where l.run_id = r.id)`,
    isReady: sql`r.state = 'prepared' and exists (select from letters l where l.run_id = r.id and l.document_id is not null)`,
    problem: sql`case r.state when 'preparing' then r.problem end`,
  }),
  delivery: kind({
    label: 'Delivery',
    noun: 'document',
    states: deliveryStates,
    to: id => href('/profile/admin/deliveries/:id', { id }),
    title: (title: string) => title,
    table: 'document_deliveries',
    titleOf: sql`to_json(r.title)`,
    documents: sql`(select count(*) from delivery_documents i where i.delivery_id = r.id)`,
    isReady: sql`false`,
    problem: sql`case r.state when 'failed' then r.problem end`,
    by: sql`r.sent_by`,
    releasedAt: sql`r.sent_at`,
    own: sql<{ category: DocumentCategory; recipients: number; opened: number }>`(select json_build_object(
        'category', r.category, 'recipients', count(distinct i.owner_id), 'opened', count(d.read_at))
      from delivery_documents i left join documents d on d.id = i.document_id where i.delivery_id = r.id)`,
  }),
  bulk: kind({
    label: 'Bulk delivery',
    noun: 'document',
    states: batchStates,
    to: id => href('/profile/admin/bulk/:id', { id }),
    title: (title: string) => title,
    table: 'paper_batches',
    titleOf: sql`to_json(${titleOfBatch('r')})`,
    documents: sql`(select count(*) from paper_batch_items i where i.batch_id = r.id and i.state <> 'excluded')`,
    released: sql`case when r.state = 'recalled' then 0
      else (select count(i.filed_at) from paper_batch_items i where i.batch_id = r.id) end`,
    isReady: sql`r.state = 'review' and exists (select from paper_batch_items i where i.batch_id = r.id and i.state <> 'excluded')`,
    by: sql`r.created_by`,
    own: sql<{ category: DocumentCategory; items: number; matched: number; open: number }>`(select json_build_object(
        'category', r.category, 'items', count(*), 'matched', count(*) filter (where i.state = 'matched'),
        'open', count(*) filter (where i.state in ('ambiguous', 'unmatched', 'conflict')))
      from paper_batch_items i where i.batch_id = r.id)`,
  }),
} as const

export type DocumentRunKind = keyof typeof kindsOfRuns
