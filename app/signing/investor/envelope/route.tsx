import { href, redirect } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { serverContext } from '../../../shell/context.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { showOne } from '../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { useHeadingFocus } from '../../../shell/portal/use-heading-focus.ts'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { pageTitle } from '../../../site/meta.ts'
import { declineEnvelopeCommand, reportDrawnCommand, signEnvelopeCommand } from '../../own-envelope.commands.ts'
import type { Envelope } from '../../server/envelope.ts'
import style from '../signing.module.css'
import type { Route } from './+types/route'
import { SignForm } from './sign-form.tsx'
import { Standing } from './standing.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

/** Loads an envelope for someone who sees it; who can sign it now agrees to electronic records first. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const [envelope, consent] = await unwrapOrRespond(
    Promise.all([server.operations.getEnvelopeToSign(actor, params.id), server.operations.getOwnEsignConsent(actor)]),
  )
  if (isMyTurn(envelope) && consent.state !== 'given')
    throw redirect(withQuery(href('/profile/signing/consent'), { to: url.pathname }))
  return { envelope }
}

/** POST: remembers the pages that were shown, signs, or declines. */
export const action = commandActions([reportDrawnCommand, signEnvelopeCommand, declineEnvelopeCommand], {
  about: { envelope: 'id' },
  redirectTo: ({ param }) => href('/profile/signing/envelopes/:id', { id: param('id') }),
})

export default showOne<typeof loader>(EnvelopePage)

const isMyTurn = ({ signers, nextTurn }: Envelope) => signers.some(({ isMe, turn }) => isMe && turn === nextTurn)

/** A document to read and sign; or where it stands. */
function EnvelopePage({ envelope }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { title, signers, nextTurn, expiresOn, pages, state, reason, subscriptionId } = envelope
  const me = signers.find(signer => signer.isMe)
  const canSign = me && me.turn === nextTurn
  const heading = useHeadingFocus(`${state} ${canSign}`)
  // A custodian doesn't see it.
  const investment =
    me?.role === 'holder' && subscriptionId ? href('/profile/subscribe/:id', { id: subscriptionId }) : ''
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <title>{pageTitle(title)}</title>
      <BackLink to={investment || href('/profile/signing')}>{investment ? 'Your investment' : 'Signing'}</BackLink>
      <header className="stack gap-2">
        <h2 className="title breakable">{title}</h2>
        <p className="quiet breakable">
          {countOf(pages.length, 'page')}
          {canSign && ` · you sign as ${me.capacity} · until ${formatDay(expiresOn ?? '')}`}
        </p>
      </header>
      {!canSign && <Standing {...{ envelope, me, investment, heading }} />}
      {reason && <p className="caution breakable">{reason}</p>}
      {canSign && <SignForm envelope={envelope} me={me} onNotice={say} />}
      <section aria-labelledby="signers" className="stack gap-3">
        <h3 id="signers">Signers</h3>
        <ol className={`plain-list divided double ${style.list}`}>
          {signers.map(({ id, capacity, state: seat, signedOn }) => (
            <li key={id}>
              <span className="breakable">{capacity}</span>
              <span className="quiet">
                {seat === 'signed'
                  ? `Signed ${formatDay(signedOn ?? '')}`
                  : seat === 'declined'
                    ? 'Declined'
                    : 'Not yet'}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {me && state === 'sent' && me.state !== 'signed' && (
        <CommandFold
          command={declineEnvelopeCommand}
          title="I don’t want to sign this"
          className="fold"
          variant="danger"
          onDone={say}
        />
      )}
      <Notice {...notice} />
    </article>
  )
}
