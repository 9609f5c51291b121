import { Button, type ButtonProps } from '../ui/button.tsx'

type Props = {
  children: string
  variant?: ButtonProps['variant']
  className?: string
}

/** Leads to /contact and says there that a consultation is wanted (specification section 2). */
export function Consultation({ children, variant, className }: Props) {
  return (
    <Button to="/contact" state={{ consultation: true }} variant={variant} className={className}>
      {children}
    </Button>
  )
}
