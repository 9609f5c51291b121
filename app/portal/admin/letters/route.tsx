import { href, redirect } from 'react-router'
import { beginLettersCommand } from '../../../../rules/letters.commands.ts'
import { countOf } from '../../../../rules/number.ts'
import { runsPerPage } from '../../../../rules/runs.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { CommandForm } from '../../../commands/command-form.tsx'
import { type Shown, showList } from '../../list-page.tsx'
import { AdminList, Rows } from '../admin-list.tsx'
import { loadRuns } from '../runs/load-runs.ts'
import { columnsWith } from '../runs/run-columns.tsx'
import style from '../runs/runs.module.css'

/** Loads a page of the runs of letters. */
export const loader = loadRuns('LETTERS_FAILED', 'letters')

/** POST: begins the letters of a year. */
export const action = commandActions([beginLettersCommand], {
  redirectTo: () => href('/profile/admin/letters'),
  after: { [beginLettersCommand.name]: (id: string) => redirect(href('/profile/admin/letters/:id', { id })) },
})

const columns = columnsWith()

/** The letters of each year, and the form that begins them. */
function LettersPage({ page, runs, total, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Yearly letters"
      count={countOf(total, 'run')}
      at={href('/profile/admin/letters')}
      loadError={loadError}
    >
      <p className="quiet column-44 breakable">
        One letter a year to each holder of a note. Write it once: each holder’s copy has that holder’s figures. Review
        the drafts and request release. Once a second person approves, holders are notified.
      </p>
      <Rows
        columns={columns}
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
