import { useEffect } from 'react'
import type { FetcherSubmitFunction } from 'react-router'

/**
 * For a page that a mail leads to: its secret stands in the address after `#`, which browsers send to nobody, and is
 * handed to the page's own action in the body of a form (`intent` show, `token`), so that no log ever holds it. Once
 * read it is taken out of the address, so that neither the history nor a shared screen keeps it. The link of another
 * mail may come into the same tab.
 * @param submit of the page's fetcher
 */
export function useMailedSecret(submit: FetcherSubmitFunction): void {
  useEffect(() => {
    const read = () => {
      const token = location.hash.slice(1)
      if (!token) return
      history.replaceState(history.state, '', location.pathname + location.search)
      submit({ intent: 'show', token, script: '1' }, { method: 'post' })
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [submit])
}
