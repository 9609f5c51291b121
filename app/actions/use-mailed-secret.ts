import { useEffect, useMemo, useState } from 'react'
import type { ActionAnswer } from './define-actions.ts'
import { useAction } from './use-action.ts'

/** What a page that a mailed secret opens is answered with. */
export interface SecretAnswer extends ActionAnswer {
  /** The secret, for the forms that follow; undefined where nothing can be shown. */
  token?: string
}

/**
 * For a page that a mail leads to: its secret stands in the address after `#`, which browsers send to nobody, and is
 * handed to the page's own action in the body of a form (`intent` show, `token`), so that no log ever holds it. Once
 * read it is taken out of the address, so that neither the history nor a shared screen keeps it. The link of another
 * mail may be opened in the same tab.
 * @param actionData what a form sent without scripts was answered with
 * @returns what `useAction` does; a refused request hides nothing of what the answer before it showed
 */
export function useMailedSecret<Answer extends SecretAnswer>(actionData: Answer | undefined) {
  const action = useAction<Answer>()
  const { send } = action
  useEffect(() => {
    const read = () => {
      const token = location.hash.slice(1)
      if (!token) return
      history.replaceState(history.state, '', location.pathname + location.search)
      send({ intent: 'show', token })
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [send])
  return { ...action, answer: useLastShown(action.answer ?? actionData) }
}

function useLastShown<Answer extends SecretAnswer>(answer: Answer | undefined) {
  const [shown, setShown] = useState(answer)
  if (answer?.token && answer !== shown) setShown(answer)
  return useMemo(() => (answer && !answer.token ? { ...shown, notice: undefined, ...answer } : answer), [answer, shown])
}
