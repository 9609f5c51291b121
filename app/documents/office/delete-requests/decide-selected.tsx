import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { CommandDialog } from '../../../shell/commands/command-dialog.tsx'
import { focused } from '../../../shell/commands/command-field.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { approveDeleteRequestsCommand, rejectDeleteRequestsCommand } from '../../delete-request.commands.ts'
import type { DeleteRequest } from '../../server/deletion.ts'
import type { DecisionsAnswer } from './decision-actions.ts'
import style from './delete-requests.module.css'

export type Decision = 'approve' | 'reject'

/** The outcome of each request in a batch decision. */
export interface DecidedRequests {
  decision: Decision
  results: { id: string; filename: string; problem?: string }[]
}

type Props = {
  decision: Decision
  requests: readonly DeleteRequest[]
  onClose: () => void
  onDone: (decided: DecidedRequests) => void
}

/** Asks an administrator to confirm a decision about several delete requests, naming each document and its owner. */
export function DecideSelected({ decision, requests, onClose, onDone }: Props) {
  const count = countOf(requests.length, 'delete request')
  const requested = {
    action: href('/profile/admin/delete-requests'),
    onClose,
    onDone: (_notice: string, { results = [] }: DecisionsAnswer) => {
      const names = new Map(requests.map(({ id, filename }) => [id, filename]))
      onDone({ decision, results: results.map(result => ({ ...result, filename: names.get(result.id) ?? '' })) })
    },
  }
  if (decision === 'approve')
    return (
      <CommandDialog
        {...requested}
        command={approveDeleteRequestsCommand}
        title={`Approve ${count}?`}
        variant="danger"
        fields={{ ids: <Chosen requests={requests} /> }}
      >
        <p>
          <strong>This is for good.</strong> These documents and their files will be permanently deleted.
        </p>
      </CommandDialog>
    )
  return (
    <CommandDialog
      {...requested}
      command={rejectDeleteRequestsCommand}
      title={`Reject ${count}?`}
      fields={{ ids: <Chosen requests={requests} />, reason: focused }}
    >
      <p>These documents stay.</p>
    </CommandDialog>
  )
}

function Chosen({ requests }: Pick<Props, 'requests'>) {
  return (
    <ul className={`stack gap-1 breakable ${style.chosen}`}>
      {requests.map(({ id, filename, ownerName, ownerEmail }) => (
        <li key={id}>
          <input type="hidden" name="ids" value={id} />
          <strong>{filename}</strong> of {ownerName || ownerEmail}
        </li>
      ))}
    </ul>
  )
}

/** Shows each request's outcome, until it is dismissed. Gets focus: the selected rows are gone, and the page's end. */
export function DecisionResults({ decided, onDismiss }: { decided: DecidedRequests; onDismiss: () => void }) {
  const { decision, results } = decided
  const failed = results.filter(({ problem }) => problem)
  const done = results.length - failed.length
  const outcome = decision === 'approve' ? 'deleted' : 'kept'
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new result
  useEffect(() => panel.current?.focus(), [decided])
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className={`row apart gap-4 breakable raised double-around align-start inside-4 ${style.results}`}
    >
      <div>
        <p className="strong">
          {done === 1 ? `1 document ${outcome}` : `${done} documents ${outcome}`}
          {failed.length > 0 && `, ${failed.length} not changed`}
        </p>
        <ul>
          {results.map(({ id, filename, problem }) => (
            <li key={id}>
              <strong>{filename}</strong>{' '}
              {problem ? (
                <span className="danger">{problem}</span>
              ) : decision === 'approve' ? (
                'was deleted.'
              ) : (
                'stays with its owner.'
              )}
            </li>
          ))}
        </ul>
      </div>
      <Button size="small" variant="link" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  )
}
