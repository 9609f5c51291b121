import { type FormEvent, useState } from 'react'
import { noteSettings } from '../../../../../content/notes.ts'
import { termsProblemInWords } from '../../../../../rules/notes/terms.ts'
import type { NoteCandidate } from '../../../../../server/register/note-candidates.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { registerPages, withQuery } from '../../../addresses.ts'
import counted from '../../counted-page.module.css'
import { ListHead } from '../../list-head.tsx'
import linkStyle from '../../person-link.module.css'
import style from '../register.module.css'
import { ChooseHolder } from './choose-holder.tsx'
import { HolderFields } from './holder-fields.tsx'
import own from './new-note.module.css'
import { ReadBack } from './read-back.tsx'
import { TermsFields } from './terms-fields.tsx'
import { problemsOf, readTerms, type TypedTerms, usualTerms } from './typed-terms.ts'

/** The answer to a new note that was refused. */
export interface NewNoteAnswer extends ActionAnswer {
  /** What was sent, for a browser without scripts. */
  typed?: Record<string, string>
}

type Props = {
  today: string
  search: string
  candidates: NoteCandidate[]
  chosen?: NoteCandidate | undefined
  answered?: NewNoteAnswer | undefined
}

/** A new note: whose it is, its terms, and the terms read back in words before it is written. */
export function NewNotePage({ today, search, candidates, chosen, answered }: Props) {
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="New note" count={chosen && 'A draft, which its holder doesn’t see'} />
      {chosen ? (
        <NoteForm key={chosen.holderId ?? chosen.personId} today={today} chosen={chosen} answered={answered} />
      ) : (
        <ChooseHolder search={search} candidates={candidates} />
      )}
    </div>
  )
}

function NoteForm({
  today,
  chosen,
  answered,
}: Required<Pick<Props, 'today'>> & { chosen: NoteCandidate; answered: NewNoteAnswer | undefined }) {
  const { Form, answer, busy } = useAction<NewNoteAnswer>()
  const shown = answer ?? answered
  const [typed, setTyped] = useState({ ...usualTerms(today), ...answered?.typed } as TypedTerms &
    Record<string, string>)
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    setTyped(before => ({ ...before, ...Object.fromEntries(fields) }))
  }
  const problems = problemsOf(typed, today)
  const hasAmount = typed.principal.trim() !== ''
  const holder = typed['legal_name']?.trim() || chosen.name
  return (
    <Form
      method="post"
      action={withQuery(registerPages.newNote, { for: chosen.holderId ?? chosen.personId ?? '' })}
      onChange={follow}
      className={own.sheet}
    >
      <ActionFields intent="create" />
      <div className={style.form}>
        <p>
          <strong>{chosen.name}</strong>
          <span className={style.fact}>{[chosen.number, chosen.detail].filter(Boolean).join(' · ')}</span>
          <Link to={registerPages.newNote} className={linkStyle.link}>
            Somebody else
          </Link>
        </p>
        {chosen.personId && <HolderFields person={chosen} />}
        <TermsFields typed={typed} problems={hasAmount ? problems : []} saleState={chosen.state ?? ''} />
        <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      </div>
      <section className={own.beside} aria-live="polite" aria-label="The terms, read back">
        <h3>Read back</h3>
        {problems.length > 0 ? (
          <p className={style.about}>
            {hasAmount
              ? problems.map(problem => termsProblemInWords(problem)).join(' ')
              : 'As soon as there is an amount, the terms are read back here in words, with every payment.'}
          </p>
        ) : (
          <>
            <ReadBack
              terms={readTerms(typed)}
              holder={holder}
              offering={typed['offering']?.trim() || noteSettings.offering}
              also={[typed['early_redemption'] || noteSettings.earlyRedemption]}
            />
            <label className={style.check}>
              <input type="checkbox" name="confirmed" required />
              <span>I have read these terms back, and they are what was agreed.</span>
            </label>
          </>
        )}
        <div className={style.buttons}>
          <Button variant="primary" type="submit" busy={busy} busyLabel="Writing…">
            Write the draft
          </Button>
        </div>
      </section>
    </Form>
  )
}
