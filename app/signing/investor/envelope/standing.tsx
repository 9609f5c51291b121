import type { RefObject } from 'react'
import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { withQuery } from '../../../../rules/url.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { mark } from '../../../shell/ui/rosette/designs.ts'
import { Rosette } from '../../../shell/ui/rosette/rosette.tsx'
import { nextSigner } from '../../envelopes.ts'
import type { EnvelopeToSign, Signer } from '../../server/envelope.ts'
import style from '../signing.module.css'

/** The fund’s mark, drawn as finely as its size allows. */
const engraved = { ...mark, line: 8 }

type Props = {
  envelope: EnvelopeToSign
  /** The reader's own seat, where they have one. */
  me: Signer | undefined
  /** The page of the investment that it is about; '' for any other document. */
  investment: string
  /** Gets the focus once the form that stood here is gone. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Where a document stands that the reader can't sign now: signed by them, or why not; and the way on. */
export function Standing({ envelope, me, investment, heading }: Props) {
  const { state, sealedDocumentId } = envelope
  const isSigned = me?.state === 'signed' && (state === 'sent' || state === 'signed' || state === 'sealed')
  const copy = sealedDocumentId && withQuery(href('/profile'), { document: sealedDocumentId })
  return (
    <section className={`stack start gap-3 raised double-around ${style.standing}`} aria-labelledby="standing">
      {isSigned && <Rosette design={engraved} className={style.rosette} />}
      <h3 id="standing" ref={heading} tabIndex={-1}>
        {isSigned ? 'Thank you, you’ve signed.' : ended(envelope)}
      </h3>
      {isSigned && (
        <>
          <p className={`breakable ${style.signature}`}>{me.typedName ?? me.capacity}</p>
          <p className="quiet breakable">
            {me.capacity}, {formatDay(me.signedOn ?? '')}
          </p>
          <p>{next(envelope)}</p>
        </>
      )}
      {copy && <p className="quiet">Download your copy, so that you have it without us, too.</p>}
      <p className="cluster gap-3">
        {copy && (
          <Button variant={investment ? 'quiet' : 'primary'} to={copy}>
            Open your signed copy
          </Button>
        )}
        {investment ? (
          <Button variant="primary" to={investment}>
            See what comes next
          </Button>
        ) : (
          !isSigned && (
            <Button size="small" to={href('/profile/messages/new')}>
              Write to us
            </Button>
          )
        )}
      </p>
    </section>
  )
}

function next({ state, signers, isSealDelayed }: EnvelopeToSign): string {
  if (state === 'sealed') return 'Everyone has signed, and the document is sealed.'
  if (state === 'signed')
    return isSealDelayed
      ? 'Everyone has signed. Sealing the document takes longer than usual; we’ll let you know when it’s in your portal.'
      : 'Everyone has signed. The document is being sealed, and will be in your portal in a few minutes.'
  return nextSigner(signers)?.role === 'fund'
    ? 'We countersign next, and e-mail you your copy.'
    : 'Others still have to; we’ll e-mail you the news.'
}

function ended({ state }: EnvelopeToSign): string {
  switch (state) {
    case 'sent':
      return 'Others sign first. We’ll e-mail you when it’s your turn.'
    case 'signed':
    case 'sealed':
      return 'Everyone has signed.'
    case 'declined':
      return 'Someone declined to sign this document, so no one signs it any more.'
    case 'expired':
      return 'The last day to sign this document has passed.'
    default:
      return 'We’ve withdrawn this document, so no one signs it any more.'
  }
}
