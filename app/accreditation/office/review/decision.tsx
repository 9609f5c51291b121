import { useState } from 'react'
import { href } from 'react-router'
import { accreditationSteps, canTake } from '../../../../rules/workflows.ts'
import { useRefused } from '../../../shell/commands/command-field.tsx'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import choiceStyle from '../../../shell/ui/choice-list.module.css'
import {
  approveAccreditationCommand,
  clearAccreditationCommand,
  rejectAccreditationCommand,
  returnAccreditationCommand,
  revokeAccreditationCommand,
} from '../../review.commands.ts'
import type { ReviewedAccreditation } from '../../server/review-list.ts'
import style from './review.module.css'

type Props = { review: ReviewedAccreditation; onDone: (notice: string) => void }

/** What can be decided now, and by whom. */
export function Decision({ review, onDone }: Props) {
  const { id, state, isOwnHolder, openApproval, declined, isCleared } = review
  const folded = { className: style.reasoned, action: href('/profile/admin/accreditation/:id', { id }), onDone }
  const isPending = canTake(accreditationSteps.approve, state)
  if (isPending && isOwnHolder) {
    return <p className={style.pending}>You’re authorized for this holder, so another reviewer is needed.</p>
  }
  if (isPending) {
    return (
      <>
        {declined && (
          <p className={style.pending}>
            {declined.decision === 'withdrawn'
              ? `${declined.by} withdrew the first approval.`
              : `${declined.by} rejected the first approval${declined.reason ? `: ${declined.reason}` : '.'}`}{' '}
            Approve it again, or send it back.
          </p>
        )}
        {openApproval?.isOwn ? (
          <p className={style.pending}>
            You’ve approved this. A second person has to approve it too, here or under Approvals. You can still send it
            back.
          </p>
        ) : (
          <Checklist review={review} onDone={onDone} />
        )}
        <CommandFold {...folded} command={returnAccreditationCommand} title="Request more information" />
        <CommandFold {...folded} command={rejectAccreditationCommand} title="Reject" variant="danger" />
      </>
    )
  }
  if (canTake(accreditationSteps.revoke, state)) {
    const title = 'We learned something that contradicts it'
    return <CommandFold {...folded} command={revokeAccreditationCommand} title={title} variant="danger" />
  }
  if (canTake(accreditationSteps.clear, state) && !isCleared) {
    return <CommandFold {...folded} command={clearAccreditationCommand} title="It no longer counts" />
  }
  return null
}

function Checklist({ review, onDone }: Props) {
  const { id, openApproval, reviewersNeeded } = review
  const isLast = openApproval !== null || reviewersNeeded === 1
  return (
    <div className={`raised double-around ${style.checklist}`}>
      <CommandForm
        command={approveAccreditationCommand}
        action={href('/profile/admin/accreditation/:id', { id })}
        variant="primary"
        button={isLast ? 'Approve' : 'Approve as the first'}
        fields={{ ticks: <Checks review={review} isLast={isLast} /> }}
        onDone={onDone}
      />
    </div>
  )
}

function Checks({ review, isLast }: Pick<Props, 'review'> & { isLast: boolean }) {
  const { checklist, reviewersNeeded, evidence } = review
  const { code: refused } = useRefused()
  const [ticked, tick] = useState<readonly string[]>([])
  const toggle = (code: string) =>
    tick(ticked.includes(code) ? ticked.filter(other => other !== code) : [...ticked, code])
  const unsearched = evidence.some(
    ({ isSearched, unsearchedPages, documentId }) => documentId && (!isSearched || unsearchedPages.length > 0),
  )
  return (
    <>
      <fieldset className={`stack ${choiceStyle.choices}`}>
        <legend>Checklist</legend>
        {checklist.map(({ code, text }) => (
          <label key={code}>
            <input
              type="checkbox"
              name="ticks"
              value={code}
              checked={ticked.includes(code)}
              onChange={() => toggle(code)}
              data-problem={(refused === 'REVIEW_TICKS' && !ticked.includes(code)) || undefined}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      {unsearched && (
        <p className="quiet regular">
          Some documents or pages are pictures: look for a full Social Security number yourself, and send them back if
          you find one.
        </p>
      )}
      <p className="quiet regular">
        {isLast
          ? reviewersNeeded === 1
            ? 'One reviewer is enough: we verified them ourselves before.'
            : 'Another reviewer approved this first. You’re the second.'
          : 'Two people approve. You’re the first.'}
      </p>
      <p className="quiet regular" role="status">
        {ticked.length} of {checklist.length} checked
      </p>
    </>
  )
}
