import { href, redirect } from 'react-router'
import { beginLettersCommand } from '../../../../rules/letters.commands.ts'
import { countOf } from '../../../../rules/number.ts'
import { runsPerPage } from '../../../../rules/runs.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { CommandForm } from '../../../commands/command-form.tsx'
import { loadList, type Shown, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { AdminList, Rows } from '../admin-list.tsx'
import { runColumns } from '../runs/run-columns.tsx'
import style from '../statements/statements.module.css'

/** Loads a page of the runs of letters; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getRuns(actor, page - 1, 'letters'),
  none: { runs: [], total: 0 },
  failed: 'LETTERS_FAILED',
})

/** POST: begins the letters of a year. */
export const action = commandActions([beginLettersCommand], {
  redirectTo: () => href('/profile/admin/letters'),
  after: { [beginLettersCommand.name]: (id: string) => redirect(href('/profile/admin/letters/:id', { id })) },
})

/** The letters of each year, and the form that begins them. */
function LettersPage({ page, runs, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Yearly letters"
      count={countOf(total, 'run')}
      at={href('/profile/admin/letters')}
      loadError={loadError}
    >
      <p className={style.about}>
        One letter a year to each holder of a note. Write it once: each holder’s copy has that holder’s figures. Review
        the drafts and request release. Once a second person approves, holders are notified.
      </p>
      <Rows
        columns={runColumns}
        rows={runs}
        empty={{ title: 'No letters yet', text: 'They appear here once you prepare the first.' }}
        pages={{ label: 'runs', page, total, size: runsPerPage }}
      />
      <section aria-labelledby="write" className={`pad-above-5 ${style.prepare}`}>
        <h2 id="write">Write a letter</h2>
        <CommandForm command={beginLettersCommand} />
      </section>
    </AdminList>
  )
}

export default showList<typeof loader>(LettersPage)
