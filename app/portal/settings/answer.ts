import { data, redirect } from 'react-router'
import { type MessageCode, notices } from '../../../rules/messages.ts'
import { changedIn } from '../../../rules/profile.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { type ServerContext, serverContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, errorResponse, isPortalError, type Refusal, refusal } from '../errors.ts'
import { orNoConnection } from '../no-connection.ts'
import type { Route } from './+types/answer'

/** What became of something done in the settings. */
export interface SettingsAnswer {
  /** Undefined where the form never reached us. */
  intent?: string
  notice?: string
  error?: Refusal
}

interface Asked {
  actor: Actor
  sessionId: string
  server: ServerContext
  /** Of the site. */
  origin: string
  form: FormData
  field: (name: string) => string
}

/** What a form's `intent` does: the work, its good news, and what is said where it fails without a sentence of its own. */
const intents: Record<string, { notice: string; otherwise: MessageCode; act: (asked: Asked) => Promise<unknown> }> = {
  profile: {
    notice: notices.profileUpdated,
    otherwise: 'UPDATE_PROFILE_FAILED',
    act: ({ actor, server, form }) => server.operations.updateUserProfile(actor, actor.id, changedIn(form)),
  },
  'email-start': {
    notice: notices.currentCodeSent,
    otherwise: 'SEND_CODE_FAILED',
    act: ({ actor, sessionId, server }) => server.operations.startEmailChange(actor, sessionId, server.client),
  },
  'email-verify-current': {
    notice: notices.currentVerified,
    otherwise: 'INVALID_CODE',
    act: ({ actor, sessionId, server, field }) =>
      server.operations.verifyCurrentEmail(actor, sessionId, server.client, digits(field('code'))),
  },
  'email-name': {
    notice: notices.newCodeSent,
    otherwise: 'SEND_CODE_FAILED',
    act: ({ actor, sessionId, server, field }) =>
      server.operations.nameNewEmail(actor, sessionId, server.client, field('email')),
  },
  'email-again': {
    notice: notices.newCodeSent,
    otherwise: 'SEND_CODE_FAILED',
    act: ({ actor, sessionId, server }) => server.operations.sendNewCodeAgain(actor, sessionId, server.client),
  },
  'email-verify-new': {
    notice: notices.emailChanged,
    otherwise: 'CHANGE_EMAIL_FAILED',
    act: ({ actor, sessionId, server, origin, field }) =>
      server.operations.verifyNewEmail(actor, sessionId, server.client, origin, digits(field('code'))),
  },
  'email-cancel': {
    notice: '',
    otherwise: 'UNEXPECTED',
    act: ({ actor, sessionId, server }) => server.operations.cancelEmailChange(actor, sessionId),
  },
  'end-session': {
    notice: notices.sessionEnded,
    otherwise: 'END_SESSION_FAILED',
    act: ({ actor, server, field }) => server.operations.endSession(actor, field('id')),
  },
  'end-others': {
    notice: notices.sessionsEnded,
    otherwise: 'END_SESSION_FAILED',
    act: ({ actor, sessionId, server }) => server.operations.endOtherSessions(actor, sessionId),
  },
}

/**
 * Does what a form of the settings asks for by its `intent`. With `script` the page reads the answer; without, it is led
 * back to the settings, or shown what was refused.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const server = context.get(serverContext)
  const { actor, sessionId } = server
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const intent = field('intent')
  const script = Boolean(field('script'))
  const refuse = (error: Refusal, status: number) => {
    if (!script) throw errorResponse(error, status)
    return data<SettingsAnswer>({ intent, error })
  }
  if (!actor || !sessionId) return refuse(refusal('NO_SESSION'), 401)
  const known = Object.hasOwn(intents, intent) ? intents[intent] : undefined
  if (!known) return refuse(refusal('NOT_FOUND'), 404)
  try {
    await known.act({ actor, sessionId, server, origin: new URL(request.url).origin, form, field })
  } catch (error) {
    return refuse(asRefusal(error, known.otherwise), isPortalError(error) ? error.status : 500)
  }
  return script ? data<SettingsAnswer>({ intent, notice: known.notice }) : redirect('/profile?tab=settings')
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNoConnection(serverAction)
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
