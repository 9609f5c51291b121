import { href } from 'react-router'
import type { saveProfileCommand } from '../../settings/settings.commands.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useAction } from '../../shell/actions/use-action.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { NameField, OrganizationField } from '../../shell/ui/person-fields.tsx'
import type { skipDetailsCommand } from '../home.commands.ts'
import style from './new-person.module.css'

const skipDetails: (typeof skipDetailsCommand)['name'] = 'home.skip_details'

/** Asks a new person once who they are. */
export default function CompleteProfile({ organization }: { organization: string | null }) {
  const { Form, answer, busy } = useAction()
  const later = useAction()
  const account = href('/profile/settings/account')
  const error = answer?.error ?? later.answer?.error
  return (
    <section className={style.profile} aria-label="Your details">
      <h3>What should we call you?</h3>
      <p className="quiet">So that we know whom we’re talking to. You can change this in Settings at any time.</p>
      <Banner of={error}>{error?.message}</Banner>
      <Form method="post" action={account} className={style.form}>
        <ActionFields<typeof saveProfileCommand> intent="profile.save" />
        <input
          type="hidden"
          name={'loaded_organization' satisfies keyof (typeof saveProfileCommand)['fields']}
          value={organization ?? ''}
        />
        <NameField required />
        <OrganizationField label="Organization (optional)" defaultValue={organization ?? ''} />
        <div className={style.actions}>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
            Save
          </Button>
          <Button size="small" variant="link" onClick={() => later.send({ intent: skipDetails }, account)}>
            Not now
          </Button>
        </div>
      </Form>
    </section>
  )
}
