import { Suspense } from 'react'
import type { Command } from '../../../rules/commands/command.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { CommandFields, isAtField } from '../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { useHydrated } from '../../shell/hydrated.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import type { giveEsignConsentCommand } from '../consent.commands.ts'
import style from './consent.module.css'

const SampleDocument = lazyWithFallback<{ address: string; name: string }>(
  () => import('./sample-document.tsx').then(({ SampleDocument }) => ({ default: SampleDocument })),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)

type Props = {
  /** By which a consent of this kind is given. */
  command: Command & { fields: typeof giveEsignConsentCommand.fields | Command['fields'] }
  consentId: string
  /** The sample's address, and its name, such as 'Sample tax form'. */
  sample: { address: string; name: string }
  /** What typing the word agrees to. */
  agreement: string
  onNotice: (notice: string) => void
}

/** A sample in the viewer, and the word that is on it. */
export function GiveConsent({ command, consentId, sample, agreement, onNotice }: Props) {
  const hydrated = useHydrated()
  const { Form, shown, lost, busy } = useCommandForm(command, { onDone: onNotice })
  const form = useFocusOnError(shown)
  return (
    <>
      {hydrated && (
        <Suspense>
          {/* After too many wrong words the sample has another one. */}
          <SampleDocument key={String(shown?.error?.code === 'CONSENT_TRIES')} {...sample} />
        </Suspense>
      )}
      <noscript>
        <p>
          <a href={sample.address}>Open the sample</a>, and type the word that is on it.
        </p>
      </noscript>
      <Form ref={form} method="post" className={`stack start gap-3 raised line-around inside-4 ${style.give}`}>
        <ActionFields intent={command.name} />
        <CommandFields
          command={command}
          answer={shown}
          typed={lost?.typed}
          fields={{ consent: consentId, word: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <p>{agreement}</p>
        <Banner of={shown}>{!busy && shown && !isAtField(shown) && shown.error?.message}</Banner>
        <Button type="submit" variant="primary" busy={busy} busyLabel={command.busy}>
          {command.button}
        </Button>
      </Form>
    </>
  )
}
