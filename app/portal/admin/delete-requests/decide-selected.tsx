import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import type { DeleteRequest } from '../../../../server/documents/deletion.ts'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ReasonField } from '../../managing/administrator-dialog.tsx'
import type { Refusal } from '../../refusal.ts'
import type { DecisionsAnswer } from './decision-actions.ts'
import style from './delete-requests.module.css'

export type Decision = 'approve' | 'reject'

/** What became of each of several requests that were decided at once. */
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
  const [error, setError] = useState<Refusal>()
  const form = useId()
  const { send, state } = useAction<DecisionsAnswer>(answer => {
    if (answer.error) setError(answer.error)
    if (!answer.results) return
    const names = new Map(requests.map(({ id, filename }) => [id, filename]))
    onDone({ decision, results: answer.results.map(result => ({ ...result, filename: names.get(result.id) ?? '' })) })
  })
  const busy = state === 'submitting'
  const approving = decision === 'approve'
  const count = countOf(requests.length, 'delete request')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(undefined)
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    send({ intent: decision, ids: requests.map(({ id }) => id), reason }, href('/profile/admin/delete-requests'))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`${approving ? 'Approve' : 'Reject'} ${count}?`}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={approving ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={approving ? 'Deleting…' : 'Rejecting…'}
          >
            {approving ? 'Approve and delete' : 'Reject'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className={style.decide}>
        <p>
          {approving ? (
            <>
              <strong>This is for good.</strong> These documents and their files will be permanently deleted.
            </>
          ) : (
            'These documents stay.'
          )}
        </p>
        <ul className={style.chosen}>
          {requests.map(({ id, filename, owner_name, owner_email }) => (
            <li key={id}>
              <strong>{filename}</strong> of {owner_name || owner_email}
            </li>
          ))}
        </ul>
        {!approving && <ReasonField />}
      </form>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </Dialog>
  )
}

/** Says what became of each request, until it is dismissed. Gets focus: the selected rows, and with them the page's end, are gone. */
export function DecisionResults({ decided, onDismiss }: { decided: DecidedRequests; onDismiss: () => void }) {
  const { decision, results } = decided
  const failed = results.filter(({ problem }) => problem)
  const done = results.length - failed.length
  const outcome = decision === 'approve' ? 'deleted' : 'kept'
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new result
  useEffect(() => panel.current?.focus(), [decided])
  return (
    <div ref={panel} role="status" tabIndex={-1} className={style.results}>
      <div>
        <p className={style.outcome}>
          {done === 1 ? `1 document ${outcome}` : `${done} documents ${outcome}`}
          {failed.length > 0 && `, ${failed.length} not changed`}
        </p>
        <ul>
          {results.map(({ id, filename, problem }) => (
            <li key={id}>
              <strong>{filename}</strong>{' '}
              {problem ? (
                <span className={style.problem}>{problem}</span>
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
