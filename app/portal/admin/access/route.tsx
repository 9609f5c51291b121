import { href } from 'react-router'
import { grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { AccessOrder } from '../../../../server/people/access-review.ts'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { defineActions } from '../../../actions/define-actions.ts'
import { administrator } from '../../../actions/guards.ts'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { loadList, type Shown, showList } from '../../list-page.tsx'
import { LoadError } from '../../load-error.tsx'
import counted from '../counted-page.module.css'
import list from '../list-page.module.css'
import { pageNumber } from '../page-number.ts'
import { Pagination } from '../pagination.tsx'
import { SearchForm } from '../search-form.tsx'
import { accessTable } from './table.tsx'

const sorts: Record<AccessOrder, string> = {
  right: 'Most rights first',
  name: 'By name',
  since: 'Newest right first',
  seen: 'Longest unseen first',
}
const orders = Object.keys(sorts) as AccessOrder[]

/** Loads one page of the access review; the query has `page`, from 1, and `sort`. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query), sort: orders.find(each => each === query.get('sort')) ?? 'right' }),
  read: ({ actor, operations }, { page, sort }) => operations.getAccessReview(actor, { page: page - 1, order: sort }),
  none: { entries: [], total: 0, size: 1, last: undefined },
  failed: 'Failed to load the access review',
})

/** POST: records that the review is done. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/access'),
  intents: {
    done: {
      run: ({ actor, operations }) => operations.recordAccessReview(actor),
      notice: 'Review recorded',
      otherwise: 'We couldn’t record the review. Try again in a moment.',
    },
  },
})

/** Who may do what, since when and by whom, and when they were last seen, for administrators to look over once a year. */
function AccessPage({ page, sort, entries, total, size, last, loadError }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { Form, answer, busy } = useAction(({ notice }) => notice && say(notice))
  const addressOf = (to: number) =>
    withQuery(href('/profile/admin/access'), {
      sort: sort === 'right' ? undefined : sort,
      page: to > 1 ? String(to) : undefined,
    })
  return (
    <div className={counted.page}>
      <header className={counted.head}>
        <h2>Access</h2>
        <p role="status">{!loadError && (total === 1 ? '1 person' : `${grouped(total)} people`)}</p>
      </header>
      <p className={list.about}>
        Look for people who no longer need their access, and close it.{' '}
        {last ? (
          <>
            Last reviewed on <FormattedDate date={last.at} />
            {last.by && ` by ${last.by}`}.
          </>
        ) : (
          'No review has been recorded yet.'
        )}
      </p>
      <div className={list.tools}>
        <SearchForm label="Access" action={href('/profile/admin/access')} values={{ sort }}>
          <SelectField label="Sort" hideLabel name="sort" defaultValue={sort}>
            {orders.map(each => (
              <option key={each} value={each}>
                {sorts[each]}
              </option>
            ))}
          </SelectField>
        </SearchForm>
        <Button size="small" href={href('/profile/access.csv')}>
          Export CSV
        </Button>
        <Form method="post" action={href('/profile/admin/access')}>
          <ActionFields intent="done" />
          <Button size="small" type="submit" busy={busy} busyLabel="Saving…">
            Review done
          </Button>
        </Form>
      </div>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <LoadError error={loadError} />
      {entries.length > 0 && (
        <StackedLedger caption="Access" columns={accessTable.columns} rows={entries} rowKey={({ id }) => id} />
      )}
      <Pagination label="people" page={page} total={total} size={size} addressOf={to => addressOf(to.page)} />
      <Notice {...notice} />
    </div>
  )
}

export default showList<typeof loader>(AccessPage)
