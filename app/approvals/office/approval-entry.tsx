import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import type { Command } from '../../../rules/commands/command.ts'
import { holderMessages } from '../../holders/holders.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { type FormAction, useAction } from '../../shell/actions/use-action.ts'
import { CommandDialog } from '../../shell/commands/command-dialog.tsx'
import { focused } from '../../shell/commands/command-field.tsx'
import { noBreak } from '../../shell/office/no-break.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { approveCommand, rejectCommand, withdrawCommand } from '../approvals.commands.ts'
import type { Approval } from '../server/approvals-list.ts'
import style from './approvals.module.css'
import { requestAnchor } from './request-address.ts'

type Props = { approval: Approval; onNotice: (notice: string) => void }

export function ApprovalEntry({ approval, onNotice }: Props) {
  const { title, summary, lines, link, evidence, requestedAt, requestedBy, isOwn, canDecide, refusal } = approval
  const [rejecting, setRejecting] = useState(false)
  const action = useAction(({ notice }) => notice && onNotice(notice))
  const { answer, busy } = action
  return (
    <li className={`stack gap-3-6 line-below pad-4 ${style.entry}`} id={requestAnchor(approval.id)}>
      <div>
        <p className="quiet">{title}</p>
        <h2>{link ? <Link to={link}>{noBreak(summary)}</Link> : noBreak(summary)}</h2>
        <Lines lines={lines} />
        <p className="quiet tabular">
          Requested by {isOwn ? 'you' : requestedBy}, <FormattedDate date={requestedAt} time />
        </p>
        <Banner of={answer}>{!busy && !rejecting && answer?.error?.message}</Banner>
      </div>
      <div className={`cluster center gap-2-5 ${style.actions}`}>
        {evidence && (
          <Button size="small" variant="primary" to={evidence.to} aria-label={`${evidence.label}: ${summary}`}>
            {evidence.label}
          </Button>
        )}
        {canDecide && <Step action={action} approval={approval} command={approveCommand} main />}
        {(canDecide || refusal === 'REQUESTER_LEFT') && (
          <Step action={action} approval={approval} command={rejectCommand} onPress={() => setRejecting(true)} />
        )}
        {isOwn && (
          <>
            <p className="quiet tabular">Needs another approver.</p>
            <Step action={action} approval={approval} command={withdrawCommand} />
          </>
        )}
        {refusal && !isOwn && <p className="quiet tabular">{holderMessages[refusal]}</p>}
      </div>
      {rejecting && <RejectDialog approval={approval} onClose={() => setRejecting(false)} onNotice={onNotice} />}
    </li>
  )
}

/** Up to `atMost` lines are all shown; of more, the first few, which name the subject. */
const shownLines = { atMost: 5, ofMore: 3 }

/** The requested change. A long list, such as a reviewer's checklist, would push the decision off a phone's screen. */
function Lines({ lines }: { lines: readonly string[] }) {
  const shown = lines.length > shownLines.atMost ? lines.slice(0, shownLines.ofMore) : lines
  const folded = lines.slice(shown.length)
  return (
    <>
      <ul className={`plain-list tabular breakable ${style.lines}`}>{shown.map(toLine)}</ul>
      {folded.length > 0 && (
        <details className={style.more}>
          <summary>{folded.length} more points</summary>
          <ul className={`plain-list tabular breakable ${style.lines}`}>{folded.map(toLine)}</ul>
        </details>
      )}
    </>
  )
}

function toLine(line: string): ReactNode {
  return <li key={line}>{noBreak(line)}</li>
}

type StepProps = {
  action: FormAction
  approval: Approval
  command: Command
  main?: boolean
  /** The button's action with scripts, instead of submitting the form. */
  onPress?: () => void
}

function Step({ action, approval: { id, summary }, command, main, onPress }: StepProps) {
  const { Form, busy, sentIntent } = action
  return (
    <Form method="post" action={href('/profile/admin/approvals')}>
      <ActionFields intent={command.name} />
      <input type="hidden" name="approval" value={id} />
      <Button
        type="submit"
        size="small"
        variant={main ? 'quiet' : 'link'}
        busy={busy && sentIntent === command.name}
        busyLabel={command.busy}
        aria-label={`${command.button}: ${summary}`}
        onClick={event => {
          if (!onPress) return
          event.preventDefault()
          onPress()
        }}
      >
        {command.button}
      </Button>
    </Form>
  )
}

function RejectDialog({ approval: { id, summary, requestedBy }, onClose, onNotice }: Props & { onClose: () => void }) {
  return (
    <CommandDialog
      command={rejectCommand}
      action={href('/profile/admin/approvals')}
      variant="danger"
      title={`Reject “${summary}”?`}
      onClose={onClose}
      onDone={notice => {
        onNotice(notice)
        onClose()
      }}
      fields={{ approval: id, reason: { ...focused, hint: `${requestedBy} will read it here.` } }}
    />
  )
}
