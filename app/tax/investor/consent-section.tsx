import { href } from 'react-router'
import { paperless } from '../../../content/paperless.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Disclosure } from '../../signing/investor/disclosure.tsx'
import { GiveConsent } from '../../signing/investor/give-consent.tsx'
import { giveConsentCommand, requestPaperlessCommand, withdrawConsentCommand } from '../own.commands.ts'
import type { OwnTax } from '../server/own-tax.ts'

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
        <Disclosure texts={paperless} isFolded />
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
      <Disclosure texts={paperless} />
      {holder.canAct && consent.state !== 'asked' && (
        <CommandForm command={requestPaperlessCommand}>
          <input type="hidden" name="holder" value={holder.id} />
        </CommandForm>
      )}
      {holder.canAct && consent.state === 'asked' && (
        <GiveConsent
          command={giveConsentCommand}
          consentId={consent.id}
          sample={{ address: href('/profile/tax/sample/:id', { id: consent.id }), name: 'Sample tax form' }}
          agreement={paperless.agreement}
          onNotice={onNotice}
        />
      )}
    </>
  )
}
