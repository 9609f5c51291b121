import { useEffect, useRef, useState } from 'react'
import { accreditationSteps, canTake } from '../../../../../rules/workflows.ts'
import type { ReviewedAccreditation } from '../../../../../server/accreditation/review-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import type { FormAction } from '../../../../actions/use-action.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import style from './review.module.css'

type Props = { review: ReviewedAccreditation; action: FormAction }

/** What can be decided now, and by whom. */
export function Decision({ review, action }: Props) {
  const { state, isOwnHolder, openApproval, declined, isCleared } = review
  const waits = canTake(accreditationSteps.approve, state)
  if (waits && isOwnHolder) {
    return <p className={style.wait}>You’re authorized for this holder, so somebody else needs to review this.</p>
  }
  if (waits) {
    return (
      <>
        {declined && (
          <p className={style.wait}>
            {declined.decision === 'withdrawn'
              ? `${declined.by} withdrew the first approval.`
              : `${declined.by} rejected the first approval${declined.reason ? `: ${declined.reason}` : '.'}`}{' '}
            Approve it again, or send it back.
          </p>
        )}
        {openApproval?.isOwn ? (
          <p className={style.wait}>
            You’ve approved this. A second person has to approve it too, here or under Approvals. You can still send it
            back.
          </p>
        ) : (
          <Checklist review={review} action={action} />
        )}
        <Reasoned
          action={action}
          title="Request more information"
          intent="returned"
          label="What is missing"
          hint="They read this in their portal."
          button="Send back"
        />
        <Reasoned
          action={action}
          title="Reject"
          intent="rejected"
          label="Why"
          hint="They read this in their portal. It’s removed after two years."
          button="Reject"
          danger
        />
      </>
    )
  }
  if (canTake(accreditationSteps.revoke, state)) {
    return (
      <Reasoned
        action={action}
        title="We learned something that contradicts it"
        intent="revoke"
        label="What we know"
        hint="Only administrators read this. From then on no note can be sold to this holder."
        button="Revoke"
        danger
      />
    )
  }
  if (canTake(accreditationSteps.clear, state) && !isCleared) {
    return (
      <Reasoned
        action={action}
        title="It no longer counts"
        intent="clear"
        label="Why it no longer counts"
        hint="A second person has to agree. Then the holder can be verified again."
        button="Ask a second person"
      />
    )
  }
  return null
}

function Checklist({ review, action: { Form, busy, sentIntent, answer } }: Props) {
  const { checklist, openApproval, reviewersNeeded, evidence } = review
  const [ticked, tick] = useState<readonly string[]>([])
  const toggle = (code: string) =>
    tick(ticked.includes(code) ? ticked.filter(other => other !== code) : [...ticked, code])
  const unsearched = evidence.some(
    ({ isSearched, unsearchedPages, documentId }) => documentId && (!isSearched || unsearchedPages.length > 0),
  )
  const problem = answer?.error?.code === 'REVIEW_TICKS' && ticked.length < checklist.length ? answer.error : undefined
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.error?.code === 'REVIEW_TICKS')
      form.current?.querySelector<HTMLElement>('[type=checkbox]:not(:checked)')?.focus()
  }, [answer])
  const isLast = openApproval !== null || reviewersNeeded === 1
  return (
    <Form ref={form} method="post" className={style.checklist}>
      <ActionFields intent="approve" />
      <fieldset aria-describedby="unticked">
        <legend>Checklist</legend>
        {checklist.map(({ code, text }) => (
          <label key={code}>
            <input
              type="checkbox"
              name="ticks"
              value={code}
              checked={ticked.includes(code)}
              onChange={() => toggle(code)}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      {unsearched && (
        <p className={style.quiet}>
          Some documents or pages are pictures: look for a full Social Security number yourself, and send them back if
          you find one.
        </p>
      )}
      <p className={style.quiet}>
        {isLast
          ? reviewersNeeded === 1
            ? 'One reviewer is enough: we verified them ourselves before.'
            : 'Somebody else has approved this as the first. You’re the second.'
          : 'Two people approve. You’re the first.'}
      </p>
      <p className={style.quiet} role="status">
        {ticked.length} of {checklist.length} checked
      </p>
      <p className={style.problem} id="unticked" aria-live="polite">
        {problem?.message}
      </p>
      <Button type="submit" variant="primary" busy={busy && sentIntent === 'approve'} busyLabel="Saving…">
        {isLast ? 'Approve' : 'Approve as the first'}
      </Button>
    </Form>
  )
}

type ReasonedProps = {
  action: FormAction
  title: string
  intent: string
  label: string
  hint: string
  button: string
  danger?: boolean
}

/** A decision that needs a reason, folded away. */
function Reasoned({ action: { Form, busy, sentIntent }, title, intent, label, hint, button, danger }: ReasonedProps) {
  return (
    <details className={style.reasoned}>
      <summary>{title}</summary>
      <Form method="post">
        <ActionFields intent={intent} />
        <TextField label={label} hint={hint} name="reason" rows={4} maxLength={1000} required />
        <Button
          type="submit"
          variant={danger ? 'danger' : 'quiet'}
          busy={busy && sentIntent === intent}
          busyLabel="Saving…"
        >
          {button}
        </Button>
      </Form>
    </details>
  )
}
