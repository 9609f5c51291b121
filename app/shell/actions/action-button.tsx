import { createContext, type ReactNode, use, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { Banner } from '../ui/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { ActionFields } from './action-fields.tsx'
import { type FormAction, useAction } from './use-action.ts'

interface Actions extends FormAction {
  /** Which button was pressed last. */
  pressed: string
  press(button: string): void
}

const ActionsContext = createContext<Actions | undefined>(undefined)

/**
 * Sends what the buttons in it ask for. The answer arrives here, since what a button does may take it from the page, such as
 * the last row of a list.
 * @param say shows the notice that an act ends with
 */
export function ActionButtons({ say, children }: { say: (notice: string) => void; children: ReactNode }) {
  const action = useAction(({ notice }) => notice && say(notice))
  const [pressed, press] = useState('')
  return <ActionsContext value={{ ...action, pressed, press }}>{children}</ActionsContext>
}

type Props = Pick<ButtonProps, 'variant' | 'children'> & {
  intent: string
  fields?: Record<string, string>
  /** Where it is sent: the page's own address, unless it says otherwise. */
  action?: string
  disabled?: boolean
  busyLabel?: string
  /** Why it was refused when it was sent without scripts. */
  refused?: string | undefined
  /** The button's full name, where its label alone doesn't say what it is about. */
  'aria-label'?: string | undefined
}

/** A form of one button, within `ActionButtons`. Why it was refused is said above it. */
export function ActionButton({ intent, fields = {}, action, refused, ...button }: Props) {
  const id = useId()
  const { pathname } = useLocation()
  const around = use(ActionsContext)
  if (!around) throw new Error('Nothing around this button sends what it asks for')
  const { Form, answer, busy, pressed, press } = around
  const isPressed = pressed === id
  return (
    <Form method="post" action={action ?? pathname} onSubmit={() => press(id)}>
      <ActionFields intent={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Banner of={answer}>{isPressed ? !busy && answer?.error?.message : refused}</Banner>
      <Button size="small" type="submit" busy={isPressed && busy} {...button} />
    </Form>
  )
}
