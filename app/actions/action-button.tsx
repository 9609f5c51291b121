import { use } from 'react'
import { useLocation } from 'react-router'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { SayContext } from '../ui/notice.tsx'
import { ActionFields } from './action-fields.tsx'
import { useAction } from './use-action.ts'

type Props = Pick<ButtonProps, 'variant' | 'children'> & {
  intent: string
  fields?: Record<string, string>
  /** Where it is sent: the page's own address, unless it says otherwise. */
  action?: string
  disabled?: boolean
  busyLabel?: string
  /** The button's full name, where its label alone doesn't say what it is about. */
  'aria-label'?: string | undefined
}

/** A form of one button. Why it was refused is said above it, and the notice that the act ends with where the page says such things. */
export function ActionButton({ intent, fields = {}, action, ...button }: Props) {
  const say = use(SayContext)
  const { Form, answer, busy } = useAction(({ notice }) => notice && say(notice))
  const { pathname } = useLocation()
  return (
    <Form method="post" action={action ?? pathname}>
      <ActionFields intent={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <Button size="small" type="submit" busy={busy} {...button} />
    </Form>
  )
}
