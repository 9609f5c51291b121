import type { ActionAnswer } from '../../../shell/actions/answer.ts'
import { fetchOwn } from '../../../shell/own-answer.ts'
import { refusal, refusalIn } from '../../../shell/portal/refusal.ts'

/**
 * Submits a form to an address that answers with JSON, without the router: for parts of a page that call the server
 * several times before anything changes.
 * @param otherwise why there is none, where nothing else says it
 * @returns the action's answer, or one whose `error` says why there is none
 */
export async function post<Answer extends ActionAnswer>(
  address: string,
  fields: Record<string, string>,
  otherwise = refusal('UNEXPECTED'),
): Promise<Partial<Answer>> {
  try {
    const response = await fetchOwn(address, {
      method: 'POST',
      body: new URLSearchParams({ enhanced: '1', ...fields }),
    })
    const answer = await response.json()
    if (response.ok) return answer
    return { error: refusalIn(answer) ?? answer?.error ?? otherwise } as Partial<Answer>
  } catch (error) {
    // `fetch` throws a TypeError without a connection; anything else is an answer that isn't ours.
    return { error: error instanceof TypeError ? refusal('NO_CONNECTION') : otherwise } as Partial<Answer>
  }
}
