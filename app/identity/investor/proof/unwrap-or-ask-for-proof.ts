import { href, redirect } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { isPortalError, unwrapOrRespond } from '../../../shell/portal/server-errors.ts'

/**
 * For links to a download that needs fresh proof: redirects to the page that asks for it.
 * @param page with the link, to return to afterward
 * @returns the result of the work
 * @throws that redirect (303); otherwise as `unwrapOrRespond`
 */
export function unwrapOrAskForProof<T>(work: Promise<T>, page: string): Promise<T> {
  const askForProof = (error: unknown) => {
    const isNeeded = isPortalError(error) && error.code === 'PROOF_NEEDED'
    throw isNeeded ? redirect(withQuery(href('/profile/proof'), { next: page }), 303) : error
  }
  return unwrapOrRespond(work.catch(askForProof))
}
