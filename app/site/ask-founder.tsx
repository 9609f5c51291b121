import { fund } from '../../content/fund.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Consultation } from './consultation.tsx'

type Props = { children: string; variant?: ButtonProps['variant']; className?: string }

/** A button to the founder's calendar; to a consultation, if the founder takes no calls. */
export function AskFounder({ children, ...look }: Props) {
  if (!fund.founderTakesCalls) return <Consultation {...look}>{children}</Consultation>
  return (
    <Button to={fund.founderPath} {...look}>
      {children}
    </Button>
  )
}
