import { useState } from 'react'
import { href, redirect } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { downloadAddress } from '../../../documents/investor/document-kind.ts'
import { statementRhythms } from '../../../holders/holders.ts'
import { RunState } from '../../../runs/office/run-state.tsx'
import shared from '../../../runs/office/runs.module.css'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandDialog } from '../../../shell/commands/command-dialog.tsx'
import { focused } from '../../../shell/commands/command-field.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import rows from '../../../shell/office/rows.module.css'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import type { getStatementRun, StatementEntry } from '../../server/statements-list.ts'
import {
  correctStatementCommand,
  prepareAgainCommand,
  requestReleaseCommand,
  requestRunForCommand,
} from '../../statements.commands.ts'
import { runStates, statementsPerPage } from '../../statements.ts'
import style from '../statements.module.css'

/** Loads a run with a page of its statements; the query has `page`, from 1. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const page = pageNumber(query)
  return { page, ...(await operations.getStatementRun(actor, id, page - 1)) }
})

const at = (id: string) => href('/profile/admin/statements/:id', { id })
const toNewRun = (id: string) => redirect(at(id))

/** POST: asks for the release, prepares the run again, or one holder's document alone, or corrects a statement. */
export const action = commandActions(
  [requestReleaseCommand, prepareAgainCommand, requestRunForCommand, correctStatementCommand],
  {
    about: { run: 'id' },
    redirectTo: ({ param }) => at(param('id')),
    after: { [requestRunForCommand.name]: toNewRun, [correctStatementCommand.name]: toNewRun },
  },
)

export default showOne<typeof loader>(RunPage)

type Props = Awaited<ReturnType<typeof getStatementRun>> & { page: number }

/** Statements of one period: each can be opened before two people release them all. */
function RunPage({ run, entries, page }: Props) {
  const notice = useNotice()
  const [correcting, setCorrecting] = useState<StatementEntry>()
  const { id, title, statements, kind, rhythm } = run
  return (
    <AdminList
      up={{ to: href('/profile/admin/statements'), label: 'All statements' }}
      title={title}
      count={countOf(statements, 'document')}
      at={at(id)}
      notice={notice}
    >
      <State run={run} onNotice={notice.say} />
      <Rows
        className={classes(style.entries, rows.rows)}
        columns={columnsOf(setCorrecting)}
        rows={entries}
        pages={{ label: 'statements', page, total: statements, size: statementsPerPage }}
        empty={{
          title: 'No documents',
          text:
            run.state === 'preparing'
              ? 'They appear here one after the other while they are prepared.'
              : `There are no recipients${rhythm && kind === 'statement' ? `: no holder with ${statementRhythms[rhythm].toLowerCase()} statements had a note in this period` : ''}.`,
        }}
      />
      {run.state === 'released' && !run.corrects && <OneHolder run={run} />}
      {correcting && <CorrectDialog runId={id} statement={correcting} onClose={() => setCorrecting(undefined)} />}
    </AdminList>
  )
}

function State({ run, onNotice }: { run: Props['run']; onNotice: (notice: string) => void }) {
  const { state, problem, leftOut, isStale, isRequested, statements, start, end, corrects, reason } = run
  const isPreparing = state === 'preparing'
  const step = { action: at(run.id), row: 'block', onDone: onNotice }
  return (
    <RunState
      state={state === 'prepared' && statements === 0 ? 'Nothing to release' : runStates[state]}
      prepared={isPreparing && { done: run.prepared, of: statements }}
      isWorking={isPreparing && !problem}
      facts={{
        Period: `${formatDay(start)} to ${formatDay(end)}`,
        'Principal at the end': formatCents(BigInt(run.principal), true),
        'Interest due and unpaid': formatCents(BigInt(run.interest), true),
      }}
      problem={problem}
      stale={isStale && 'The ledger has changed since. Prepare these again before they are released.'}
      requested={isRequested}
      steps={
        state !== 'released' && (
          <>
            {state === 'prepared' && !isRequested && !isStale && statements > 0 && (
              <CommandForm command={requestReleaseCommand} variant="primary" {...step} />
            )}
            {(state === 'prepared' || problem) && <CommandForm command={prepareAgainCommand} {...step} />}
          </>
        )
      }
    >
      {corrects && (
        <p className="quiet column-44 breakable">
          Corrects {corrects}: {reason}
        </p>
      )}
      {leftOut && (
        <p className="quiet column-44 breakable">
          Left out: {leftOut} Everyone else’s documents can be released. Once someone is authorized, prepare theirs{' '}
          {state === 'released' ? 'below' : 'with the others again, or separately after the release'}.
        </p>
      )}
    </RunState>
  )
}

/** Prepares the period's document of a holder who isn't among them. */
function OneHolder({ run: { id, kind } }: Pick<Props, 'run'>) {
  return (
    <section className={`pad-above-5 ${shared.prepare}`} aria-labelledby="alone">
      <h2 id="alone">Add a holder’s document</h2>
      <CommandForm
        command={requestRunForCommand}
        action={at(id)}
        button={kind === 'statement' ? requestRunForCommand.button : 'Prepare the letter'}
        row={`cluster gap-3 align-end ${shared.prepareForm}`}
        fields={{ holder: { placeholder: 'H-0007' } }}
      />
    </section>
  )
}

const amountOf = (cents: string | null) =>
  cents === null ? '' : <span className="tabular unbroken">{formatCents(BigInt(cents), true)}</span>

function columnsOf(onCorrect: (entry: StatementEntry) => void): Column<StatementEntry>[] {
  return [
    {
      header: 'Document',
      role: 'title',
      cell: ({ number, documentId }) =>
        documentId ? <a href={`/files/${documentId}`}>{number}</a> : <span className="tabular unbroken">{number}</span>,
    },
    {
      header: 'Holder',
      className: rows.grows,
      cell: ({ holder, holderId }) => (
        <span className={style.words}>
          <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link>
        </span>
      ),
    },
    { header: 'Opening', figures: true, cell: ({ opening }) => amountOf(opening) },
    { header: 'Activity', figures: true, cell: ({ activity }) => amountOf(activity) },
    { header: 'Closing', figures: true, cell: ({ closing }) => amountOf(closing) },
    { header: 'Accrued', figures: true, cell: ({ accrued }) => amountOf(accrued) },
    {
      header: 'Actions',
      role: 'actions',
      cell: entry => (
        <>
          {entry.csvDocumentId && (
            <Button
              size="small"
              variant="link"
              href={downloadAddress(entry.csvDocumentId)}
              aria-label={`CSV of ${entry.number}`}
            >
              CSV
            </Button>
          )}
          {entry.correction && <Link to={at(entry.correction)}>Corrected</Link>}
          {entry.isReleased && !entry.correction && (
            <Button size="small" variant="link" aria-label={`Correct ${entry.number}`} onClick={() => onCorrect(entry)}>
              Correct
            </Button>
          )}
        </>
      ),
    },
  ]
}

type CorrectDialogProps = { runId: string; statement: StatementEntry; onClose: () => void }

/** Asks for the correction. The old statement stays as it is; the new one names it. */
function CorrectDialog({ runId, statement: { id, number, holder }, onClose }: CorrectDialogProps) {
  return (
    <CommandDialog
      command={correctStatementCommand}
      action={at(runId)}
      title={`Correct ${number}?`}
      onClose={onClose}
      onDone={onClose}
      fields={{ statement: id, reason: focused }}
    >
      <p>
        {number} of {holder} stays as it is. A new statement names it, and includes what was recorded later about its
        period. Two people release it.
      </p>
    </CommandDialog>
  )
}
