import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { parseFields } from '../../../rules/commands/command.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { profileMessages } from '../../people/profile.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { useHydrated } from '../../shell/hydrated.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { NameField, OrganizationField } from '../../shell/ui/person-fields.tsx'
import { saveProfileCommand as command } from '../settings.commands.ts'
import style from './settings-page.module.css'

/** The reader's full name and organization (specification sections 2 and 5). */
export function DetailsForm({ me, onNotice }: { me: Actor; onNotice: (notice: string) => void }) {
  const hydrated = useHydrated()
  const { Form, answer, busy } = useCommandForm(command, { onDone: onNotice })
  const form = useRef<HTMLFormElement>(null)
  const [fullName, setFullName] = useEditedValue(me.fullName)
  const [organization, setOrganization] = useEditedValue(me.organization)
  const { values, problems } = parseFields(command, { full_name: fullName, organization })
  const changed = values.full_name !== (me.fullName ?? '') || values.organization !== (me.organization ?? '')
  const invalid = Object.keys(problems).length > 0
  const error = answer?.error
  const messageFor = (name: 'full_name' | 'organization') =>
    problems[name] && profileMessages[problems[name] as keyof typeof profileMessages]

  return (
    <Form
      ref={form}
      method="post"
      action={href('/profile/settings/account')}
      className="stack gap-5 column-36"
      noValidate={hydrated}
      onSubmit={event => {
        if (!invalid && !busy) return
        event.preventDefault()
        form.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
      }}
    >
      <ActionFields intent={command.name} />
      <input type="hidden" name="loaded_full_name" value={me.fullName ?? ''} />
      <input type="hidden" name="loaded_organization" value={me.organization ?? ''} />
      <Banner of={error}>{error?.message}</Banner>
      <NameField value={fullName} onChange={event => setFullName(event.target.value)} error={messageFor('full_name')} />
      <OrganizationField
        hint="If you invest for a company, a trust or a retirement account"
        value={organization}
        onChange={event => setOrganization(event.target.value)}
        error={messageFor('organization')}
      />
      <div className={`cluster gap-3 ${style.actions}`}>
        <Button
          type="submit"
          variant={changed || !hydrated ? 'primary' : 'quiet'}
          disabled={hydrated && !changed && !busy}
          busy={busy}
          busyLabel={command.busy}
        >
          {command.button}
        </Button>
      </div>
    </Form>
  )
}

/** A field's value while it is edited; replaced whenever a new value is saved, here or elsewhere. */
function useEditedValue(saved: string | null) {
  const [typed, setTyped] = useState(saved ?? '')
  useEffect(() => setTyped(saved ?? ''), [saved])
  return [typed, setTyped] as const
}
