import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ActionFields } from '../../../actions/action-fields.tsx'
import { useAction } from '../../../actions/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

type Props = {
  batchId: string
  intent: string
  label: string
  busyLabel: string
  variant?: 'primary' | 'quiet' | 'danger'
  onNotice: (notice: string) => void
  /** Fields before the button. */
  children?: ReactNode
}

/** A form of one button about a batch. */
export function Step({ batchId, intent, label, busyLabel, variant = 'quiet', onNotice, children }: Props) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && onNotice(notice))
  return (
    <Form method="post" action={href('/profile/admin/bulk/:id', { id: batchId })}>
      <ActionFields intent={intent} />
      {children}
      <Button type="submit" variant={variant} busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
    </Form>
  )
}
