import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from '../../shell/ui/link.tsx'
import style from './screens.module.css'
import { stepAddress, stepNames, type WizardStep, wizardSteps } from './wizard-steps.ts'

interface Props {
  holderId: string
  step: WizardStep
  /** The investment that it is for. */
  subscription: string | null
  children: ReactNode
}

/** One screen of the wizard at a time, below where it is among the others; those before it are links. */
export function Screens({ holderId, step, subscription, children }: Props) {
  const screen = useHeadingOf(step)
  const at = wizardSteps.indexOf(step)
  return (
    <div ref={screen} className="stack narrow gap-5">
      <ol className={`plain-list stack gap-4 small touch-links ${style.steps}`} aria-label="Steps">
        {wizardSteps.map((each, i) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            {i < at ? <Link to={stepAddress(holderId, each, subscription)}>{stepNames[each]}</Link> : stepNames[each]}
          </li>
        ))}
      </ol>
      {children}
    </div>
  )
}

/** @returns a ref for the element whose first heading gets the focus whenever another screen has taken the place of one */
function useHeadingOf(step: WizardStep) {
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    element.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [step])
  return element
}
