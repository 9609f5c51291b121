import style from './email-text.module.css'

/** An e-mail address that breaks before its @ if it doesn't fit on one line. */
export function EmailText({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <span>
      {address.slice(0, at)}
      <span className={style.domain}>{address.slice(at)}</span>
    </span>
  )
}
