import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import style from './dialog.module.css'
import { focusable, trapFocus } from './focus-trap.ts'

type Props = {
  open: boolean
  /** Called on Escape, a click beside the dialog and its Close button, but not while `busy`. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the safe one first. */
  actions?: ReactNode
  /**
   * `viewer` for a document: as tall as the window, full screen on a phone. `palette` for a field with results: near
   * the window's top, with a fixed height, so that nothing moves. `screen` fills the window, and isn't printed.
   */
  size?: 'normal' | 'viewer' | 'palette' | 'screen'
  /** While true the dialog does not close. */
  busy?: boolean
}

/**
 * A modal dialog, based on the browser's `<dialog>`: focus stays inside, and returns to where it was. The content is
 * rendered only while the dialog is open. Focus starts at the element with `data-autofocus`, otherwise at the content's
 * first control, otherwise at the first action, the safe one. (React's `autoFocus` would run too early, while the
 * dialog is still closed.)
 */
export function Dialog({ open, onClose, title, children, actions, size = 'normal', busy = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Also closed before the element is removed: only closing a dialog returns focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    initialFocus(element)?.focus()
    return () => element.close()
  }, [open])

  const close = () => {
    if (!busy) onClose()
  }
  const onPress = (event: MouseEvent) => {
    // The target is the dialog itself only on its backdrop; the sheet covers the rest.
    if (event.target === dialog.current) close()
  }

  return (
    <dialog
      ref={dialog}
      className={classes(style.dialog, size !== 'normal' && style[size])}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onMouseDown={onPress}
      onKeyDown={trapFocus}
    >
      {open && (
        <div className={style.sheet}>
          <div className={style.head}>
            <h2 id={titleId}>{title}</h2>
            <Button variant="link" onClick={close} disabled={busy}>
              Close
            </Button>
          </div>
          <div className={style.body} data-part="body">
            {children}
          </div>
          {actions && (
            <div className={style.actions} data-part="actions">
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}

function initialFocus(dialog: HTMLDialogElement): HTMLElement | null {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector)
  return (
    find('[data-autofocus]') ??
    find('[data-part=body]')?.querySelector<HTMLElement>(focusable) ??
    find('[data-part=actions]')?.querySelector<HTMLElement>(focusable) ??
    null
  )
}
