import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { searchDelay } from '../../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'

type Props = {
  label: string
  className?: string
  /** The list's address. */
  action: string
  /** What the current address asks for; the fields of these names follow it, for example after going back. */
  values: Record<string, string>
  children: ReactNode
}

/**
 * A form that filters a list through its address: while typing where scripts run, by a button where they don't. Empty
 * fields are left out of the address.
 */
export function SearchForm({ label, className, action, values, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { location: loading } = useNavigation()
  const elsewhere = useRef(false)
  const asked = useRef('')
  // A link that was followed meanwhile leads somewhere else, and a search must not lead back.
  elsewhere.current = loading !== undefined && loading.pathname + loading.search !== asked.current
  useEffect(() => () => clearTimeout(timer.current), [])

  // Except the field being typed in: there the address follows the field. Only when the address changes: a list that
  // loads again meanwhile doesn't undo a choice that the address is about to follow.
  const current = JSON.stringify(values)
  useEffect(() => {
    const values: Record<string, string> = JSON.parse(current)
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const value = values[field.name]
      if (value !== undefined && field !== document.activeElement) field.value = value
    }
  }, [current])

  const search = () => {
    clearTimeout(timer.current)
    if (!form.current || elsewhere.current) return
    const typed = [...new FormData(form.current)].map(([name, value]) => [name, String(value).trim()] as const)
    const query = new URLSearchParams(typed.filter(([, value]) => value).map(entry => [...entry]))
    asked.current = query.size > 0 ? `${action}?${query}` : action
    navigate(asked.current, { replace: true, preventScrollReset: true })
  }
  return (
    <search aria-label={label}>
      <form
        ref={form}
        method="get"
        action={action}
        className={className}
        onSubmit={event => {
          event.preventDefault()
          search()
        }}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, (target as Element) instanceof HTMLSelectElement ? 0 : searchDelay)
        }}
      >
        {children}
        <noscript>
          <Button type="submit" size="small">
            Search
          </Button>
        </noscript>
      </form>
    </search>
  )
}
