import { href } from 'react-router'
import { Button, type ButtonProps } from '../shell/ui/button.tsx'

type Props = {
  children: string
  variant?: ButtonProps['variant']
  className?: string
}

/** A button to /contact that preselects a consultation there (specification section 2). */
export function Consultation({ children, variant, className }: Props) {
  return (
    <Button to={href('/contact')} state={{ consultation: true }} variant={variant} className={className}>
      {children}
    </Button>
  )
}
