import { type ReactNode, useState } from 'react'
import { useHydrated } from '../hydrated.ts'
import style from './banner.module.css'
import { Button } from './button.tsx'

/**
 * An error message that stays until it is dismissed (specification section 4).
 * @param children the message; without one nothing is shown, so an error's state can be passed directly
 * @param of the message's answer: once dismissed, the banner reappears only with another answer
 * @param onDismiss alternative to `of`, for a message held elsewhere; without either the banner cannot be dismissed
 */
export function Banner({ children, of, onDismiss }: { children?: ReactNode; of?: object; onDismiss?: () => void }) {
  const hydrated = useHydrated()
  const [dismissed, dismiss] = useState<object>()
  return (
    <div role="alert">
      {children && !(of && of === dismissed) && (
        <div className={style.banner}>
          <p>{children}</p>
          {hydrated && (of || onDismiss) && (
            <Button variant="link" onClick={onDismiss ?? (() => dismiss(of))}>
              Dismiss
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
