import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import style from './dialog.module.css'
import { focusable, trapFocus } from './focus-trap.ts'

type Props = {
  open: boolean
  /** Escape, a press beside the dialog or its Close button. Not called while `busy`. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the safe one first. */
  actions?: ReactNode
  /** `viewer` for a document: as high as the window, all of it on a phone. */
  size?: 'normal' | 'viewer'
  /** While true the dialog does not close. */
  busy?: boolean
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside and goes back to where it was. Its content is
 * there only while it is open. Focus begins at what has `data-autofocus`, else at the first control of the content, else
 * at the first action, which is the safe one. (React's own `autoFocus` comes too early: the dialog is still closed.)
 */
export function Dialog({ open, onClose, title, children, actions, size = 'normal', busy = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()

  // Before the element leaves the page, too: only a dialog that closes gives focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    firstStop(element)?.focus()
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
      className={classes(style.dialog, size !== 'normal' && style[size])}
      aria-labelledby={name}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onMouseDown={press}
      onKeyDown={trapFocus}
    >
      {open && (
        <div className={style.sheet}>
          <header className={style.head}>
            <h2 id={name}>{title}</h2>
            <Button variant="link" onClick={close} disabled={busy}>
              Close
            </Button>
          </header>
          <div className={style.body} data-part="body">
            {children}
          </div>
          {actions && (
            <footer className={style.actions} data-part="actions">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}

function firstStop(dialog: HTMLDialogElement): HTMLElement | null {
  const within = (part: string) => dialog.querySelector<HTMLElement>(part)
  return (
    within('[data-autofocus]') ??
    within('[data-part=body]')?.querySelector<HTMLElement>(focusable) ??
    within('[data-part=actions]')?.querySelector<HTMLElement>(focusable) ??
    null
  )
}
