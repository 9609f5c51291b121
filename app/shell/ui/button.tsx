import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import style from './button.module.css'
import { classes } from './classes.ts'
import { Link } from './link.tsx'

type Appearance = {
  /** `primary` is brass, and used once on a screen; `link` is styled as a link in running text. */
  variant?: 'primary' | 'quiet' | 'danger' | 'link'
  /** `small` for ledger rows and toolbars. */
  size?: 'normal' | 'small'
  /** Takes the full width of its container. */
  wide?: boolean
  children: ReactNode
}

type Native = Omit<ComponentProps<'button'>, 'children'> & {
  /** While true the button retains focus, does nothing when pressed, and shows `busyLabel`. */
  busy?: boolean
  /** Shown while busy, such as 'Saving…'. The button is always wide enough for both labels. */
  busyLabel?: string
  to?: undefined
  href?: undefined
}
type Inside = Omit<LinkProps, 'children' | 'to'> & { to: LinkProps['to']; href?: undefined }
type Outside = Omit<ComponentProps<'a'>, 'children' | 'href'> & { href: string; to?: undefined }

export type ButtonProps = Appearance & (Native | Inside | Outside)

/**
 * Everything styled as a button. With `to` it is a link within the site, with `href` any other link, otherwise a
 * `<button>`, of type `button` by default.
 */
export function Button({ variant = 'quiet', size = 'normal', wide, className, children, ...rest }: ButtonProps) {
  const look = classes(style.button, style[variant], size === 'small' && style.small, wide && style.wide, className)
  if (rest.to !== undefined)
    return (
      <Link className={look} {...rest}>
        {children}
      </Link>
    )
  if (rest.href !== undefined)
    return (
      <a className={look} {...rest}>
        {children}
      </a>
    )
  return (
    <NativeButton className={look} {...rest}>
      {children}
    </NativeButton>
  )
}

function NativeButton({ busy = false, busyLabel, type = 'button', onClick, children, ...rest }: Native & Appearance) {
  // A disabled button would lose keyboard focus, so a busy one only ignores clicks.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button {...rest} type={type} onClick={press} aria-disabled={busy || undefined} aria-busy={busy || undefined}>
      {busyLabel ? (
        <span className={style.words}>
          <span className={classes(busy && style.unseen)}>{children}</span>
          <span className={classes(!busy && style.unseen)}>{busyLabel}</span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}
