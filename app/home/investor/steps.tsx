import { href } from 'react-router'
import { callAction } from '../../../content/calls-offered.ts'
import { fund } from '../../../content/fund.ts'
import { investingSteps as steps } from '../../../content/investing-steps.ts'
import { investorContact } from '../../../content/investor-contact.ts'
import { useAction } from '../../shell/actions/use-action.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import type { hideStepsCommand } from '../home.commands.ts'
import { type InvestingStep, investingSteps } from '../investing-steps.ts'
import style from './new-person.module.css'

const hideSteps: (typeof hideStepsCommand)['name'] = 'home.hide_steps'

/** The four steps of investing, with the one that a new person has reached. */
export default function Steps({ reached }: { reached: InvestingStep }) {
  const later = useAction()
  const error = later.answer?.error
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
            {callAction}
          </Button>
        )}
        {reached === 'transfer' && (
          <Button variant="primary" href={`tel:${fund.phoneDial}`}>
            Call {fund.phone}
          </Button>
        )}
        <Button
          size="small"
          variant="link"
          onClick={() => later.send({ intent: hideSteps }, href('/profile/settings/account'))}
        >
          Hide these steps
        </Button>
      </div>
      <Banner of={error}>{error?.message}</Banner>
    </section>
  )
}
