import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../../hydrated.ts'

/**
 * The page open in the overlay. It is part of the address (`?page=7`), so that a page can be shared. Opening adds a
 * history entry, so that a phone's Back button closes the overlay; turning pages adds none.
 * @param count the number of pages
 */
export function useOpenPage(count: number) {
  const [query, setQuery] = useSearchParams()
  const hydrated = useHydrated()
  const location = useLocation()
  const navigate = useNavigate()
  const page = Number(query.get('page'))
  // Prerendered pages don't have the overlay, so hydration starts without it.
  const open = hydrated && Number.isInteger(page) && page >= 1 && page <= count ? page : undefined

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
