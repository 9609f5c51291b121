import { href, redirect } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { loadRuns } from '../../runs/office/load-runs.ts'
import { columnsWith } from '../../runs/office/run-columns.tsx'
import style from '../../runs/office/runs.module.css'
import { runsPerPage } from '../../runs/runs.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import { type Shown, showList } from '../../shell/portal/list-page.tsx'
import { beginLettersCommand } from '../letters.commands.ts'

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
