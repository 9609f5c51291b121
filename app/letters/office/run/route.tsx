import { useState } from 'react'
import { href } from 'react-router'
import { formatCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { canTake, letterRunSteps } from '../../../../rules/workflows.ts'
import { RunState } from '../../../runs/office/run-state.tsx'
import style from '../../../runs/office/runs.module.css'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { CommandDialog } from '../../../shell/commands/command-dialog.tsx'
import { focused } from '../../../shell/commands/command-field.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
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
} from '../../letters.commands.ts'
import type { getLetterRun, LetterEntry } from '../../server/yearly-letters.ts'

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
  const notice = useNotice()
  const [leavingOut, setLeavingOut] = useState<LetterEntry>()
  const isDraft = run.state === 'preparing' || run.state === 'prepared'
  return (
    <AdminList
      up={{ to: href('/profile/admin/letters'), label: 'All letters' }}
      title={letterRunTitle(run.year)}
      count={countOf(run.letters, 'document')}
      at={at(run.id)}
      notice={notice}
    >
      <State run={run} onNotice={notice.say} />
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

function State({ run, onNotice }: { run: Props['run']; onNotice: (notice: string) => void }) {
  const { state, problem, isStale, isRequested, letters, year } = run
  const isPreparing = state === 'preparing'
  return (
    <RunState
      state={letterStates[state]}
      prepared={isPreparing && { done: run.prepared, of: run.items }}
      isWorking={isPreparing && !problem}
      facts={{
        'Left out': grouped(run.leftOut),
        [`Principal on ${yearEnd(year)}`]: formatCents(BigInt(run.principal), true),
        [`Interest paid in ${year}`]: formatCents(BigInt(run.interest), true),
      }}
      problem={isPreparing && problem}
      stale={isStale && 'The register has changed since. Prepare these again before they are released.'}
      recalled={run.recalled}
      requested={isRequested}
      steps={
        canTake(letterRunSteps.release, state) &&
        !isRequested &&
        !isStale &&
        letters > 0 && <CommandForm command={releaseLettersCommand} variant="primary" row="block" onDone={onNotice} />
      }
      recall={
        canTake(letterRunSteps.recall, state) && {
          command: recallLettersCommand,
          title: 'Recall these letters',
          action: at(run.id),
          onDone: onNotice,
        }
      }
    >
      {problem && !isPreparing && <p className="quiet column-44 breakable">{problem}</p>}
    </RunState>
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
