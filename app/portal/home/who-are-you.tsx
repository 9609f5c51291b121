import { href } from 'react-router'
import { nameLength } from '../../../rules/limits.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { useAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { NameField, OrganizationField } from '../../ui/person-fields.tsx'
import { useSettingsAction } from '../settings/use-settings-action.ts'
import style from './new-person.module.css'

/** Asks a new person once who they are. */
export default function WhoAreYou({ organization }: { organization: string | null }) {
  const { Form, answer, busy } = useSettingsAction(() => {})
  const later = useAction()
  const error = answer?.error ?? later.answer?.error
  return (
    <section className={style.who} aria-label="Your details">
      <h3>What should we call you?</h3>
      <p className="quiet">So that we know whom we’re talking to. You can change this in Settings at any time.</p>
      <Banner of={error}>{error?.message}</Banner>
      <Form method="post" action={href('/profile/settings')} className={style.form}>
        <ActionFields intent="profile" />
        <NameField required maxLength={nameLength} />
        <OrganizationField label="Organization (optional)" maxLength={nameLength} defaultValue={organization ?? ''} />
        <div className={`cluster center gap-2-5 ${style.actions}`}>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
            Save
          </Button>
          <Button
            size="small"
            variant="link"
            onClick={() => later.send({ intent: 'skip-details' }, href('/profile/home'))}
          >
            Not now
          </Button>
        </div>
      </Form>
    </section>
  )
}
