import { Suspense } from 'react'
import { href } from 'react-router'
import { paperless } from '../../../content/paperless.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { CommandFields, isAtField } from '../../shell/commands/command-fields.tsx'
import { CommandForm, useCommandForm } from '../../shell/commands/command-form.tsx'
import { useHydrated } from '../../shell/hydrated.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { giveConsentCommand, requestPaperlessCommand, withdrawConsentCommand } from '../own.commands.ts'
import type { OwnTax } from '../server/own-tax.ts'
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
  onNotice: (notice: string) => void
}

/** Whether the reader's tax forms are paperless, and how that begins and ends. */
export function ConsentSection({ tax: { consent }, holder, isExempt, onNotice }: Props) {
  if (consent.state === 'given')
    return (
      <>
        <p>
          You agreed on <FormattedDate date={consent.at} />.{' '}
          {isExempt ? 'This account gets no form now.' : 'We’ll e-mail you when a form is in your portal.'}
        </p>
        <Disclosure isFolded />
        <CommandForm command={withdrawConsentCommand} fields={{ consent: consent.id }} onDone={onNotice} />
      </>
    )
  return (
    <>
      {consent.state === 'outdated' && (
        <p className="stack gap-2 caution">
          You had agreed, but what you need to open a form has changed since. Until you agree again, your forms come on
          paper.
        </p>
      )}
      <p>Now your tax forms come on paper. Read this before you change it:</p>
      <Disclosure />
      {holder.canAct && consent.state !== 'asked' && (
        <CommandForm command={requestPaperlessCommand}>
          <input type="hidden" name="holder" value={holder.id} />
        </CommandForm>
      )}
      {holder.canAct && consent.state === 'asked' && <Give consentId={consent.id} onNotice={onNotice} />}
    </>
  )
}

function Disclosure({ isFolded = false }: { isFolded?: boolean }) {
  const parts = (
    <dl className={`tabular double divided ${style.disclosure}`}>
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

type GiveProps = Pick<Props, 'onNotice'> & { consentId: string }

/** The sample form in the viewer, and the word that is on it. */
function Give({ consentId, onNotice }: GiveProps) {
  const hydrated = useHydrated()
  const { Form, shown, lost, busy } = useCommandForm(giveConsentCommand, { onDone: onNotice })
  const form = useFocusOnError(shown)
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
      <Form ref={form} method="post" className={`stack start gap-3 raised line-around inside-4 ${style.give}`}>
        <ActionFields intent={giveConsentCommand.name} />
        <CommandFields
          command={giveConsentCommand}
          answer={shown}
          typed={lost?.typed}
          fields={{ consent: consentId, word: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <p>{paperless.agreement}</p>
        <Banner of={shown}>{!busy && shown && !isAtField(shown) && shown.error?.message}</Banner>
        <Button type="submit" variant="primary" busy={busy} busyLabel={giveConsentCommand.busy}>
          {giveConsentCommand.button}
        </Button>
      </Form>
    </>
  )
}
