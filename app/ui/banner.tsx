import type { ReactNode } from 'react'
import style from './banner.module.css'
import { Button } from './button.tsx'

/**
 * What went wrong, said at once and kept until dismissed (specification section 4).
 * @param children nothing draws nothing, so that an error's state can be handed over as it is
 * @param onDismiss without it the banner cannot be dismissed
 */
export function Banner({ children, onDismiss }: { children?: ReactNode; onDismiss?: () => void }) {
  return (
    <div role="alert">
      {children && (
        <div className={style.banner}>
          <p>{children}</p>
          {onDismiss && (
            <Button variant="link" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
