import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import { holderKinds } from '../../holders/holders.ts'
import register from '../../register/office/register.module.css'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { AdminList, Filters, Rows } from '../../shell/office/admin-list.tsx'
import { ChoiceField, SearchField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { noticeKinds } from '../b-notices.ts'
import { type TaxQueue, taxForms, taxPerPage, taxQueues, taxStates } from '../profile.ts'
import type { TaxRow } from '../server/tax-queue.ts'
import { maskedTin } from '../tin.ts'
import { readTinResultsCommand } from '../tin-matching.commands.ts'
import style from './tax.module.css'
import { TinMatchingSection } from './tin-matching-section.tsx'

/** Loads the queue of tax numbers; the query has which part to `show`, words `q`, and `page`, from 1. */
export const loader = loadList({
  view: query => {
    const requested = query.get('show') ?? ''
    const show: TaxQueue = Object.hasOwn(taxQueues, requested) ? (requested as TaxQueue) : 'review'
    return { show, search: query.get('q')?.trim() ?? '', page: pageNumber(query), size: taxPerPage }
  },
  read: ({ actor, operations }, { show, search, page }) =>
    operations.getTaxQueue(actor, { show, words: search, page: page - 1 }),
  none: { holders: [], total: 0, counts: undefined },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: reads the file that the IRS returned. */
export const action = commandActions([readTinResultsCommand], { redirectTo: () => href('/profile/admin/tax') })

export default showList<typeof loader>(TaxQueuePage)

const empty: Record<TaxQueue, { title: string; text: string }> = {
  review: { title: 'Nothing to review', text: 'Forms W-9 and W-8 that investors send appear here, the oldest first.' },
  missing: {
    title: 'No tax number is missing',
    text: 'Every holder has one on file, or a form pending review.',
  },
  provided: {
    title: 'Nothing to match',
    text: 'Numbers appear here once two people have entered them, until the IRS has answered.',
  },
  mismatched: {
    title: 'No number is mismatched',
    text: 'Numbers that the IRS’s TIN Matching doesn’t know appear here.',
  },
  notices: {
    title: 'No B-notices',
    text: 'Record them on a holder’s tax page when the IRS sends a notice CP2100 or CP2100A.',
  },
  foreign: { title: 'No foreign holders', text: 'Holders with a Form W-8 appear here: they get no Form 1099-INT.' },
  all: { title: 'No holders yet', text: 'Holders appear here once there are some.' },
}

/** Holders with a tax number that is missing, to review, or mismatched; and the exchange with the IRS. */
function TaxQueuePage({ show, search, page, size, holders, total, counts, loadError }: Shown<typeof loader>) {
  const options = Object.fromEntries(
    Object.entries(taxQueues).map(([name, words]) => [name, counts ? `${words} (${counts[name as TaxQueue]})` : words]),
  )
  return (
    <AdminList
      title="Tax"
      count={countOf(total, 'holder')}
      at={href('/profile/admin/tax')}
      query={{ show, q: search || undefined }}
      loadError={loadError}
    >
      <Filters className={register.search} data-print="no">
        <ChoiceField label="Show" name="show" options={options} />
        <SearchField label="Name or number" />
      </Filters>
      <Rows
        caption={taxQueues[show]}
        columns={columns}
        rows={holders}
        pages={{ label: 'holders', page, total, size }}
        empty={
          search
            ? { title: 'No holders found', text: 'No holder in this part of the list has these words.' }
            : empty[show]
        }
      />
      <TinMatchingSection toMatch={counts?.provided ?? 0} />
    </AdminList>
  )
}

const columns: Column<TaxRow>[] = [
  {
    header: 'Holder',
    role: 'title',
    cell: ({ id, legalName, number }) => (
      <>
        <Link to={href('/profile/admin/tax/holders/:id', { id })}>{legalName}</Link>
        <span className={style.fact}>{number}</span>
      </>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => holderKinds[kind] },
  {
    header: 'On file',
    cell: ({ state, form, tin, checkedOn }) => (
      <>
        <Badge tone={state === 'matched' || state === 'provided' ? 'plain' : 'warning'}>{taxStates[state]}</Badge>
        <span className={style.fact}>
          {form && taxForms[form]}
          {tin && `, ${maskedTin(tin.last4, tin.kind)}`}
          {checkedOn && `, checked ${formatDay(checkedOn)}`}
        </span>
      </>
    ),
  },
  {
    header: 'Pending',
    cell: ({ waiting, isRequested, notice }) => (
      <>
        {isRequested && <span className={style.fact}>a second person</span>}
        {waiting && !isRequested && (
          <span className={style.fact}>
            a review of {taxForms[waiting.form]}, sent <FormattedDate date={waiting.since} />
          </span>
        )}
        {notice && (
          <span className={style.fact}>
            {notice.postedOn
              ? `an answer before ${formatDay(notice.withholdFrom)}`
              : `${noticeKinds[notice.kind]} to be mailed by ${formatDay(notice.sendBy)}`}
          </span>
        )}
      </>
    ),
  },
]
