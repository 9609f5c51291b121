import { useEffect, useRef, useState } from 'react'
import { formatCents } from '../../../../rules/money.ts'
import { electAtMaturityCommand } from '../../../notes/election.commands.ts'
import type { NoteTerms } from '../../../notes/schedule.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import type { FormAction } from '../../../shell/actions/use-action.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import style from './choice.module.css'
import { asTyped, leastRenewal, type Maturing } from './future.ts'
import { AddToIt, type Choice, PartOption, PayOutOption, RenewOption } from './options.tsx'

interface Props {
  maturing: Maturing
  action: FormAction<CommandAnswer>
  /** A refused choice, for a browser without scripts, after a new page load. */
  refused: CommandAnswer | undefined
  /** Otherwise the cards are read-only. */
  canChoose: boolean
}

/** Every choice as a card with its consequences, and one button that records the selected one. */
export function ChoiceForm({ maturing, action, refused, canChoose }: Props) {
  const { note } = maturing
  const { Form, answer: sent, busy } = action
  const answer = sent ?? refused
  const before = note.pendingElection ?? note.election
  const [choice, setChoice] = useState((refused?.typed?.choice as Choice | undefined) ?? before?.choice)
  const [typed, setTyped] = useState(refused?.typed?.amount ?? asTyped(before?.renewCents ?? leastRenewal))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (sent?.error) form.current?.querySelector<HTMLElement>('[data-problem]')?.focus()
  }, [sent])
  const isAboutAmount = answer?.problems?.amount !== undefined
  const canRenew = note.outstandingCents >= leastRenewal
  const otherTerm: NoteTerms['termMonths'] = note.termMonths === 12 ? 24 : 12
  // Without scripts, the browser requires a choice.
  const isUndecided = useHydrated() && !choice
  const choosing = { chosen: choice, onChoose: setChoice, maturing }
  return (
    <Form ref={form} method="post" className={`stack narrow gap-4 ${style.form}`} data-print="no">
      <ActionFields intent={electAtMaturityCommand.name} />
      <input type="hidden" name="term" value={otherTerm} />
      <fieldset className={`stack narrow shrink gap-4 ${style.options}`} disabled={!canChoose}>
        <legend className="visually-hidden">What should happen to this note?</legend>
        {canRenew && <RenewOption {...choosing} months={note.termMonths} />}
        {canRenew && <RenewOption {...choosing} months={otherTerm} />}
        <PayOutOption {...choosing} />
        {canChoose && note.outstandingCents > leastRenewal && (
          <PartOption
            {...choosing}
            typed={typed}
            onType={text => {
              setTyped(text)
              setChoice('renew_part')
            }}
            error={isAboutAmount ? answer?.error?.message : undefined}
          />
        )}
        {canChoose && canRenew && <AddToIt maturing={maturing} />}
      </fieldset>
      {!canRenew && (
        <p className="quiet leading-5">
          Less than {formatCents(leastRenewal)} is left of this note, the fund’s minimum, so it can’t be renewed.
        </p>
      )}
      <Banner of={answer?.error}>{!isAboutAmount && answer?.error?.message}</Banner>
      {canChoose && (
        <div className={`stack start pad-3 ${style.send}`}>
          {isUndecided && <p className="quiet leading-5">Choose one of these first.</p>}
          <Button
            type="submit"
            variant="primary"
            disabled={isUndecided}
            busy={busy}
            busyLabel={electAtMaturityCommand.busy}
          >
            {before ? 'Change my choice' : electAtMaturityCommand.button}
          </Button>
        </div>
      )}
    </Form>
  )
}
