import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../../hydrated.ts'

/**
 * Which page lies open over the stack, kept in the address as `?page=7` so that a page can be sent to somebody. Opening
 * adds one entry to the history, so that a phone's Back closes it again; turning pages adds none.
 * @param count how many pages there are
 */
export function useOpenPage(count: number) {
  const [query, setQuery] = useSearchParams()
  const hydrated = useHydrated()
  const location = useLocation()
  const navigate = useNavigate()
  const asked = Number(query.get('page'))
  // The overlay is the browser's alone: a page that was rendered before anyone asked for it has none.
  const open = hydrated && Number.isInteger(asked) && asked >= 1 && asked <= count ? asked : undefined

  const show = (page: number | undefined, replace: boolean) =>
    setQuery(
      before => {
        const after = new URLSearchParams(before)
        if (page === undefined) after.delete('page')
        else after.set('page', String(page))
        return after
      },
      { replace, preventScrollReset: true, state: replace ? location.state : { ...location.state, opened: true } },
    )

  return {
    open,
    openPage: (page: number) => show(page, false),
    turnTo: (page: number) => show(page, true),
    close: () => {
      if (location.state?.opened) navigate(-1)
      else show(undefined, true)
    },
  }
}
