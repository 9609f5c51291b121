import { useState } from 'react'
import { href } from 'react-router'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Dialog } from '../../shell/ui/dialog.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { requestErasureCommand, withdrawErasureCommand } from '../settings.commands.ts'
import style from './settings-page.module.css'
import { SettingsSection } from './settings-section.tsx'

type Props = { requested: Date | null; onNotice: (notice: string) => void }

/** Where a person asks the fund to erase their account, and can change their mind until it has. */
export function ErasureSection({ requested, onNotice }: Props) {
  const [asking, setAsking] = useState(false)
  const command = requested ? withdrawErasureCommand : requestErasureCommand
  const { Form, answer, busy } = useCommandForm(command, {
    onDone(notice) {
      setAsking(false)
      onNotice(notice)
    },
  })
  const form = (
    <Form method="post" action={href('/profile/settings/account')}>
      <ActionFields intent={command.name} />
      <Button type="submit" variant={requested ? 'quiet' : 'danger'} busy={busy} busyLabel={command.busy}>
        {command.button}
      </Button>
    </Form>
  )
  return (
    <SettingsSection title="Close your account" note="We erase your account when you ask us to.">
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      {requested ? (
        <>
          <p>
            You asked us to erase your account on <FormattedDate date={requested} time />. We’ll be in touch.
          </p>
          <div className={`cluster gap-3 ${style.actions}`}>{form}</div>
        </>
      ) : (
        <div className={`cluster gap-3 ${style.actions}`}>
          <Button onClick={() => setAsking(true)}>Erase my account</Button>
        </div>
      )}
      <p className={`quiet ${style.note}`}>
        We remove your details, sign-ins and documents, except those that the law or an open note requires us to keep.
        Download your data first.
      </p>
      {asking && !requested && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          busy={busy}
          title="Ask us to erase your account?"
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              {form}
            </>
          }
        >
          <p>
            We’ll contact you before we erase anything. Until then nothing changes, and you can withdraw your request.
          </p>
        </Dialog>
      )}
    </SettingsSection>
  )
}
