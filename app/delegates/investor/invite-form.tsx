import type { ReactNode } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { type DocumentCategory, documentCategories } from '../../documents/documents.ts'
import { useRefused } from '../../shell/commands/command-field.tsx'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import choiceStyle from '../../shell/ui/choice-list.module.css'
import { Day } from '../../shell/ui/day.tsx'
import fieldStyle from '../../shell/ui/field.module.css'
import { Link } from '../../shell/ui/link.tsx'
import { inviteDelegateCommand } from '../delegates.commands.ts'
import { type DelegateKind, delegateKinds, delegateMessages, delegatePresets } from '../delegates.ts'
import type { OwnDelegates } from '../server/own-delegates.ts'
import style from './delegates.module.css'
import { categoryName, grantedWords, savingWords } from './granted-words.ts'

type Props = Pick<OwnDelegates, 'holders' | 'latest' | 'today'> & {
  kind: DelegateKind
  /** The default last day. */
  until: string
  onNotice: (notice: string) => void
}

/** Invites a delegate: the kind presets the access, which can be changed. */
export function InviteForm({ kind, holders, until, latest, today, onNotice }: Props) {
  const preset = delegatePresets[kind]
  return (
    <div className="stack gap-5 column-36">
      <nav
        aria-label={inviteDelegateCommand.fields.kind.label}
        className={`cluster gap-1-5 line-below touch-links ${style.kinds}`}
      >
        {Object.entries(delegateKinds).map(([each, words]) => (
          <Link
            key={each}
            to={withQuery(href('/profile/delegates'), { for: each })}
            aria-current={each === kind || undefined}
            preventScrollReset
            replace
            viewTransition={false}
          >
            {words}
          </Link>
        ))}
      </nav>
      <CommandForm
        command={inviteDelegateCommand}
        action={withQuery(href('/profile/delegates'), { for: kind })}
        variant="primary"
        onDone={onNotice}
      >
        {Field => (
          <>
            <input type="hidden" name="kind" value={kind} />
            {holders.length === 1 ? (
              <input type="hidden" name="holderId" value={holders[0]?.id} />
            ) : (
              <Field name="holderId">
                {holders.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Field>
            )}
            <Field name="email" />
            <p className="muted leading-5">
              {delegateKinds[kind]}: {grantedWords(preset)}, until <Day date={until} />. {savingWords(preset)}
            </p>
            <Choices kind={kind}>
              <Field className={style.day} name="until" min={today} max={latest} defaultValue={until} />
            </Choices>
          </>
        )}
      </CommandForm>
    </div>
  )
}

/** The shared access: preset for the kind, or as submitted in a refused form. */
function Choices({ kind, children }: { kind: DelegateKind; children: ReactNode }) {
  const { code, typed, chosen, problems } = useRefused()
  const preset = delegatePresets[kind]
  const { categories, figures, download } = inviteDelegateCommand.fields
  const isMissing = code === 'DELEGATE_NOTHING'
  const isChosen = (category: DocumentCategory) =>
    code ? (chosen.categories?.includes(category) ?? false) : preset.categories.includes(category)
  const isOn = (name: 'figures' | 'download') => (code ? typed[name] !== undefined : preset[name])
  const isAbout = Boolean(problems.categories ?? problems.until)
  return (
    <details className={style.choose} open={isAbout}>
      <summary className="touch-line underlined">Change what’s shared or the end date</summary>
      <fieldset
        className={`stack shrink ${choiceStyle.choices} ${style.boxes}`}
        aria-describedby={isMissing ? 'seen-error' : undefined}
      >
        <legend>{categories.label}</legend>
        <p className={fieldStyle.error} id="seen-error" aria-live="polite">
          {isMissing && delegateMessages.DELEGATE_NOTHING}
        </p>
        {/* Submitted if no category is chosen, so that the error appears here. */}
        <input type="hidden" name="categories" value="" />
        {documentCategories.map((category, at) => (
          <label key={category}>
            <input
              type="checkbox"
              name="categories"
              value={category}
              defaultChecked={isChosen(category)}
              data-problem={isMissing && at === 0 ? '' : undefined}
            />
            {categoryName(category)}
          </label>
        ))}
        <label>
          <input type="checkbox" name="figures" value="yes" defaultChecked={isOn('figures')} />
          {figures.label}
        </label>
      </fieldset>
      <fieldset className={`stack shrink ${choiceStyle.choices} ${style.boxes}`}>
        <legend>What they can do with documents</legend>
        <label>
          <input type="checkbox" name="download" value="yes" defaultChecked={isOn('download')} />
          {download.label}
        </label>
      </fieldset>
      {children}
    </details>
  )
}
