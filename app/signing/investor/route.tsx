import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { withQuery } from '../../../rules/url.ts'
import { BackLink } from '../../shell/portal/back-link.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { envelopeStates } from '../envelopes.ts'
import type { OwnEnvelope } from '../server/envelope.ts'
import style from './signing.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** Loads what the reader is to sign, and what they have signed. */
export const loader = loadList({
  guard: requireActor,
  read: async ({ actor, operations }) => ({ envelopes: await operations.getOwnEnvelopes(actor) }),
  none: { envelopes: [] },
  failed: 'LOAD_SIGNING_FAILED',
})

/** What the reader is to sign, and what they have signed. */
function SigningPage({ envelopes, loadError }: Shown<typeof loader>) {
  const toSign = envelopes.filter(({ isMyTurn }) => isMyTurn)
  const others = envelopes.filter(({ isMyTurn }) => !isMyTurn)
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink to={href('/profile')}>Your documents</BackLink>
      <LoadError error={loadError} />
      {!loadError && toSign.length === 0 && (
        <EmptyState title="Nothing to sign">
          When there’s a document for your signature, it appears here, and we e-mail you.
        </EmptyState>
      )}
      {toSign.length > 0 && (
        <ul className={`plain-list divided double ${style.list}`} aria-label="To sign">
          {toSign.map((envelope, n) => (
            <li key={envelope.id}>
              <Words envelope={envelope}>
                For your signature until {formatDay(envelope.expiresOn)}, as {envelope.capacity}.
              </Words>
              <Button
                variant={n === 0 ? 'primary' : 'quiet'}
                to={href('/profile/signing/envelopes/:id', { id: envelope.id })}
                aria-label={`Read and sign ${envelope.title}`}
              >
                Read and sign
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section aria-labelledby="others" className="stack gap-3">
          <h2 id="others">Signed, and waiting for others</h2>
          <ul className={`plain-list divided double ${style.list}`}>
            {others.map(envelope => (
              <li key={envelope.id}>
                <Words envelope={envelope}>{stateWords(envelope)}</Words>
                {envelope.sealedDocumentId && (
                  <Link to={withQuery(href('/profile'), { document: envelope.sealedDocumentId })}>Open your copy</Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

export default showList<typeof loader>(SigningPage)

function Words({ envelope, children }: { envelope: OwnEnvelope; children: React.ReactNode }) {
  return (
    <div className="stack gap-2">
      <Link to={href('/profile/signing/envelopes/:id', { id: envelope.id })} className="strong breakable">
        {envelope.title}
      </Link>
      <p className="quiet breakable">{children}</p>
    </div>
  )
}

/** @returns where an envelope stands that its reader can't sign now */
function stateWords({ state, signedOn }: OwnEnvelope): string {
  const signed = signedOn ? `You signed on ${formatDay(signedOn)}. ` : ''
  switch (state) {
    case 'sent':
      return signed ? `${signed}Others still have to.` : 'Others sign first. We’ll e-mail you when it’s your turn.'
    case 'signed':
      return `${signed}Everyone has signed; your copy is being sealed.`
    case 'sealed':
      return `${signed}Everyone has signed.`
    default:
      return `${signed}${envelopeStates[state]}: it can no longer be signed.`
  }
}
