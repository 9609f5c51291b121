import { type ReactNode, useState } from 'react'
import { useHydrated } from '../hydrated.ts'
import style from './banner.module.css'
import { Button } from './button.tsx'

/**
 * What went wrong, said at once and kept until dismissed (specification section 4).
 * @param children nothing draws nothing, so that an error's state can be handed over as it is
 * @param of the answer it tells of: once dismissed, it comes back with another answer only
 * @param onDismiss instead, where its state is kept elsewhere; without either the banner cannot be dismissed
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
