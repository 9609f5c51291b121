import { Suspense } from 'react'
import { href } from 'react-router'
import { paperless } from '../../../content/paperless.ts'
import type { OwnTax } from '../../../server/tax/own-tax.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { useFocusOnError } from '../../actions/use-focus-on-error.ts'
import { useHydrated } from '../../hydrated.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { LoadError } from '../load-error.tsx'
import { refusal } from '../refusal.ts'
import type { TaxAnswer } from './answer.ts'
import style from './tax.module.css'

const SampleDocument = lazyWithFallback<{ address: string }>(
  () => import('./sample-document.tsx').then(({ SampleDocument }) => ({ default: SampleDocument })),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)

type Props = {
  tax: Pick<OwnTax, 'consent'>
  holder: NonNullable<OwnTax['holder']>
  /** Whether the holder gets no form, whatever it is paid. */
  isExempt: boolean
  refused: TaxAnswer | undefined
  onNotice: (notice: string) => void
}

/** Whether the reader's tax forms are paperless, and how that begins and ends. */
export function ConsentSection({ tax: { consent }, holder, isExempt, refused, onNotice }: Props) {
  if (consent.state === 'given')
    return (
      <>
        <p>
          You agreed on <FormattedDate date={consent.at} />.{' '}
          {isExempt ? 'This account gets no form now.' : 'We’ll e-mail you when a form is in your portal.'}
        </p>
        <Disclosure isFolded />
        <Withdraw consentId={consent.id} refused={refused} onNotice={onNotice} />
      </>
    )
  return (
    <>
      {consent.state === 'outdated' && (
        <p className={style.reason}>
          You had agreed, but what you need to open a form has changed since. Until you agree again, your forms come on
          paper.
        </p>
      )}
      <p>Now your tax forms come on paper. Read this before you change it:</p>
      <Disclosure />
      {holder.canAct && consent.state !== 'asked' && <Ask holder={holder} refused={refused} />}
      {holder.canAct && consent.state === 'asked' && (
        <Give consentId={consent.id} refused={refused} onNotice={onNotice} />
      )}
    </>
  )
}

function Disclosure({ isFolded = false }: { isFolded?: boolean }) {
  const parts = (
    <dl className={style.disclosure}>
      {paperless.parts.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
  if (!isFolded) return parts
  return (
    <details className={style.folded}>
      <summary>What you agreed to</summary>
      {parts}
    </details>
  )
}

function Ask({ holder, refused }: Pick<Props, 'holder' | 'refused'>) {
  const { Form, answer, busy } = useAction<TaxAnswer>()
  const shown = answer ?? (refused?.intent === 'ask' ? refused : undefined)
  return (
    <Form method="post">
      <ActionFields intent="ask" />
      <input type="hidden" name="holder" value={holder.id} />
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      <Button type="submit" busy={busy} busyLabel="Opening…">
        Open the sample form
      </Button>
    </Form>
  )
}

type GiveProps = Pick<Props, 'refused' | 'onNotice'> & { consentId: string }

/** The sample form in the viewer, and the word that is on it. */
function Give({ consentId, refused, onNotice }: GiveProps) {
  const hydrated = useHydrated()
  const { Form, answer, busy } = useAction<TaxAnswer>(({ notice }) => notice && onNotice(notice))
  const shown = answer ?? (refused?.intent === 'give' ? refused : undefined)
  const form = useFocusOnError(shown)
  const isAboutWord = shown?.error?.code === 'CONSENT_WORD' || shown?.error?.code === 'CONSENT_TRIES'
  const address = href('/profile/tax/sample/:id', { id: consentId })
  return (
    <>
      {hydrated && (
        <Suspense>
          {/* After too many wrong words the form has another one. */}
          <SampleDocument key={String(shown?.error?.code === 'CONSENT_TRIES')} address={address} />
        </Suspense>
      )}
      <noscript>
        <p>
          <a href={address}>Open the sample form</a>, and type the word that is on it.
        </p>
      </noscript>
      <Form ref={form} method="post" className={style.give}>
        <ActionFields intent="give" />
        <input type="hidden" name="consent" value={consentId} />
        <Field
          label="The word on the sample form"
          hint="It shows that you can open what we’ll send you."
          name="word"
          error={!busy && isAboutWord ? shown?.error?.message : undefined}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <p>{paperless.agreement}</p>
        <Banner of={shown}>{!busy && !isAboutWord && shown?.error?.message}</Banner>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
          I agree
        </Button>
      </Form>
    </>
  )
}

function Withdraw({ consentId, refused, onNotice }: GiveProps) {
  const { Form, answer, busy } = useAction<TaxAnswer>(({ notice }) => notice && onNotice(notice))
  const shown = answer ?? (refused?.intent === 'withdraw' ? refused : undefined)
  return (
    <Form method="post">
      <ActionFields intent="withdraw" />
      <input type="hidden" name="consent" value={consentId} />
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      <Button type="submit" busy={busy} busyLabel="Saving…">
        Get paper forms again
      </Button>
    </Form>
  )
}
