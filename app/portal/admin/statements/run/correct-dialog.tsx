import { useId } from 'react'
import { href } from 'react-router'
import { correctionReasonLength } from '../../../../../rules/statements.ts'
import type { StatementEntry } from '../../../../../server/statements/statements-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'

type Props = { runId: string; statement: StatementEntry; onClose: () => void }

/** Asks what is corrected. The old statement stays as it is; the new one names it. */
export function CorrectDialog({ runId, statement: { id, number, holder }, onClose }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction(() => undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Correct ${number}?`}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy} busyLabel="Preparing…">
            Prepare the correction
          </Button>
        </>
      }
    >
      <Form id={form} method="post" action={href('/profile/admin/statements/:id', { id: runId })}>
        <ActionFields intent="correct" />
        <input type="hidden" name="statement" value={id} />
        <p>
          {number} of {holder} stays as it is. A new statement names it, and includes what was recorded later about its
          period. Two people release it.
        </p>
        <TextField
          label="What is corrected"
          hint="In one or two sentences. The new statement says this."
          name="reason"
          rows={3}
          maxLength={correctionReasonLength}
          required
          data-autofocus
        />
      </Form>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
    </Dialog>
  )
}
