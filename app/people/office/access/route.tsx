import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { AdminList, ExportCsv, Filters, Rows } from '../../../shell/office/admin-list.tsx'
import rows from '../../../shell/office/rows.module.css'
import { ChoiceField } from '../../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { classes } from '../../../shell/ui/classes.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { recordAccessReviewCommand } from '../../people.commands.ts'
import type { AccessOrder } from '../../server/access-review.ts'
import { accessTable } from './table.tsx'

const sorts: Record<AccessOrder, string> = {
  right: 'By role',
  name: 'By name',
  since: 'Most recently granted',
  seen: 'Least recently active',
}
const orders = Object.keys(sorts) as AccessOrder[]

/** Loads one page of the access review; the query has `page`, from 1, and `sort`. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query), sort: orders.find(each => each === query.get('sort')) ?? 'right' }),
  read: ({ actor, operations }, { page, sort }) => operations.getAccessReview(actor, { page: page - 1, order: sort }),
  none: { entries: [], total: 0, size: 1, last: undefined },
  failed: 'Failed to load the access review',
})

export const action = commandActions([recordAccessReviewCommand], {
  redirectTo: () => href('/profile/admin/access'),
  saysOnErrorPage: true,
})

/** People's rights, since when and by whom, and when they were last seen, for administrators' yearly review. */
function AccessPage({ page, sort, entries, total, size, last, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Access"
      count={countOf(total, 'person', 'people')}
      at={href('/profile/admin/access')}
      query={{ sort }}
      loadError={loadError}
      tools={
        <>
          <ExportCsv at={href('/profile/access.csv')} />
          <CommandButton command={recordAccessReviewCommand} />
        </>
      }
    >
      <p className={classes('quiet', 'any-width')}>
        Close access that is no longer needed.{' '}
        {last ? (
          <>
            Last reviewed on <FormattedDate date={last.at} />
            {last.by && ` by ${last.by}`}.
          </>
        ) : (
          'No review has been recorded yet.'
        )}
      </p>
      <Filters className="cluster gap-3 align-start short-fields">
        <ChoiceField label="Sort" hideLabel name="sort" options={sorts} />
      </Filters>
      <Rows
        className={rows.rows}
        columns={accessTable.columns}
        rows={entries}
        empty={{ title: 'No one yet', text: 'Everyone with an account will appear here.' }}
        pages={{ label: 'people', page, total, size }}
      />
    </AdminList>
  )
}

export default showList<typeof loader>(AccessPage)
