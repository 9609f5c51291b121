import { fund } from '../../../content/fund.ts'
import { investingSteps as steps } from '../../../content/investing-steps.ts'
import { investorContact } from '../../../content/investor-contact.ts'
import { type InvestingStep, investingSteps } from '../../../rules/investing-steps.ts'
import { profileMessages, readProfile } from '../../../rules/profile.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { type FormAction, useAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { NameField, OrganizationField } from '../../ui/person-fields.tsx'
import { homeActions } from '../addresses.ts'
import type { HomeData } from '../documents/load-documents.ts'
import { OriginalValues } from '../original-values.tsx'
import { settingsAddress, useSettingsAction } from '../settings/use-settings-action.ts'
import style from './new-person.module.css'

export type NewPersonProps = { me: Actor; home: HomeData }

/** For new people: asks once who they are, then shows the four steps of investing with the one they have reached. */
export default function NewPerson({ me, home: { asksDetails, step } }: NewPersonProps) {
  const later = useAction()
  const error = later.answer?.error
  return (
    <>
      {asksDetails ? <WhoAreYou me={me} later={later} /> : step && <Steps reached={step} later={later} />}
      <Banner of={error}>{error?.message}</Banner>
    </>
  )
}

function WhoAreYou({ me, later }: { me: Actor; later: FormAction }) {
  const { Form, answer, busy, sent } = useSettingsAction(() => {})
  const typed = (name: string) => String(sent?.get(name) ?? '')
  const { problems } = readProfile({ full_name: typed('full_name'), organization: typed('organization') })
  const error = answer?.error
  return (
    <section className={style.who} aria-label="Your details">
      <h3>What should we call you?</h3>
      <p className={style.note}>So that we know whom we’re talking to. You can change this in Settings at any time.</p>
      <Banner of={error}>{error?.message}</Banner>
      <Form method="post" action={settingsAddress} className={style.form}>
        <ActionFields intent="profile" />
        <OriginalValues fullName={me.fullName} organization={me.organization} />
        <NameField required error={problems.full_name && profileMessages[problems.full_name]} />
        <OrganizationField
          label="Organization (optional)"
          error={problems.organization && profileMessages[problems.organization]}
        />
        <div className={style.actions}>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving…">
            Save
          </Button>
          <Button size="small" variant="link" onClick={() => later.send({ intent: 'skip-details' }, homeActions)}>
            Not now
          </Button>
        </div>
      </Form>
    </section>
  )
}

function Steps({ reached, later }: { reached: InvestingStep; later: FormAction }) {
  const at = investingSteps.indexOf(reached)
  return (
    <section className={style.steps} aria-label="How investing works">
      <ol>
        {investingSteps.map((step, index) => (
          <li
            key={step}
            className={classes(style.step, index === at && style.current, index < at && style.done)}
            aria-current={index === at ? 'step' : undefined}
          >
            <p className={style.name}>
              {steps[step].name}
              {index < at && <span className="visually-hidden"> (done)</span>}
            </p>
            <p className={style.text}>{steps[step].text}</p>
          </li>
        ))}
      </ol>
      <div className={style.actions}>
        {reached === 'talk' && (
          <Button variant="primary" to={investorContact.booking}>
            Book a call
          </Button>
        )}
        {reached === 'transfer' && (
          <Button variant="primary" href={`tel:${fund.phoneDial}`}>
            Call {fund.phone}
          </Button>
        )}
        <Button size="small" variant="link" onClick={() => later.send({ intent: 'hide-steps' }, homeActions)}>
          Hide these steps
        </Button>
      </div>
    </section>
  )
}
