import { useEffect, useMemo, useState } from 'react'
import { useActionData } from 'react-router'
import type { Command } from '../../../rules/commands/command.ts'
import type { CommandAnswer } from './answer.ts'
import { useAction } from './use-action.ts'

/** The answer to a form of a page that is opened with a mailed secret. */
export interface SecretAnswer extends CommandAnswer {
  /** The secret, for the forms that follow; undefined if there is nothing to show. */
  token?: string
}

/**
 * For a page that an e-mail links to. The secret is in the address after `#`, which browsers send to no server, and
 * goes to the page's action in the body of a form, so it never appears in a log. It is removed
 * from the address at once, so that neither the history nor a shared screen shows it. The link of another e-mail may be
 * opened in the same tab.
 * @param show the command that shows what it is about
 * @returns what `useAction` returns; after a refusal, `answer` still has what the answer before it showed
 */
export function useMailedSecret<Answer extends SecretAnswer>({ name }: Pick<Command, 'name'>) {
  const answered = useActionData() as Answer | undefined
  const action = useAction<Answer>()
  const { send } = action
  useEffect(() => {
    const read = () => {
      const token = location.hash.slice(1)
      if (!token) return
      history.replaceState(history.state, '', location.pathname + location.search)
      send({ intent: name, token })
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [send, name])
  return { ...action, answer: useLastShown(action.answer ?? answered) }
}

function useLastShown<Answer extends SecretAnswer>(answer: Answer | undefined) {
  const [shown, setShown] = useState(answer)
  if (answer?.token && answer !== shown) setShown(answer)
  return useMemo(() => (answer && !answer.token ? { ...shown, notice: undefined, ...answer } : answer), [answer, shown])
}
