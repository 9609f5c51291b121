/** An e-mail address that breaks before its @ where it doesn't fit on one line. */
export function EmailText({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
