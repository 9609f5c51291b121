import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { useAction } from '../../../shell/actions/use-action.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { lazyWithFallback } from '../../../shell/lazy-with-fallback.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { refusal } from '../../../shell/portal/refusal.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { signButton } from '../../envelopes.ts'
import { type reportDrawnCommand, signEnvelopeCommand } from '../../own-envelope.commands.ts'
import type { Envelope, Signer } from '../../server/envelope.ts'
import style from '../signing.module.css'

const DocumentToSign = lazyWithFallback<{ address: string; name: string }>(
  () => import('../sample-document.tsx').then(({ SampleDocument }) => ({ default: SampleDocument })),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)

type Props = { envelope: Envelope; me: Signer; onNotice: (notice: string) => void }

/** The lines to confirm, the document, and the signature, which unlocks once every page was shown. */
export function SignForm({ envelope, me, onNotice }: Props) {
  const { id, kind, title, pages, readBack, shown } = envelope
  const hydrated = useHydrated()
  const person = useMe()
  const desk = useRef<HTMLDivElement>(null)
  const drawn = useDrawnPages(desk, id, me.drawn)
  const [isElsewhere, setElsewhere] = useState(false)
  const isRead = drawn.count >= pages.length
  const address = `/files/envelopes/${id}`
  return (
    <>
      {readBack.length > 0 && (
        <section aria-labelledby="lines" className="stack gap-3">
          <h3 id="lines">Is this right?</h3>
          <dl className={`tabular divided double ${style.lines}`}>
            {readBack.map(({ label, value, to }) => (
              <div key={label}>
                <dt className="quiet">{label}</dt>
                <dd>{value}</dd>
                {to && (
                  <dd>
                    <Link to={to} aria-label={`Change: ${label}`}>
                      Change
                    </Link>
                  </dd>
                )}
              </div>
            ))}
          </dl>
          <p>
            <Link to={withQuery(href('/profile/messages/new'), { subject: `Before I sign: ${title}`.slice(0, 100) })}>
              Something is wrong
            </Link>
          </p>
        </section>
      )}
      <section aria-label="The document" className="stack gap-3">
        <div ref={desk}>
          {hydrated && (
            <Suspense>
              <DocumentToSign address={address} name={title} />
            </Suspense>
          )}
        </div>
        <p className="quiet" role="status">
          {isRead
            ? 'You’ve seen every page.'
            : `Sign unlocks once every page was shown: ${drawn.count} of ${countOf(pages.length, 'page')} so far.`}{' '}
          <a href={address} target="_blank" rel="noopener" onClick={() => setElsewhere(true)}>
            Open the PDF
          </a>
        </p>
        <Banner of={drawn.error}>{drawn.error?.message}</Banner>
        {drawn.error && (
          <Button size="small" variant="link" onClick={drawn.report} busy={drawn.busy} busyLabel="Trying…">
            Try again
          </Button>
        )}
      </section>
      {(!hydrated || isRead || isElsewhere) && (
        <CommandForm
          command={signEnvelopeCommand}
          variant="primary"
          button={signButton(kind)}
          className={`stack start gap-3 raised line-around inside-4 ${style.sign}`}
          fields={{
            shown,
            confirmed: readBack.length > 0 ? { required: true } : null,
            // Another program reports no pages, so the reader confirms them; the bytes that were served are compared.
            read: isRead ? null : { label: `I have read all ${countOf(pages.length, 'page')}`, required: true },
            typedName: { placeholder: person.fullName ?? undefined },
          }}
          onDone={onNotice}
        />
      )}
    </>
  )
}

const drawnIntent = 'envelope.drawn' satisfies typeof reportDrawnCommand.name

/** Reports pages to the server as the viewer draws them. @returns those that the server knows of, and why it doesn't */
function useDrawnPages(desk: RefObject<HTMLElement | null>, envelopeId: string, known: readonly number[]) {
  const { send, busy, answer } = useAction()
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const note = (event: Event) => setDrawn(pages => new Set([...pages, (event as CustomEvent<number>).detail]))
    const element = desk.current
    element?.addEventListener('pagedrawn', note)
    return () => element?.removeEventListener('pagedrawn', note)
  }, [desk])
  const error = answer?.error
  const report = useCallback(() => {
    const unsent = [...drawn].filter(page => !known.includes(page)).map(String)
    if (unsent.length > 0)
      send({ intent: drawnIntent, page: unsent }, href('/profile/signing/envelopes/:id', { id: envelopeId }))
  }, [drawn, known, send, envelopeId])
  useEffect(() => {
    if (!busy && !error) report()
  }, [busy, error, report])
  // What a lost connection has kept from the server.
  useEffect(() => {
    addEventListener('online', report)
    return () => removeEventListener('online', report)
  }, [report])
  return { count: known.length, error, busy, report }
}
