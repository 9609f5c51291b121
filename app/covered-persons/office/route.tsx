import { href } from 'react-router'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import { countOf } from '../../../rules/number.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, ExportCsv, Rows } from '../../shell/office/admin-list.tsx'
import rows from '../../shell/office/rows.module.css'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { useNotice } from '../../shell/ui/notice.tsx'
import { addCoveredPersonCommand } from '../covered-persons.commands.ts'
import { coveredPerPage } from '../covered-persons.ts'
import { coveredTable } from './table.tsx'

/** Loads a page of the register of covered persons; the query has `page`, from 1. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query) }),
  read: ({ actor, operations }, { page }) => operations.getCoveredPersons(actor, page - 1),
  none: { people: [], total: 0, covered: 0, problems: [], today: '' },
  failed: 'COVERED_FAILED',
})

/** POST: adds a covered person. */
export const action = commandActions([addCoveredPersonCommand], {
  redirectTo: () => href('/profile/admin/covered-persons'),
})

/** The register of covered persons (Rule 506(d)): who is current, and what keeps a sale from going on. */
function CoveredPersonsPage({ people, total, covered, problems, today, page, loadError }: Shown<typeof loader>) {
  const notice = useNotice()
  return (
    <AdminList
      title="Covered persons"
      count={countOf(covered, 'person', 'people')}
      at={href('/profile/admin/covered-persons')}
      loadError={loadError}
      notice={notice}
      tools={total > 0 && <ExportCsv at={href('/profile/covered-persons.csv')} />}
    >
      <p className="quiet column-44">
        Rule 506(d) takes the exemption from an offering if a covered person had a disqualifying event. Enter everyone
        it names: the issuer, its predecessors and affiliates, directors, officers, managers, owners of 20%, promoters,
        and those paid for soliciting. Each signs a questionnaire, and confirms it every {settings.bringDownMonths}{' '}
        months.
      </p>
      {problems.length > 0 && total > 0 && (
        <section aria-labelledby="problems" className="stack gap-3 column-44">
          <h2 id="problems">
            {settings.requireCoveredPersons ? 'Nothing can be sold now' : 'The register isn’t current'}
          </h2>
          <ul className="stack gap-3 plain-list">
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </section>
      )}
      <Rows
        className={rows.rows}
        columns={coveredTable.columns}
        rows={people}
        empty={{
          title: 'No one yet',
          text: settings.requireCoveredPersons
            ? 'Begin with the issuer. From the first entry on, notes are sold only while the register is current.'
            : 'Begin with the issuer.',
        }}
        pages={{ label: 'covered persons', page, total, size: coveredPerPage }}
      />
      <section aria-labelledby="add" className="stack gap-4 pad-above-5 narrow">
        <h2 id="add">Add a covered person</h2>
        <CommandForm
          command={addCoveredPersonCommand}
          fields={{ since: { defaultValue: today, max: today } }}
          isEmptied
          onDone={notice.say}
        />
      </section>
    </AdminList>
  )
}

export default showList<typeof loader>(CoveredPersonsPage)
