import { redirect } from 'react-router'
import { type MailChoice, type MailPreferences, mailPreferences } from '../../../rules/mail.ts'
import { notices } from '../../../rules/messages.ts'
import { serverContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, errorResponse, isPortalError, type Refusal, refusal } from '../errors.ts'
import { signInFirst } from '../next-page.ts'
import type { Route } from './+types/mail-answer'

/** What became of a change to what one is mailed about. */
export interface MailAnswer {
  notice?: string
  error?: Refusal
}

const names = Object.keys(mailPreferences) as MailChoice[]
const settings = { pathname: '/profile', search: '?tab=settings' }

/** There is nothing to read here; whoever comes back to this address wants the settings. */
export function loader() {
  return redirect(settings.pathname + settings.search)
}

/**
 * Keeps what one is mailed about. With scripts the form holds the one choice that changed, 'on' or 'off'; without them
 * all that are on, as checkboxes do.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { actor, operations } = context.get(serverContext)
  const form = await formOf(request)
  const script = form.has('script')
  const changed = script ? names.filter(name => form.has(name)) : names
  const changes: Partial<MailPreferences> = Object.fromEntries(changed.map(name => [name, form.get(name) === 'on']))
  if (!actor) return script ? answer({ error: refusal('NO_SESSION') }) : redirect(signInFirst(settings))
  try {
    await operations.updateMailPreferences(actor, changes)
  } catch (error) {
    const said = asRefusal(error, 'SAVE_MAIL_FAILED')
    if (!script) throw errorResponse(said, isPortalError(error) ? error.status : 500)
    return answer({ error: said })
  }
  return script ? answer({ notice: notices.mailSaved }) : redirect(settings.pathname + settings.search)
}

function answer(said: MailAnswer): Response {
  return Response.json(said, { headers: { 'Cache-Control': 'no-store' } })
}
