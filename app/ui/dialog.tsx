import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import style from './dialog.module.css'
import { keepFocus } from './keep-focus.ts'

type Props = {
  open: boolean
  /** Escape, a press beside the dialog or its Close button. Not called while `busy`. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the safe one first. */
  actions?: ReactNode
  /** `wide` for a viewer. */
  size?: 'normal' | 'wide'
  /** While true the dialog does not close. */
  busy?: boolean
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside and goes back to where it was. Its content is
 * there only while it is open. To put focus on something else than the first control, give that `autoFocus`.
 */
export function Dialog({ open, onClose, title, children, actions, size = 'normal', busy = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    return () => element.close()
  }, [open])

  const close = () => {
    if (!busy) onClose()
  }
  const press = (event: MouseEvent) => {
    // The element itself is hit only on its backdrop: the sheet inside covers the rest.
    if (event.target === dialog.current) close()
  }

  return (
    <dialog
      ref={dialog}
      className={classes(style.dialog, size === 'wide' && style.wide)}
      aria-labelledby={name}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onMouseDown={press}
      onKeyDown={keepFocus}
    >
      {open && (
        <div className={style.sheet}>
          <header className={style.head}>
            <h2 id={name}>{title}</h2>
            <Button variant="link" onClick={close} disabled={busy}>
              Close
            </Button>
          </header>
          <div className={style.body}>{children}</div>
          {actions && <footer className={style.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
