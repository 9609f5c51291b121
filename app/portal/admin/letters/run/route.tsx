import { useState } from 'react'
import { href } from 'react-router'
import {
  leaveOutLetterCommand,
  letterRunTitle,
  letterStates,
  lettersPerPage,
  recallLettersCommand,
  releaseLettersCommand,
  rewriteLettersCommand,
  takeBackLetterCommand,
  yearEnd,
} from '../../../../../rules/letters.commands.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { canTake, letterRunSteps } from '../../../../../rules/workflows.ts'
import type { getLetterRun, LetterEntry } from '../../../../../server/letters/yearly-letters.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { CommandButton } from '../../../../commands/command-button.tsx'
import { CommandDialog } from '../../../../commands/command-dialog.tsx'
import { focused } from '../../../../commands/command-field.tsx'
import { CommandFold } from '../../../../commands/command-fold.tsx'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useNotice } from '../../../../ui/notice.tsx'
import { pageNumber } from '../../../list-place.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { AdminList, Rows } from '../../admin-list.tsx'
import bulk from '../../bulk/bulk.module.css'
import { Fact, Facts } from '../../runs/facts.tsx'
import { usePolling } from '../../runs/use-polling.ts'
import style from '../../statements/statements.module.css'

/** Loads a run with a page of its letters; the query has `page`, from 1. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const page = pageNumber(query)
  return { page, ...(await operations.getLetterRun(actor, id, page - 1)) }
})

const at = (id: string) => href('/profile/admin/letters/:id', { id })

/** POST: changes the letter, leaves one out, requests the release, recalls what was released. */
export const action = commandActions(
  [rewriteLettersCommand, leaveOutLetterCommand, takeBackLetterCommand, releaseLettersCommand, recallLettersCommand],
  { about: { run: 'id' }, redirectTo: ({ param }) => at(param('id')) },
)

type Props = Awaited<ReturnType<typeof getLetterRun>> & { page: number }

/** The letters of a year: each can be opened before two people release them all. */
function LetterRunPage({ run, entries, page }: Props) {
  usePolling(run.state === 'preparing' && !run.problem)
  const notice = useNotice()
  const [leavingOut, setLeavingOut] = useState<LetterEntry>()
  const isDraft = run.state === 'preparing' || run.state === 'prepared'
  return (
    <AdminList
      up={
        <p className="small">
          <Link to={href('/profile/admin/letters')}>All letters</Link>
        </p>
      }
      title={letterRunTitle(run.year)}
      count={countOf(run.letters, 'document')}
      at={at(run.id)}
      notice={notice}
    >
      <RunState run={run} onNotice={notice.say} />
      <Rows
        columns={[...columns, ...(isDraft ? [actionsOf(at(run.id), setLeavingOut)] : [])]}
        rows={entries}
        pages={{ label: 'letters', page, total: run.items, size: lettersPerPage }}
        empty={{ title: 'No letters', text: 'They appear here one after the other while they are prepared.' }}
      />
      {isDraft && (
        <section aria-labelledby="rewrite" className={`pad-above-5 ${style.prepare}`}>
          <h2 id="rewrite">The letter</h2>
          <CommandForm
            command={rewriteLettersCommand}
            fields={{ subject: run.subject, text: run.text }}
            onDone={notice.say}
          />
        </section>
      )}
      {leavingOut && (
        <CommandDialog
          command={leaveOutLetterCommand}
          action={at(run.id)}
          title={`Leave out the letter of ${leavingOut.holder}?`}
          onClose={() => setLeavingOut(undefined)}
          onDone={said => {
            setLeavingOut(undefined)
            notice.say(said)
          }}
          fields={{ letter: leavingOut.id, reason: focused }}
        />
      )}
    </AdminList>
  )
}

function RunState({ run, onNotice }: { run: Props['run']; onNotice: (notice: string) => void }) {
  const { state, problem, isStale, isRequested, letters, year, reason } = run
  return (
    <section className="stack gap-3 below-4" aria-label="State">
      <Facts>
        <Fact label="State">{letterStates[state]}</Fact>
        {state === 'preparing' && (
          <Fact label="Prepared">
            {grouped(run.prepared)} of {grouped(run.items)}
          </Fact>
        )}
        <Fact label="Left out">{grouped(run.leftOut)}</Fact>
        <Fact label={`Principal on ${yearEnd(year)}`}>{formatCents(BigInt(run.principal), true)}</Fact>
        <Fact label={`Interest paid in ${year}`}>{formatCents(BigInt(run.interest), true)}</Fact>
      </Facts>
      {problem && <p {...(state === 'preparing' ? { role: 'alert' } : { className: style.about })}>{problem}</p>}
      {isStale && <p role="alert">The register has changed since. Prepare these again before they are released.</p>}
      {reason && <p className={style.about}>Recalled: {reason}</p>}
      {isRequested && (
        <p className={style.about}>
          Release requested. A second person approves it under{' '}
          <Link to={href('/profile/admin/approvals')}>Approvals</Link>.
        </p>
      )}
      {canTake(letterRunSteps.release, state) && !isRequested && !isStale && letters > 0 && (
        <CommandForm command={releaseLettersCommand} variant="primary" row="block" onDone={onNotice} />
      )}
      {canTake(letterRunSteps.recall, state) && (
        <CommandFold
          command={recallLettersCommand}
          action={at(run.id)}
          title="Recall these letters"
          className={bulk.fold}
          variant="danger"
          onDone={onNotice}
        />
      )}
    </section>
  )
}

const amountOf = (cents: string | null) => cents && formatCents(BigInt(cents), true)

const columns: Column<LetterEntry>[] = [
  {
    header: 'Holder',
    role: 'title',
    cell: ({ holder, holderId }) => <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{holder}</Link>,
  },
  {
    header: 'Letter',
    cell: ({ documentId, leftOut }) =>
      leftOut ? `Left out: ${leftOut}` : documentId && <a href={`/files/${documentId}`}>Open the letter</a>,
  },
  { header: 'Principal', figures: true, cell: ({ principal }) => amountOf(principal) },
  { header: 'Interest paid', figures: true, cell: ({ interest }) => amountOf(interest) },
]

const actionsOf = (action: string, onLeaveOut: (letter: LetterEntry) => void): Column<LetterEntry> => ({
  header: 'Actions',
  role: 'actions',
  cell: letter =>
    letter.leftOut ? (
      <CommandButton
        command={takeBackLetterCommand}
        action={action}
        variant="link"
        fields={{ letter: letter.id }}
        aria-label={`Include the letter of ${letter.holder}`}
      />
    ) : (
      <Button
        size="small"
        variant="link"
        aria-label={`Leave out the letter of ${letter.holder}`}
        onClick={() => onLeaveOut(letter)}
      >
        Leave out
      </Button>
    ),
})

export default showOne<typeof loader>(LetterRunPage)
